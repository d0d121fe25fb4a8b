import ChatCore
import ChatServer
import ChatTesting
import NIOCore

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The disk of the server's files: ``FileDisk`` over the same faulty disk that phones have.
///
/// @unchecked: a world runs on one thread.
final class ServerDisk: FileDisk, @unchecked Sendable {
    let system: FaultyFileSystem
    /// Bytes that fit on the disk, besides the reserve.
    var space = UInt64.max
    /// Called where a caller blocks: other threads run meanwhile.
    var interleave: (() -> Void)?

    init(_ system: FaultyFileSystem) { self.system = system }

    func makeFolder(_ path: String) throws(DiskError) {
        try operate { () throws(StorageError) in try system.syncFolder(of: path + "/x") }
    }

    func names(in folder: String) -> [String] {
        let names = try? operate { () throws(StorageError) in try system.names(in: folder) }
        return (names ?? []).filter { !$0.contains("/") }
    }

    func create(_ path: String) throws(DiskError) -> any DiskFile {
        guard system[path] == nil else { throw DiskError(EEXIST) }
        let file = try operate { () throws(StorageError) in try system.open(path) }
        return NewFile(file, path, self)
    }

    /// An open file stays as it was, also if it is removed.
    func open(_ path: String) throws(DiskError) -> (any DiskFile)? {
        let bytes = try operate { () throws(StorageError) in try system.read(path) }
        return bytes.map { OldFile(bytes: $0) }
    }

    func rename(_ path: String, to other: String) throws(DiskError) {
        try operate { () throws(StorageError) in try system.rename(path, to: other) }
    }

    func remove(_ path: String) -> Bool {
        let wasThere = system[path] != nil
        let isRemoved: Void? = try? operate { () throws(StorageError) in try system.remove(path) }
        return wasThere && isRemoved != nil
    }

    func flush(folder: String) throws(DiskError) {
        try operate { () throws(StorageError) in try system.syncFolder(of: folder + "/x") }
    }

    func freeBytes(at folder: String) -> UInt64 {
        let used = system.names.reduce(0) { $0 + UInt64(system[$1]?.count ?? 0) }
        let reserve: UInt64 = 1 << 28
        return space == .max ? .max : reserve + space - min(space, used)
    }

    fileprivate func operate<Value>(_ body: () throws(StorageError) -> Value) throws(DiskError) -> Value {
        interleave?()
        defer { interleave?() }
        do throws(StorageError) {
            return try body()
        } catch {
            throw DiskError(system.failures.last?.fault == .full ? ENOSPC : EIO)
        }
    }
}

/// A file that is being written.
///
/// @unchecked: a world runs on one thread.
private final class NewFile: DiskFile, @unchecked Sendable {
    private let file: any AppendFile
    private let path: String
    private let disk: ServerDisk

    init(_ file: any AppendFile, _ path: String, _ disk: ServerDisk) {
        (self.file, self.path, self.disk) = (file, path, disk)
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(DiskError) {
        let bytes = Array(bytes)
        try disk.operate { () throws(StorageError) in try file.append(bytes) }
    }

    func read(_ count: Int, at offset: UInt64) throws(DiskError) -> ByteBuffer {
        let bytes = try disk.operate { () throws(StorageError) in
            try disk.system.read(path, at: offset, count: count)
        }
        return ByteBuffer(bytes: bytes)
    }

    func flush() throws(DiskError) {
        try disk.operate { () throws(StorageError) in try file.sync() }
    }
}

/// A file that is only read.
private struct OldFile: DiskFile {
    let bytes: [UInt8]

    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(DiskError) { throw DiskError(EBADF) }

    func read(_ count: Int, at offset: UInt64) -> ByteBuffer {
        ByteBuffer(bytes: bytes.dropFirst(Int(clamping: offset)).prefix(count))
    }

    func flush() {}
}
