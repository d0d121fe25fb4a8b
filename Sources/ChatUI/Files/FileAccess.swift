import ChatModel
import Foundation

/// Where views get the bytes of files from: an app's own store of them.
public struct FileAccess: Sendable {
    /// Where a file is on this device, fetched from the server where it must be. What it throws is shown as a sentence.
    public var url: @Sendable (Row.File) async throws -> URL

    public init(url: @escaping @Sendable (Row.File) async throws -> URL) { self.url = url }
}
