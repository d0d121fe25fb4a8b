import ChatRooms
import ChatSQL
import Foundation

extension FolderAccounts {
    /// Opens the accounts of a data folder, and reads the key of guest tokens. The caller holds the
    /// folder's lock.
    package init(of paths: DataPaths) throws(StoreError) {
        var key: [UInt8]?
        if ByteFile.exists(paths.tokenKey) {
            do {
                key = Array(try Data(contentsOf: URL(fileURLWithPath: paths.tokenKey)))
            } catch {
                throw .unusable("\(paths.tokenKey) can't be read (\(error.localizedDescription)): check who owns it.")
            }
            guard key?.count == 32 else {
                throw .unusable(
                    "\(paths.tokenKey) is not a key of 32 bytes. Move it out of the folder to use another one; guests of this key then get new identities."
                )
            }
        }
        let store = paths.hasAccounts ? try SQLiteAccounts(path: paths.accounts) : nil
        self.init(store: store, mark: try store?.mark() ?? 0, tokenKey: key)
    }

    /// Closes the accounts, and moves their files into a folder within the data folder.
    ///
    /// - Parameter folder: where they go; `nil` for a new folder
    /// - Returns: the folder
    package func setAside(of paths: DataPaths, into folder: String? = nil) throws(StoreError) -> String {
        try store?.close()
        let former = if let folder { folder } else { try StampedFolder.replaced.make(in: paths) }
        try paths.move(["accounts.db", "accounts.db-wal", "token.key"], into: former)
        unlink(paths.accounts + "-shm")
        return former
    }
}

extension SQLiteAccounts {
    /// A random number that identifies this database. The first call sets it.
    func mark() throws(StoreError) -> Int64 {
        let known = try read { db in try db.integer("PRAGMA user_version") ?? 0 }
        guard known == 0 else { return known }
        let fresh = Int64.random(in: 1...Int64(Int32.max))
        try write { db in _ = try db.run("PRAGMA user_version = \(fresh)") }
        return fresh
    }
}

extension DataPaths {
    /// Moves those of the files that exist into a folder, and flushes both folders.
    func move(_ names: [String], into other: String) throws(StoreError) {
        for name in names where ByteFile.exists(folder + "/" + name) {
            try ByteFile.rename(folder + "/" + name, to: other + "/" + name)
        }
        try ByteFile.flushFolder(other)
        try ByteFile.flushFolder(folder)
    }
}
