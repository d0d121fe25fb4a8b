import Foundation

/// A file that holds a state: a line with its version, then the state as JSON.
///
/// It is replaced as a whole: after a crash or power cut there is the old state or the new one. One store writes it at a time.
public struct StateFile<State: FluxState & Codable>: Sendable {
    /// Turns what an older version of the app saved (its version, and the JSON) into today's state, or throws if it can't.
    public typealias Migration = @Sendable (_ version: Int, _ json: Data) throws -> State

    /// What was found at launch.
    public enum Restoration: Hashable, Sendable {
        /// There was no file.
        case nothing
        /// The state is the saved one.
        case restored
        /// There was a file that can't be read; it lies where `URL` says, as it was.
        case setAside(URL, reason: String)
    }

    /// Why a file can't be read or written.
    public enum Failure: Error, Hashable {
        /// The first line is not that of a state file.
        case notAStateFile
        /// It is of another version, and nothing migrates it.
        case otherVersion(Int)
        /// It can't be read, and can't be set aside either.
        case inTheWay(reason: String)
    }

    public let url: URL
    public let version: Int
    private let migration: Migration?

    /// - Parameters:
    ///   - url: where the file is; its folder is made when need be.
    ///   - version: to be raised when the state changes so that older files no longer decode.
    ///   - migration: reads files of other versions; without it they count as unreadable.
    public init(_ url: URL, version: Int = 1, migration: Migration? = nil) {
        self.url = url
        self.version = version
        self.migration = migration
    }

    /// Reads the state. A file that can't be read is renamed first (`….unreadable-1`, and so on), so that it is not overwritten.
    ///
    /// - Throws: ``Failure/inTheWay(reason:)`` if that is impossible; then nothing may be saved there.
    public func load() throws -> (state: State?, Restoration) {
        do {
            return (try read(), .restored)
        } catch CocoaError.fileReadNoSuchFile {
            return (nil, .nothing)
        } catch {
            return (nil, .setAside(try setAside(because: "\(error)"), reason: "\(error)"))
        }
    }

    /// Replaces the file; when this returns, it is on disk.
    public func save(_ state: State) throws {
        let folder = url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var data = Data("flux-state \(version)\n".utf8)
        data.append(try JSONEncoder().encode(state))
        try data.replaceFile(at: url)
    }

    private func read() throws -> State {
        let data = try Data(contentsOf: url)
        guard let end = data.firstIndex(of: 0x0A), end < 64 else { throw Failure.notAStateFile }
        let words = String(decoding: data[..<end], as: UTF8.self).split(separator: " ")
        guard words.count == 2, words.first == "flux-state", let found = words.last.flatMap({ Int($0) }) else {
            throw Failure.notAStateFile
        }
        let json = Data(data[(end + 1)...])
        if found == version { return try JSONDecoder().decode(State.self, from: json) }
        guard let migration else { throw Failure.otherVersion(found) }
        return try migration(found, json)
    }

    private func setAside(because reason: String) throws -> URL {
        for number in 1...100 {
            let target = url.appendingPathExtension("unreadable-\(number)")
            if FileManager.default.fileExists(atPath: target.path) { continue }
            do {
                try FileManager.default.moveItem(at: url, to: target)
                return target
            } catch {
                throw Failure.inTheWay(reason: "\(reason); \(error)")
            }
        }
        throw Failure.inTheWay(reason: reason)
    }
}

extension Data {
    /// Writes the data beside a file, sees that it is on disk, and puts it in the file's place.
    func replaceFile(at url: URL) throws {
        let new = url.appendingPathExtension("new")
        guard FileManager.default.createFile(atPath: new.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: new.path])
        }
        let handle = try FileHandle(forWritingTo: new)
        do {
            try handle.write(contentsOf: self)
            try handle.flushToDisk()
            try handle.close()
        } catch {
            try? handle.close()
            throw error
        }
        guard rename(new.path, url.path) == 0 else { throw POSIXError.latest }
        // The new name is on disk once the folder is. Some file systems know no such thing.
        let folder = open(url.deletingLastPathComponent().path, O_RDONLY)
        guard folder >= 0 else { throw POSIXError.latest }
        defer { close(folder) }
        guard fsync(folder) == 0 || errno == EINVAL else { throw POSIXError.latest }
    }
}

extension POSIXError {
    fileprivate static var latest: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

extension FileHandle {
    fileprivate func flushToDisk() throws {
        #if canImport(Darwin)
            // There, fsync leaves the data in the drive's cache.
            if fcntl(fileDescriptor, F_FULLFSYNC) == 0 { return }
        #endif
        try synchronize()
    }
}
