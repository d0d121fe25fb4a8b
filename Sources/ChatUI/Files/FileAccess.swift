import ChatModel
import Foundation

/// Where views get files from: the app's own store.
public struct FileAccess: Sendable {
    /// The file's local URL. It is downloaded if necessary. A thrown error is shown as a sentence.
    public var url: @Sendable (Row.File) async throws -> URL

    /// Creates the value.
    public init(url: @escaping @Sendable (Row.File) async throws -> URL) { self.url = url }
}
