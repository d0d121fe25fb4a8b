import ChatRooms
import ChatSQLite
import Foundation

/// A database and the files beside it, in one folder.
struct DatabaseFiles {
    let folder: String

    var database: String { folder + "/chat.db" }
    var log: String { database + "-wal" }
    var watermark: String { database + ".watermark" }

    func open() throws -> SQLiteStore { try SQLiteStore(path: database) }

    /// Opens the store for as long as `body` runs.
    func withStore<Value>(_ body: (SQLiteStore) throws -> Value) throws -> Value {
        let store = try open()
        let value = try body(store)
        try store.close()
        return value
    }

    /// What lies on the disk at this moment: after `kill -9`, this is what the next process finds.
    func image() throws -> Image {
        // What a kill leaves is of one moment; a checkpoint may be on its way.
        var image = try read()
        while true {
            let again = try read()
            if again == image { return image }
            image = again
        }
    }

    private func read() throws -> Image {
        Image(
            database: try Data(contentsOf: URL(fileURLWithPath: database)),
            log: try? Data(contentsOf: URL(fileURLWithPath: log)),
            watermark: try? Data(contentsOf: URL(fileURLWithPath: watermark)))
    }

    /// Puts an image back into the same files. The store must be closed.
    func restore(_ image: Image) throws {
        try overwrite(database, image.database)
        try overwrite(log, image.log)
        try overwrite(watermark, image.watermark)
        try? FileManager.default.removeItem(atPath: database + "-shm")
    }

    /// In place, so that it stays the same file.
    func overwrite(_ path: String, _ data: Data?) throws {
        guard let data else {
            try? FileManager.default.removeItem(atPath: path)
            return
        }
        if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(fileURLWithPath: path)) }
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: data)
        try handle.close()
    }

    struct Image: Equatable {
        var database: Data
        var log: Data?
        var watermark: Data?
    }
}

func withFiles<Value>(_ body: (DatabaseFiles) throws -> Value) throws -> Value {
    try withFolder { folder in try body(DatabaseFiles(folder: folder)) }
}
