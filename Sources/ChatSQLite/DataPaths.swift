import Foundation

/// Where things lie in a data folder.
public struct DataPaths: Hashable, Sendable {
    public let folder: String

    public init(_ folder: String) { self.folder = URL(fileURLWithPath: folder).path }

    public var database: String { folder + "/martlet.db" }
    /// The key of guest tokens.
    public var tokenKey: String { folder + "/token.key" }
    /// The bytes of files, each under its place.
    public var files: String { folder + "/files" }
    /// Bytes of files that are not complete yet.
    public var incoming: String { files + "/incoming" }
    /// There while a backup is being put in place: until that has succeeded, the folder must not be served.
    public var restoring: String { folder + "/restoring" }
}
