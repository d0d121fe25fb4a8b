import ChatRooms
import ChatSQL
import ChatSQLite
import ChatWire
import Foundation
import Testing

@testable import ChatPostgres

@Suite struct `Accounts in PostgreSQL` {
    private static let password = PasswordHash(salt: [1], key: [2, 3], rounds: 16, blockSize: 8, parallelism: 1)

    private static func with(_ body: (TestDatabase, PostgresStore, String) throws -> Void) throws {
        try TestDatabase.with { database in
            let folder = try TemporaryFolder()
            let store = try PostgresStore(address: database.uri, watermark: folder.path + "/log")
            try body(database, store, folder.path)
        }
    }

    /// Ends the sessions of a database, so that its lock is free at once.
    private static func endSessions(_ database: TestDatabase) throws {
        let other = try database.connect()
        try other.execute(
            """
            SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)
    }

    private func account(_ name: String) -> Account { Account(user: .issued(), name: name, created: 1) }

    @Test func `a call whose connection is gone is refused, and the next one connects anew`() throws {
        try Self.with { database, store, _ in
            let accounts = store.accounts()
            let ann = account("ann")
            _ = try accounts.add(ann, Self.password, invite: nil)
            try Self.endSessions(database)
            let reading = #expect(throws: StoreError.self) { try accounts.account(of: ann.user) }
            #expect(reading?.endsService == false)
            #expect(try accounts.account(of: ann.user) == ann)
            try Self.endSessions(database)
            let writing = #expect(throws: StoreError.self) { try accounts.setDisabled(true, of: ann.user) }
            #expect(writing?.endsService == false)
            try accounts.setDisabled(true, of: ann.user)
            #expect(try accounts.account(of: ann.user)?.isDisabled == true)
        }
    }

    @Test func `a server that was replaced changes no accounts, on an old connection and on a new one`() throws {
        try Self.with { database, former, folder in
            let (kept, fresh) = (former.accounts(), former.accounts())
            let ann = account("ann")
            _ = try kept.add(ann, Self.password, invite: nil)
            // Its writer's session ends, and the sessions of its accounts do not notice.
            try database.connect().execute(
                """
                SELECT pg_terminate_backend(pid, 5000) FROM pg_locks
                WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                """)
            let next = try PostgresStore(address: database.uri, watermark: folder + "/next")
            for stale in [kept, fresh] {
                let error = #expect(throws: StoreError.self) { try stale.setDisabled(true, of: ann.user) }
                #expect(error?.description.contains("has taken over") == true)
                #expect(throws: StoreError.self) { _ = try stale.add(account("Ann"), Self.password, invite: nil) }
            }
            #expect(try next.accounts().accounts(after: nil, limit: 10) == [ann])
            try next.accounts().setDisabled(true, of: ann.user)
        }
    }

    @Test func `a server that takes over waits for a change of accounts that is under way`() throws {
        try Self.with { database, former, folder in
            let accounts = former.accounts()
            let opened = Locked<Bool>(false)
            let thread = DispatchGroup()
            try accounts.change { db in
                try db.execute("INSERT INTO secret VALUES ('under way', 'x')")
                try former.close()
                DispatchQueue.global().async(group: thread) {
                    let next = try? PostgresStore(address: database.uri, watermark: folder + "/next")
                    opened.withLock { $0 = true }
                    withExtendedLifetime(next) {}
                }
                let watching = try database.connect()
                let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'"
                while try watching.integer(waiting) == 0 {
                    // A transaction in which nothing happens is ended after a while.
                    _ = try db.integer("SELECT 1")
                    try #require(!opened.withLock { $0 }, "It did not wait.")
                }
            }
            #expect(thread.wait(timeout: .now() + 60) == .success)
            #expect(throws: StoreError.self) { try accounts.use(SessionID.random(), at: 1) }
        }
    }

    @Test func `a folder's accounts and key are taken over once`() throws {
        try Self.with { _, store, path in
            let paths = DataPaths(path)
            let folder = try SQLiteAccounts(path: paths.accounts)
            let ann = account("ann")
            _ = try folder.add(ann, Self.password, invite: nil)
            _ = try folder.add(
                AccountSession(id: .random(), user: ann.user, program: "ann's phone", created: 1, used: 2),
                token: [5], checked: Self.password)
            _ = try folder.add(APIKey(user: .issued(), name: "build", created: 4), token: [6])
            try folder.add(Invite(expires: 100), code: [7])
            try folder.close()
            let key = (0..<32).map { UInt8($0) }
            try Data(key).write(to: URL(fileURLWithPath: paths.tokenKey))

            let accounts = store.accounts()
            try accounts.takeOver(FolderAccounts(of: paths))
            try accounts.setDisabled(true, of: ann.user)
            // If it was interrupted here, it runs again, and keeps what has changed since.
            let again = try FolderAccounts(of: paths)
            try accounts.takeOver(again)
            let aside = try again.setAside(of: paths)
            #expect(try accounts.account(of: ann.user)?.isDisabled == true)
            #expect(try accounts.password(of: ann.user) == Self.password)
            #expect(try accounts.session(ofToken: [5])?.user == ann.user)
            #expect(try accounts.session(ofToken: [5])?.program == "ann's phone")
            #expect(try accounts.keys().map(\.name) == ["build"])
            #expect(try accounts.isValid(invite: [7], at: 99))
            #expect(try accounts.tokenKey() == key)
            #expect(try FolderAccounts(of: paths).isEmpty)
            let files = try FileManager.default.contentsOfDirectory(atPath: aside)
            #expect(files.sorted() == ["accounts.db", "token.key"])
        }
    }

    @Test func `a folder's key does not replace one that another server makes at the same moment`() throws {
        try Self.with { database, store, path in
            let (one, other) = (store.accounts(), store.accounts())
            try Data(repeating: 7, count: 32).write(to: URL(fileURLWithPath: DataPaths(path).tokenKey))
            let key = [UInt8](repeating: 8, count: 32)
            let outcome = Locked<String?>(nil)
            let thread = DispatchGroup()
            try one.change { db in
                _ = try SecretTable.add(.tokenKey, key, db)
                DispatchQueue.global().async(group: thread) {
                    do {
                        try other.takeOver(FolderAccounts(of: DataPaths(path)))
                        outcome.withLock { $0 = "taken over" }
                    } catch {
                        outcome.withLock { $0 = "\(error)" }
                    }
                }
                let watching = try database.connect()
                let waiting =
                    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
                while try watching.integer(waiting) == 0 {
                    // A transaction in which nothing happens is ended after a while.
                    _ = try db.integer("SELECT 1")
                    try #require(outcome.withLock { $0 } == nil, "It did not wait.")
                }
            }
            #expect(thread.wait(timeout: .now() + 60) == .success)
            #expect(outcome.withLock { $0 }?.contains("token.key") == true)
            #expect(try one.tokenKey() == key)
        }
    }

    @Test func `accounts and keys of two places are not mixed`() throws {
        try Self.with { _, store, path in
            let accounts = store.accounts()
            _ = try accounts.add(account("ann"), Self.password, invite: nil)
            _ = try accounts.tokenKey()
            let paths = DataPaths(path)
            let folder = try SQLiteAccounts(path: paths.accounts)
            _ = try folder.add(account("bob"), Self.password, invite: nil)
            try folder.close()
            let other = #expect(throws: StoreError.self) { try accounts.takeOver(FolderAccounts(of: paths)) }
            #expect(other?.description.contains("the database has other ones") == true)
            #expect(try accounts.accounts(after: nil, limit: 9).map(\.name) == ["ann"])
            try FileManager.default.removeItem(atPath: paths.accounts)
            try Data(repeating: 7, count: 32).write(to: URL(fileURLWithPath: paths.tokenKey))
            let key = #expect(throws: StoreError.self) { try accounts.takeOver(FolderAccounts(of: paths)) }
            #expect(key?.description.contains("token.key") == true)
        }
    }
}

@Suite struct `A machine that takes over` {
    /// Appends a message.
    private func say(_ store: PostgresStore) throws {
        let newEvent = NewEvent(
            room: try #require(RoomName("lobby")), id: .random(), at: 1, author: Author(user: .issued(), name: "ann"),
            idempotencyKey: nil, mutation: .message(text: "hello"))
        _ = try store.append(Batch(newEvents: [newEvent]))
    }

    @Test func `goes on with the same log, and so does the one that was there before`() throws {
        try TestDatabase.with { database in
            let folder = try TemporaryFolder()
            func serve(_ name: String) throws -> Epoch {
                let store = try PostgresStore(address: database.uri, watermark: folder.path + "/" + name)
                try say(store)
                #expect(!store.continuityLost)
                try store.close()
                return store.epoch
            }
            let epoch = try serve("a")
            for name in ["b", "a", "a", "b"] { #expect(try serve(name) == epoch) }
        }
    }

    @Test func `gives the log a new epoch where the database may have gone back`() throws {
        try TestDatabase.with { database in
            let folder = try TemporaryFolder()
            let open = { try PostgresStore(address: database.uri, watermark: folder.path + "/" + $0) }
            let first = try open("a")
            try say(first)
            try first.close()
            // A standby was promoted since.
            try database.connect().execute("UPDATE serving SET timeline = timeline - 1")
            let second = try open("b")
            #expect(second.continuityLost && second.epoch != first.epoch)
            try second.close()
            // An older copy of the same files: the term went back.
            for _ in 0..<2 { try open("b").close() }
            try database.connect().execute("UPDATE serving SET term = term - 1")
            let third = try open("b")
            #expect(third.continuityLost)
            try third.close()
            // The database does not have what a server leaves there, so this machine knows nothing.
            try database.connect().execute("UPDATE serving SET cluster = NULL")
            let fourth = try open("c")
            #expect(fourth.continuityLost)
            try fourth.close()
            // An operator has loaded an older dump, and says so.
            try database.connect().execute("DELETE FROM meta WHERE key = 'epoch'")
            #expect(try open("d").continuityLost)
        }
    }
}
