#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A secret in a file, written atomically: after a crash or a power cut it is complete, or not
/// there.
enum KeyFile {
    /// Writes `bytes`, readable by the owner only, to a temporary file, flushes it, and renames it.
    /// Blocks until it is on the disk.
    ///
    /// - Throws: ``StartError`` with a sentence that says what to do.
    static func make(_ path: String, _ bytes: [UInt8]) throws(StartError) {
        let unfinished = path + ".unfinished"
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard write(bytes, to: unfinished), rename(unfinished, path) == 0, flush(folder) else {
            throw StartError(
                "Can't write \(path) (\(String(cString: strerror(errno)))). Check the disk, and who owns the folder.")
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // So few bytes are written at once or not at all.
        return fchmod(descriptor, 0o600) == 0
            && bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) == bytes.count }
            && fsync(descriptor) == 0
    }

    private static func flush(_ folder: String) -> Bool {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fsync(descriptor) == 0
    }
}
