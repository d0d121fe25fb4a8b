import ChatRooms
import ChatSQL
import Foundation

/// The database of a data folder whose log goes to another engine.
package struct MovedDatabase {
    /// The log. Nobody else can open it meanwhile.
    package let store: SQLiteStore
    /// What goes along with the log.
    package let accounts: FolderAccounts
    /// The tables of the log. A table stands behind those that its rows refer to.
    package let tables: [LogCopy.Table]
    /// The highest id that a table has ever given, where it gives none twice.
    package let lastIds: [String: Int64]
    private let paths: DataPaths

    /// Opens the database. No server may run on the folder.
    ///
    /// - Parameters:
    ///   - paths: The paths of the folder.
    ///   - option: The option of the command that names the folder.
    /// - Throws: ``StoreError/unusable(_:)`` with what to do
    package init(_ paths: DataPaths, namedBy option: String) throws(StoreError) {
        try paths.requireDatabase(namedBy: option)
        guard !paths.isRestoreInterrupted else {
            throw .unusable(
                "A restore into \(paths.folder) was not finished: run martlet restore with --replace again first.")
        }
        try paths.requireNoMoveBack()
        self.paths = paths
        store = try SQLiteStore(path: paths.database)
        guard try !store.isImporting() else {
            throw .unusable("An import into \(paths.folder) was not finished: run martlet import again first.")
        }
        accounts = try FolderAccounts(of: paths)
        (tables, lastIds) = try store.read { db in (try Schema.tables(), try Self.lastIds(db)) }
    }

    /// Closes the database and the accounts, and moves them into a folder within the data folder.
    /// The files stay.
    ///
    /// - Returns: the folder
    package func setAside() throws(StoreError) -> String {
        try store.close()
        let former = try StampedFolder.replaced.make(in: paths)
        // The database first: what lies beside it is nothing without it. If this is interrupted,
        // the next start of the server finds the accounts in PostgreSQL and moves their files away.
        try paths.move(["martlet.db", "martlet.db-wal", "martlet.db.watermark"], into: former)
        unlink(paths.database + "-shm")
        return try accounts.setAside(of: paths, into: former)
    }

    private static func lastIds(_ db: any SQLDatabase) throws -> [String: Int64] {
        let select = try RawStatement("SELECT name, seq FROM sqlite_sequence", in: db)
        var ids: [String: Int64] = [:]
        while try select.step() { if let name = select.text(0) { ids[name] = select.integer(1) } }
        return ids
    }
}
