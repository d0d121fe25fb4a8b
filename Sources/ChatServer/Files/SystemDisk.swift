import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The disk of the machine.
struct SystemDisk: FileDisk {
    func makeFolder(_ path: String) throws(DiskError) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST, access(path, R_OK | W_OK | X_OK) == 0 else {
            throw DiskError()
        }
    }

    func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    func create(_ path: String) throws(DiskError) -> any DiskFile {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DiskError() }
        return SystemFile(descriptor)
    }

    func open(_ path: String) throws(DiskError) -> (any DiskFile)? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor >= 0 { return SystemFile(descriptor) }
        let error = DiskError()
        if error.number == ENOENT { return nil }
        throw error
    }

    func rename(_ path: String, to other: String) throws(DiskError) {
        guard systemRename(path, other) == 0 else { throw DiskError() }
    }

    func remove(_ path: String) -> Bool { unlink(path) == 0 }

    func flush(folder: String) throws(DiskError) {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw DiskError() }
        try SystemFile(descriptor).flush()
    }

    func freeBytes(at folder: String) throws(DiskError) -> UInt64 {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { throw DiskError() }
        return UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue
    }

    private func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
        while true {
            let descriptor = systemOpen(path, flags, mode)
            if descriptor >= 0 || errno != EINTR { return descriptor }
        }
    }
}

/// The system's `open` and `rename`: the type has methods of the same names.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func systemRename(_ path: String, _ other: String) -> Int32 { rename(path, other) }

/// A descriptor, closed with the last reference to it.
private final class SystemFile: DiskFile {
    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(DiskError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(clamping: offset) + off_t(done))
            if count > 0 { done += count } else if count == 0 || errno != EINTR { throw DiskError() }
        }
    }

    func read(_ count: Int, at offset: UInt64) throws(DiskError) -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: count)
        while buffer.readableBytes < count {
            let position = off_t(clamping: offset) + off_t(buffer.readableBytes)
            let wanted = count - buffer.readableBytes
            var error: Int32 = 0
            let read = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: wanted) { bytes in
                let read = pread(descriptor, bytes.baseAddress, wanted, position)
                if read < 0 { error = errno }
                return max(0, read)
            }
            if error == 0 && read == 0 { break }
            guard error == 0 || error == EINTR else { throw DiskError(error) }
        }
        return buffer
    }

    func flush() throws(DiskError) {
        guard fsync(descriptor) == 0 else { throw DiskError() }
    }
}
