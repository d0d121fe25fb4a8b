#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Distinguishes versions of a file without reading it.
package struct FileStamp: Equatable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    private let seconds: Int64
    private let nanoseconds: Int64
    package let size: Int64
    private let mode: UInt32

    /// `nil` if there is no such file, or it can't be reached. Follows links.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
        #if canImport(Darwin)
            let modified = status.st_mtimespec
        #else
            let modified = status.st_mtim
        #endif
        seconds = Int64(modified.tv_sec)
        nanoseconds = Int64(modified.tv_nsec)
        size = Int64(status.st_size)
        mode = UInt32(status.st_mode)
    }

    package var isRegular: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }
    package var isReadableByAll: Bool { mode & 0o004 != 0 }
}
