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
    /// Where a backup is unpacked and checked.
    public var restoring: String { folder + "/restoring" }

    /// Whether a restore was interrupted while it put things in place: the database is neither the former nor the restored one, and
    /// the folder must not be served. It moves the database first and brings the other one last.
    public var isRestoreInterrupted: Bool { ByteFile.exists(restoring) && !ByteFile.exists(database) }
}
