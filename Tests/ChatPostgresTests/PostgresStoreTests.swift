import ChatRooms
import ChatSQL
import ChatTesting
import ChatWire
import Foundation
import Testing

@testable import ChatPostgres

@Suite struct `The log in PostgreSQL` {
    @Test(arguments: MessageStoreConformance.cases)
    func `keeps the duties of a store`(_ duty: MessageStoreConformance.Case) throws {
        // Of another locale than C, as most databases are: no duty depends on it.
        try TestDatabase.with("TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en'") { database in
            let folder = try TemporaryFolder()
            let suite = MessageStoreConformance {
                try PostgresStore(address: database.uri, watermark: folder.path + "/log")
            }
            #expect(suite.failures(of: duty) == [])
        }
    }

    @Test func `is served by a session that has the lock, which a pooler may not give back`() throws {
        try TestDatabase.with { database in
            let (one, other) = (try database.connect(), try database.connect())
            for isShared in [true, false] {
                #expect(try ServerLock.take(one, isShared: isShared))
                #expect(try ServerLock.isHeld(by: one))
                #expect(try !ServerLock.isHeld(by: other))
            }
        }
    }

    /// Its former versions of rows would stay, and the next server could not change a table.
    @Test func `is held by no read of a server that stands still for long`() throws {
        try TestDatabase.with { database in
            let folder = try TemporaryFolder()
            let store = try PostgresStore(address: database.uri, watermark: folder.path + "/log")
            let seconds = try store.read { db in
                try db.integer(
                    "SELECT setting::BIGINT / 1000 FROM pg_settings WHERE name = 'idle_in_transaction_session_timeout'")
            }
            #expect(seconds == Int64(Limits.databaseHang))
            try store.close()
        }
    }

    @Test func `is refused if a newer Martlet has served it`() throws {
        try TestDatabase.with { database in
            let folder = try TemporaryFolder()
            let open = { try PostgresStore(address: database.uri, watermark: folder.path + "/log") }
            try open().close()
            try database.connect().execute("UPDATE meta SET value = value + 1 WHERE key = 'kinds'")
            let error = #expect(throws: StoreError.self) { try open() }
            #expect(error?.description.contains("newer Martlet") == true)
        }
    }
}

/// A folder that goes with this object.
final class TemporaryFolder: Sendable {
    let path = NSTemporaryDirectory() + "/" + UUID().uuidString

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
