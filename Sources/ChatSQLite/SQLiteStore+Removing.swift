import ChatRooms
import ChatSQL
import Foundation

extension SQLiteStore {
    /// Removes something from the log of a data folder on which no server runs, and the bytes of
    /// its files.
    public static func remove(_ subject: Removal.Subject, in paths: DataPaths) throws(StoreError) -> Removed {
        try paths.requireDatabase()
        let store = try SQLiteStore(path: paths.database)
        let removed: Removed
        do {
            guard try !store.isImporting() else {
                throw StoreError.unusable(
                    "An import into \(paths.folder) was not finished: run martlet import again first.")
            }
            removed = try store.remove(subject) { places in
                for place in places { unlink(paths.files + "/" + place.text) }
            }
        } catch {
            try? store.close()
            throw (error as? StoreError) ?? Backup.refusal(paths.database, error)
        }
        // Copies the write-ahead log into the database and removes it, with the texts in it.
        try store.close()
        return removed
    }
}
