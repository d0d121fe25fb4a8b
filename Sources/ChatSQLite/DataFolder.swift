import ChatRooms
import Foundation

/// The folder a database lies in: for its owner's eyes only.
enum DataFolder {
    static func prepare(_ database: String) throws(StoreError) {
        let folder = URL(fileURLWithPath: database).deletingLastPathComponent().path
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .unusable("The folder \(folder) can't be made (\(error.localizedDescription)): choose another one.")
        }
    }

    /// SQLite would make the file too, but for everyone to read; its other files follow the modes of this one.
    ///
    /// Must run before SQLite opens the file: closing any descriptor of it drops SQLite's locks (POSIX `fcntl`).
    static func makeFile(_ database: String) throws {
        let descriptor = open(database, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreError.unusable("\(database) can't be written (\(systemError())): check who owns it.")
        }
        close(descriptor)
    }

    static func isEmpty(_ database: String) throws -> Bool {
        var status = stat()
        guard stat(database, &status) == 0 else { throw StoreError.unusable("\(database): \(systemError())") }
        return status.st_size == 0
    }
}
