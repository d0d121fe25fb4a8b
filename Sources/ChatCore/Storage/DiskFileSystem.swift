import Foundation

/// The system's own files. Every call blocks.
public struct DiskFileSystem: FileSystem {
    public init() {}

    public func read(_ path: String) throws(StorageError) -> [UInt8]? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do {
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw .unusable("\(path) can't be read (\(error.localizedDescription)): check who owns it.")
        }
    }

    public func open(_ path: String) throws(StorageError) -> any AppendFile {
        try DiskFile(path, O_RDWR | O_CREAT | O_APPEND)
    }

    public func rename(_ path: String, to other: String) throws(StorageError) {
        guard Foundation.rename(path, other) == 0 else { throw .system("\(path) can't be renamed") }
    }

    public func remove(_ path: String) throws(StorageError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw .system("\(path) can't be removed") }
    }

    public func syncFolder(of path: String) throws(StorageError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .unusable("The folder \(folder) can't be made (\(error.localizedDescription)): choose another one.")
        }
        let file = try DiskFile(folder, O_RDONLY)
        defer { file.close() }
        try file.sync()
    }

    public func lock(_ path: String) throws(StorageError) -> any FileLock {
        let file = try DiskFile(path, O_RDWR | O_CREAT)
        guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else {
            file.close()
            throw .unusable("\(path) is held by another process: one account is used by one at a time.")
        }
        return file
    }
}

/// A file by its descriptor. Belongs to one thread at a time.
private final class DiskFile: AppendFile, FileLock {
    private(set) var descriptor: Int32

    init(_ path: String, _ flags: Int32) throws(StorageError) {
        descriptor = Foundation.open(path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system("\(path) can't be opened") }
    }

    deinit { close() }

    func append(_ bytes: [UInt8]) throws(StorageError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system("The journal can't be written") }
            rest = rest.dropFirst(count)
        }
    }

    func sync() throws(StorageError) {
        #if canImport(Darwin)
            // fsync does not reach the disk there (man 2 fsync). File systems without F_FULLFSYNC get what they have.
            guard fcntl(descriptor, F_FULLFSYNC) == 0 || fsync(descriptor) == 0 else {
                throw .system("The journal can't be flushed")
            }
        #else
            guard fsync(descriptor) == 0 else { throw .system("The journal can't be flushed") }
        #endif
    }

    func truncate(to size: Int) throws(StorageError) {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw .system("The journal can't be cut") }
    }

    func close() {
        guard descriptor >= 0 else { return }
        _ = Foundation.close(descriptor)
        descriptor = -1
    }

    func release() { close() }
}

extension StorageError {
    /// What failed, with the system's reason.
    fileprivate static func system(_ what: String) -> StorageError {
        .failed("\(what): \(String(cString: strerror(errno))).")
    }
}
