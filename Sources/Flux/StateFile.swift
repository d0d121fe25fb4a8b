import Foundation

/// A file that holds a state: a line with its version, then the state as JSON. It is replaced
/// atomically: after a crash or a power cut it holds either the old state or the new one. Only one
/// store may write it at a time.
public struct StateFile<State: FluxState & Codable>: Sendable {
    /// Converts a file of an older version (its version, and the JSON) into a current state, or
    /// throws.
    public typealias Migration = @Sendable (_ version: Int, _ json: Data) throws -> State

    /// What was found at launch.
    public enum Restoration: Hashable, Sendable {
        /// There was no file.
        case nothing
        /// The file was read.
        case restored
        /// There was a file that holds something else. It was renamed, unchanged, to `URL`.
        case setAside(URL, reason: String)
    }

    /// Why a file can't be read or written.
    public enum Failure: Error, Hashable {
        /// The first line is not a state file's.
        case notAStateFile
        /// The file has a newer version, or an older one and there is no migration.
        case otherVersion(Int)
        /// The file can't be opened, or what it holds can't be read and it can't be renamed.
        case inTheWay(reason: String)
    }

    /// The file.
    public let url: URL
    /// The version that is written, and read without a migration.
    public let version: Int
    private let migration: Migration?

    /// Creates the value; nothing is read yet. Increase `version` when the state changes so that
    /// older files no longer decode. Newer files can't be read, older ones only with a migration.
    public init(_ url: URL, version: Int = 1, migration: Migration? = nil) {
        (self.url, self.version, self.migration) = (url, version, migration)
    }

    /// Reads the state. A file that holds something else is renamed first (`….unreadable-1`, and so
    /// on), so that it is not overwritten.
    ///
    /// - Throws: ``Failure/inTheWay(reason:)`` if the file can't be opened, or renaming fails. Then
    ///   nothing may be saved there.
    public func load() throws -> (state: State?, Restoration) {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch CocoaError.fileReadNoSuchFile {
            return (nil, .nothing)
        } catch {
            // It may be intact: too many files may be open, or it belongs to another user.
            throw Failure.inTheWay(reason: "\(error)")
        }
        do {
            return (try decode(data), .restored)
        } catch {
            return (nil, .setAside(try setAside(because: "\(error)"), reason: "\(error)"))
        }
    }

    /// Replaces the file. When this returns, the state is on disk.
    public func save(_ state: State) throws {
        let folder = url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try (Data("flux-state \(version)\n".utf8) + JSONEncoder().encode(state)).replaceFile(at: url)
    }

    private func decode(_ data: Data) throws -> State {
        guard let end = data.firstIndex(of: 0x0A), end < 64 else { throw Failure.notAStateFile }
        let words = String(decoding: data[..<end], as: UTF8.self).split(separator: " ")
        guard words.count == 2, words.first == "flux-state", let found = words.last.flatMap({ Int($0) }) else {
            throw Failure.notAStateFile
        }
        let json = Data(data[(end + 1)...])
        if found == version { return try JSONDecoder().decode(State.self, from: json) }
        guard let migration, found < version else { throw Failure.otherVersion(found) }
        return try migration(found, json)
    }

    private func setAside(because reason: String) throws -> URL {
        let names = (1...100).lazy.map { url.appendingPathExtension("unreadable-\($0)") }
        guard let free = names.first(where: { !FileManager.default.fileExists(atPath: $0.path) }) else {
            throw Failure.inTheWay(reason: reason)
        }
        do { try FileManager.default.moveItem(at: url, to: free) } catch {
            throw Failure.inTheWay(reason: "\(reason); \(error)")
        }
        return free
    }
}

extension Data {
    /// Writes the data to a new file, flushes it, and renames it over the old one.
    func replaceFile(at url: URL) throws {
        let new = url.appendingPathExtension("new")
        guard FileManager.default.createFile(atPath: new.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: new.path]) }
        try write(to: new)
        try new.flush()
        guard rename(new.path, url.path) == 0 else { throw POSIXError.latest }
        // The new name is durable when the folder is flushed.
        try url.deletingLastPathComponent().flush()
    }
}

extension URL {
    /// Flushes a file or a folder to the disk, if the file system can do that.
    fileprivate func flush() throws {
        let file = open(path, O_RDONLY)
        guard file >= 0 else { throw POSIXError.latest }
        defer { close(file) }
        #if canImport(Darwin)
            // On Apple's systems, `fsync` leaves the data in the drive's cache.
            if fcntl(file, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(file) == 0 || errno == EINVAL else { throw POSIXError.latest }
    }
}

extension POSIXError {
    fileprivate static var latest: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
