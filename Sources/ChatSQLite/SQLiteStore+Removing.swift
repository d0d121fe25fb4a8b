import ChatRooms
import ChatSQL
import ChatWire
import Foundation
import GRDB

extension SQLiteStore {
    /// Removes something from the log of a data folder on which no server runs, and the bytes of
    /// its files.
    ///
    /// - Parameter remote: makes the access to files outside of the folder. It is called after the
    ///   folder is locked
    /// - Throws: ``StoreError`` with a sentence that says what to do. It is also thrown if the log
    ///   is done and only files in a bucket are left
    public static func remove(
        _ subject: Removal.Subject, in paths: DataPaths, remote: () throws -> (any RemoteFiles)? = { nil }
    ) throws(StoreError) -> Removed {
        try paths.requireDatabase()
        try Snapshot.verifyVersion(of: paths.database)
        let store = try SQLiteStore(path: paths.database)
        let removed: Removed
        var failure: StoreError?
        do {
            let remote = try remote()
            guard try !store.isImporting() else {
                throw StoreError.unusable(
                    "An import into \(paths.folder) was not finished: run martlet import again first.")
            }
            removed = try store.remove(subject) { places in
                for place in places { unlink(paths.files + "/" + place.text) }
                guard let remote else { return }
                do throws(StoreError) {
                    for place in places { try remote.remove(place) }
                } catch {
                    failure = error
                }
            }
        } catch {
            try? store.close()
            if case .full = error as? StoreError { throw .full(paths.noRoomForDeletion) }
            throw (error as? StoreError) ?? Backup.refusal(paths.database, error)
        }
        // Copies the write-ahead log into the database and removes it, with the texts in it.
        try store.close()
        if let failure {
            throw .unusable(
                "It is removed from the log, but not all of its files from the bucket; the server removes them at its next start. \(failure)"
            )
        }
        return removed
    }
}

extension DataPaths {
    /// Whether the log has anything of a user, be it a device, an event or a read mark. Reads the
    /// whole log if it has not. A server may run on the folder.
    ///
    /// - Returns: `nil` if the log is not in SQLite, or can't be read
    public func logKnows(_ user: UserID) -> Bool? {
        guard hasDatabase, !logIsInPostgres else { return nil }
        do {
            let connection = try Snapshot.open(database)
            let isKnown = try connection.inDatabase { db in
                // A database that no server of this version has opened may lack tables, and then
                // this throws.
                try PersonTraces.exist(of: user, db)
            }
            try connection.close()
            return isKnown
        } catch {
            return nil
        }
    }
}
