import Foundation

/// The file system of this machine.
public struct DiskFileSystem: FileSystem {
    /// Creates the value.
    public init() {}

    /// Reads the whole file; `nil` if there is none.
    ///
    /// - Throws: ``StorageError/unusable(_:)`` if it has more than ``ChatWire/Limits/journalBytes``
    ///   bytes, otherwise ``StorageError/failed(_:)``.
    public func read(_ path: String) throws(StorageError) -> [UInt8]? {
        let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 && errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw .last("read", path) }
        let file = DiskFile(descriptor, path)
        defer { file.close() }
        return try file.contents()
    }

    /// Reads at most `count` bytes from `offset` on; fewer at the file's end. It throws if there is
    /// no such file.
    public func read(_ path: String, at offset: UInt64, count: Int) throws(StorageError) -> [UInt8] {
        let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last("read", path) }
        let file = DiskFile(descriptor, path)
        defer { file.close() }
        return try file.part(at: offset, count: count)
    }

    /// The names of the files and folders in a folder, in any order; none if there is no such
    /// folder.
    public func names(in folder: String) throws(StorageError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            if !FileManager.default.fileExists(atPath: folder) { return [] }
            throw .failed("Can't list \(folder): \(error.localizedDescription)")
        }
    }

    /// Opens a file for appending. A new file has the permissions 0600. On Apple's systems it is
    /// excluded from backups.
    public func open(_ path: String) throws(StorageError) -> any AppendFile {
        let descriptor = Foundation.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .last("open", path) }
        #if canImport(Darwin)
            // Exclude the journal from backups: a copy on another device would assign the same
            // numbers. The flag stays with the file when it is renamed. Volumes without such flags
            // have none.
            var url = URL(fileURLWithPath: path)
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            try? url.setResourceValues(values)
        #endif
        return DiskFile(descriptor, path)
    }

    /// Renames a file atomically (POSIX `rename`), replacing a file at the new path.
    public func rename(_ path: String, to other: String) throws(StorageError) {
        guard Foundation.rename(path, other) == 0 else { throw .last("rename", path) }
    }

    /// Removes a file. It throws if there is none.
    public func remove(_ path: String) throws(StorageError) {
        guard unlink(path) == 0 else { throw .last("remove", path) }
    }

    /// Flushes the folder of `path`. Creates it, and the folders above it, with the permissions
    /// 0700 if necessary; then the folders' own names are durable, too.
    public func syncFolder(of path: String) throws(StorageError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try create(folder)
        let descriptor = Foundation.open(folder.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last("open", folder.path) }
        try flush(descriptor, folder)
    }

    /// Creates a folder, and those above it, if it is not there, and flushes its name.
    private func create(_ folder: URL) throws(StorageError) {
        let parent = folder.deletingLastPathComponent()
        if mkdir(folder.path, 0o700) != 0 {
            if errno == EEXIST { return }
            guard errno == ENOENT, parent.path != folder.path else { throw .last("create the folder", folder.path) }
            try create(parent)
            guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else {
                throw .last("create the folder", folder.path)
            }
        }
        let descriptor = Foundation.open(parent.path, O_RDONLY | O_CLOEXEC)
        // Flushing a folder needs permission to read it.
        if descriptor >= 0 { try flush(descriptor, parent) }
    }

    private func flush(_ descriptor: Int32, _ folder: URL) throws(StorageError) {
        let file = DiskFile(descriptor, folder.path)
        defer { file.close() }
        try file.sync()
    }

    /// Locks a file (`flock`), and creates it if necessary. The lock ends with the process.
    ///
    /// - Throws: ``StorageError/unusable(_:)`` if it is locked already, otherwise
    ///   ``StorageError/failed(_:)``.
    public func lock(_ path: String) throws(StorageError) -> any FileLock {
        let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .last("open", path) }
        let file = DiskFile(descriptor, path)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            let isTaken = errno == EWOULDBLOCK
            let error = StorageError.last("lock", path)
            file.close()
            throw isTaken
                ? .unusable("\(path) is locked: another client has this account open. Close that client first.") : error
        }
        return file
    }
}

/// An open file, or an open lock file.
private final class DiskFile: AppendFile, FileLock {
    private var descriptor: Int32
    private let path: String

    init(_ descriptor: Int32, _ path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close() }

    func contents() throws(StorageError) -> [UInt8] {
        var contents: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Foundation.read(descriptor, &part, part.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw .last("read", path) }
            if count == 0 { return contents }
            contents += part.prefix(count)
            guard contents.count <= Limits.journalBytes else {
                throw .unusable("\(path) is too large to be a journal.")
            }
        }
    }

    func part(at offset: UInt64, count: Int) throws(StorageError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let read = bytes.withUnsafeMutableBytes { buffer in
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
                return pread(descriptor, rest.baseAddress, rest.count, off_t(clamping: offset) + off_t(filled))
            }
            if read < 0 && errno == EINTR { continue }
            guard read >= 0 else { throw .last("read", path) }
            if read == 0 { break }
            filled += read
        }
        return Array(bytes.prefix(filled))
    }

    func append(_ bytes: [UInt8]) throws(StorageError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                return Foundation.write(descriptor, rest.baseAddress, rest.count)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw .last("write", path) }
            written += count
        }
    }

    func sync() throws(StorageError) {
        #if canImport(Darwin)
            // Volumes without it (network volumes) get `fsync`.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
            guard errno == ENOTSUP || errno == EINVAL || errno == ENOTTY else { throw .last("flush", path) }
        #endif
        guard fsync(descriptor) == 0 else { throw .last("flush", path) }
    }

    func truncate(to size: Int) throws(StorageError) {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw .last("cut", path) }
    }

    func close() {
        if descriptor >= 0 { _ = Foundation.close(descriptor) }
        descriptor = -1
    }

    /// A process that is just being started has this process's descriptors for a moment. Closing
    /// ours alone would leave the lock to it.
    func release() {
        if descriptor >= 0 { _ = flock(descriptor, LOCK_UN) }
        close()
    }
}

extension StorageError {
    /// The error in `errno`.
    fileprivate static func last(_ verb: String, _ path: String) -> StorageError {
        let code = errno
        return .failed("Can't \(verb) \(path): \(String(cString: strerror(code))) (\(code)).")
    }
}
