import ChatRooms
import ChatSQL
import Foundation

/// The folder of a database. If it is created here, only its owner may read it.
struct DataFolder {
    let path: String

    /// Creates the folder if necessary.
    init(of database: String) throws(StoreError) {
        let folder = URL(fileURLWithPath: database).deletingLastPathComponent().path
        path = folder
        try DataPaths(folder).requireFolder()
        do {
            try DataPaths(folder).makeFolder()
        } catch {
            throw .unusable("The folder \(folder) can't be made (\(error.localizedDescription)): choose another one.")
        }
        try NetworkFileSystem.refuse(folder)
    }

    /// Whether a database's file is still at its path. A file that was removed or replaced can
    /// still be written through its descriptor, and is gone with the process.
    static func holds(_ identity: DatabaseIdentity, at database: String) -> Bool {
        var status = stat()
        return stat(database, &status) == 0 && UInt64(truncatingIfNeeded: status.st_ino) == identity.number
    }

    /// The free bytes of the disk; `nil` if unknown.
    func freeBytes() -> UInt64? { Self.freeBytes(path) }

    /// The free bytes of the disk with a folder; `nil` if unknown.
    static func freeBytes(_ path: String) -> UInt64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return overflow ? nil : bytes
    }

    /// Creates the database file. SQLite would create it readable for everyone; its other files
    /// copy the mode of this one.
    ///
    /// Must run before SQLite opens the file: closing any descriptor of it drops SQLite's locks
    /// (POSIX `fcntl`).
    ///
    /// - Returns: the file, and whether it was made now
    static func makeFile(_ database: String) throws -> (file: DatabaseIdentity, isNew: Bool) {
        var descriptor = open(database, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        let isNew = descriptor >= 0
        if !isNew { descriptor = open(database, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else {
            throw StoreError.unusable("\(database) can't be written (\(systemError())): check who owns it.")
        }
        defer { close(descriptor) }
        try readThrough(descriptor, database)
        return (try DatabaseIdentity(of: descriptor), isNew)
    }

    /// Reads the file from front to back, so that the system loads it at the disk's full speed. The
    /// inspection that follows reads the same pages in random order. Opening a million messages
    /// from a cold cache takes 0.5 s with it, and 2.2 s without.
    private static func readThrough(_ descriptor: Int32, _ database: String) throws {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return }
            if count < 0, errno != EINTR {
                throw StoreError.unusable("\(database) can't be read (\(systemError())): check the disk.")
            }
        }
    }

    /// The size of a file in bytes; 0 if it does not exist.
    static func size(_ path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }
}
