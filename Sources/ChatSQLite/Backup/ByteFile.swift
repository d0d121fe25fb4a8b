import ChatRooms
import ChatSQL
import Foundation

/// An open file, read or written from front to back. Every call blocks.
///
/// - Throws: ``StoreError/unusable(_:)`` with the path and the system's reason;
///   ``StoreError/full(_:)`` if the disk has no room.
final class ByteFile {
    let path: String
    private let descriptor: Int32

    private init(_ path: String, _ descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// `nil` if there is no such file.
    static func open(_ path: String) throws(StoreError) -> ByteFile? {
        let descriptor = openFile(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0)
        if descriptor < 0 {
            if errno == ENOENT { return nil }
            throw failure("\(path) can't be read")
        }
        return ByteFile(path, descriptor)
    }

    static func standardInput() -> ByteFile { ByteFile("standard input", STDIN_FILENO) }

    /// Creates a file that only its owner may read. The file must not exist.
    static func make(_ path: String) throws(StoreError) -> ByteFile {
        let descriptor = openFile(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("\(path) can't be written") }
        return ByteFile(path, descriptor)
    }

    /// Creates a file like ``make(_:)``, and keeps other processes from writing it as long as this
    /// object exists. A file that an ended process left is replaced.
    ///
    /// - Returns: `nil` if another process is writing it. On a file system without locks, that is
    ///   not noticed.
    static func makeLocked(_ path: String) throws(StoreError) -> ByteFile? {
        let former = openFile(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0)
        defer { if former >= 0 { close(former) } }
        if former >= 0 {
            guard isLocked(former) else { return nil }
            unlink(path)
        }
        let file = try make(path)
        // Another process may have opened the new file, locked and removed it before it was locked
        // here.
        return isLocked(file.descriptor) && file.isAtPath ? file : nil
    }

    /// Opens a folder, and keeps other processes from doing the same as long as this object exists.
    ///
    /// - Returns: `nil` if another process has done so. On a file system without locks, that is not
    ///   noticed.
    static func lockFolder(_ path: String) throws(StoreError) -> ByteFile? {
        let descriptor = openFile(path, O_RDONLY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw failure("\(path) can't be read") }
        let folder = ByteFile(path, descriptor)
        return isLocked(descriptor) ? folder : nil
    }

    /// Takes the lock; `false` if another process has it.
    private static func isLocked(_ descriptor: Int32) -> Bool {
        flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    }

    private var isAtPath: Bool {
        var (opened, found) = (stat(), stat())
        return fstat(descriptor, &opened) == 0 && lstat(path, &found) == 0 && opened.st_ino == found.st_ino
            && opened.st_dev == found.st_dev
    }

    /// Opens a file for writing behind its first `size` bytes. The rest of it is cut off.
    static func extend(_ path: String, from size: UInt64) throws(StoreError) -> ByteFile {
        let descriptor = openFile(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("\(path) can't be written") }
        let file = ByteFile(path, descriptor)
        guard let size = off_t(exactly: size), ftruncate(descriptor, size) == 0,
            lseek(descriptor, 0, SEEK_END) == size
        else { throw failure("\(path) can't be written") }
        return file
    }

    func size() throws(StoreError) -> UInt64 {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw ByteFile.failure("\(path) can't be read") }
        return UInt64(clamping: Int64(status.st_size))
    }

    /// The next bytes: `most` of them, fewer at the end of the file, none behind it.
    func read(_ most: Int) throws(StoreError) -> [UInt8] {
        guard most > 0 else { return [] }
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            while count < most, let start = buffer.baseAddress {
                let got = systemRead(descriptor, start + count, most - count)
                if got > 0 { count += got }
                if got == 0 { return }
                if got < 0, errno != EINTR {
                    failed = true
                    return
                }
            }
        }
        guard !failed else { throw ByteFile.failure("\(path) can't be read") }
        return bytes
    }

    func write(_ bytes: [UInt8]) throws(StoreError) {
        let written = bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let count = systemWrite(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
                if count < 0, errno != EINTR { return false }
                if count > 0 { done += count }
            }
            return true
        }
        guard written else { throw ByteFile.failure("\(path) can't be written") }
    }

    /// Reads from the front from now on.
    func rewind() throws(StoreError) {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw ByteFile.failure("\(path) can't be read") }
    }

    /// Returns when everything written is on the disk.
    func flush() throws(StoreError) {
        guard fsync(descriptor) == 0 else { throw ByteFile.failure("\(path) can't be flushed to the disk") }
    }

    static func flushFolder(_ path: String) throws(StoreError) {
        let descriptor = openFile(path, O_RDONLY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw failure("\(path) can't be read") }
        try ByteFile(path, descriptor).flush()
    }

    static func rename(_ old: String, to new: String) throws(StoreError) {
        guard systemRename(old, new) == 0 else { throw failure("\(old) can't be renamed to \(new)") }
    }

    /// Removes a file, if there is one.
    static func remove(_ path: String) throws(StoreError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw failure("\(path) can't be removed") }
    }

    /// Removes a folder with everything in it, if there is one.
    static func removeFolder(_ path: String) throws(StoreError) {
        guard exists(path) else { return }
        do { try FileManager.default.removeItem(atPath: path) } catch {
            throw .unusable("\(path) can't be removed (\(error.localizedDescription)): check the disk and who owns it.")
        }
    }

    /// Creates a folder that only its owner may enter, unless it exists.
    static func makeFolder(_ path: String) throws(StoreError) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure("The folder \(path) can't be made") }
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private static func failure(_ sentence: String) -> StoreError {
        let number = errno
        guard !isNoRoom(number) else {
            return .full("\(sentence) (\(systemError(number))): free some space, then try again.")
        }
        return .unusable("\(sentence) (\(systemError(number))): check the disk and who owns it.")
    }
}

private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(file, bytes, count)
}
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(file, bytes, count) }
private func systemRename(_ old: String, _ new: String) -> Int32 { rename(old, new) }
