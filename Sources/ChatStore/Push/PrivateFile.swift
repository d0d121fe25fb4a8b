import ChatCore
import ChatWire
import Foundation

/// A small file with one value as JSON, which only its owner may read (permissions 0600). It is
/// replaced as a whole, so a reader never sees half of it.
public actor PrivateFile<Value: Codable & Sendable> {
    /// Its work is on the disk, so it has a thread of its own.
    private let executor = QueueExecutor("martlet.file")
    /// The executor of this file alone.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let path: String
    private let most: Int
    private let system: any FileSystem

    /// Uses a file, which is created when it is written.
    ///
    /// - Parameter most: The maximum of its bytes. A larger file is not read, and not written.
    public init(_ file: URL, most: Int, system: any FileSystem = DiskFileSystem()) {
        (path, self.most, self.system) = (file.path, most, system)
    }

    /// The value; `nil` if there is none, or it can't be read.
    public func load() -> Value? {
        guard let bytes = try? system.read(path, at: 0, count: most + 1), bytes.count <= most else { return nil }
        return try? JSONDecoder().decode(Value.self, from: Data(bytes))
    }

    /// Writes the value. When it returns, the value survives a power cut.
    public func save(_ value: Value) throws {
        let bytes = Array(try JSONEncoder().encode(value))
        guard bytes.count <= most else { throw StorageError.failed("\(path) would have more than \(most) bytes.") }
        try system.syncFolder(of: path)
        let file = try system.open(path + ".new")
        defer { file.close() }
        try file.truncate(to: 0)
        try file.append(bytes)
        try file.sync()
        try system.rename(path + ".new", to: path)
        try system.syncFolder(of: path)
    }
}
