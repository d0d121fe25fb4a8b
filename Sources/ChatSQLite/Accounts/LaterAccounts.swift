import ChatRooms
import ChatSQL
import Foundation
import GRDB

/// Accounts of a server that lets nobody make one: their database is made when there is something
/// to keep, such as an API key or a ban. Until then there are none.
public final class LaterAccounts: SQLAccountStore {
    private let path: String
    private let kept: Locked<SQLiteAccounts?>
    /// The same tables, in memory, without a row.
    private let none: DatabaseQueue

    /// Opens the database, if it is there.
    ///
    /// - Parameter path: where it is or will be, in a folder whose lock the server holds
    public init(path: String) throws(StoreError) {
        self.path = path
        kept = Locked(ByteFile.exists(path) ? try SQLiteAccounts(path: path) : nil)
        do {
            none = try DatabaseQueue()
            try AccountSchema.migrator.migrate(none)
        } catch {
            throw StoreError(error, .reading)
        }
    }

    /// Reads in one snapshot.
    public func read<Value>(_ body: (any SQLDatabase) throws -> Value) throws(StoreError) -> Value {
        if let kept = kept.withLock(\.self) { return try kept.read(body) }
        do { return try none.read { db in try body(db) } } catch { throw StoreError(error, .reading) }
    }

    /// Writes in one transaction, which is on the disk before this returns.
    public func write<Value>(_ body: (any SQLDatabase) throws -> Value) throws(StoreError) -> Value {
        if let kept = kept.withLock(\.self) { return try kept.write(body) }
        let made = try make()
        kept.withLock { $0 = made }
        return try made.write(body)
    }

    /// What a full disk has left of a new database is removed: a server could not start with it.
    private func make() throws(StoreError) -> SQLiteAccounts {
        let isNew = !ByteFile.exists(path)
        do throws(StoreError) { return try SQLiteAccounts(path: path) } catch {
            if isNew { for end in ["", "-wal", "-shm"] { unlink(path + end) } }
            throw .full(error.description)
        }
    }

    /// Closes the database, if it was made.
    public func close() throws(StoreError) { try kept.withLock(\.self)?.close() }
}
