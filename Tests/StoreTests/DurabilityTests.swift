import ChatRooms
@testable import ChatSQLite
import ChatTesting
import ChatWire
import Foundation
import GRDB
import Testing

@Suite struct `What was appended stays` {
    let ann = Sender(1)

    @Test func `reopened, the log and its numbering go on`() throws {
        try withFiles { files in
            let garden = try room("garden")
            let before = try files.withStore { store in
                _ = try store.append(
                    (1...250).map { ann.newEvent("\($0)", number: $0, in: $0 % 3 == 0 ? garden : .lobby) })
                return [try store.log(of: .lobby), try store.log(of: garden)]
            }
            try files.withStore { store in
                try #expect([store.log(of: .lobby), store.log(of: garden)] == before)
                #expect(store.eventsAtOpening == 250)
                try #expect(store.appended(ann.newEvent("next", number: 251)).seq == Seq(count: before[0].count + 1))
            }
        }
    }

    @Test func `reopened, a message sent again is still the first one`() throws {
        try withFiles { files in
            let first = try files.withStore { store in
                let first = try store.appended(ann.newEvent("hello", number: 5))
                _ = try store.appended(ann.newEvent("later", number: 9))
                return first
            }
            try files.withStore { store in
                try #expect(store.append(ann.newEvent("hello", number: 5)) == .alreadyThere(first))
                try #expect(store.append(ann.newEvent("hullo", number: 5)) == .conflict)
                try #expect(store.append(ann.newEvent("six", number: 6)) == .passed)
                try #expect(store.append(ann.newEvent("zero", number: 0)) == .passed)
            }
        }
    }

    @Test func `forgotten caches are read back`() throws {
        try withFiles { files in
            try files.withStore { store in
                // More rooms and devices than are kept.
                for first in stride(from: 0, to: 10_240, by: 1_024) {
                    let outcomes = try store.append(
                        (first..<first + 1_024).map { index in
                            Sender(UInt64(index)).newEvent("one", number: 4, in: try room("room-\(index)"))
                        })
                    #expect(outcomes.count == 1_024)
                }
                try #expect(store.appended(Sender(3).newEvent("two", number: 5, in: room("room-3"))).seq == 2)
                try #expect(store.append(Sender(4).newEvent("old", number: 3, in: room("room-4"))) == .passed)
            }
        }
    }

    @Test func `commits are flushed, in a write-ahead log`() throws {
        try withFiles { files in
            try files.withStore { store in
                let pragmas = try store.pool.writeWithoutTransaction { db in
                    try ["synchronous", "journal_mode", "foreign_keys", "trusted_schema"].map {
                        try String.fetchOne(db, sql: "PRAGMA \($0)")
                    }
                }
                #expect(pragmas == ["2", "wal", "1", "0"])
            }
        }
    }

    @Test func `the write-ahead log stays short`() throws {
        try withFiles { files in
            try files.withStore { store in
                let text = String(repeating: "x", count: Limits.textBytes)
                for _ in 0..<110 { _ = try store.append((0..<50).map { _ in ann.newEvent(text) }) }
                let size = try FileManager.default.attributesOfItem(atPath: files.log)[.size] as? Int
                // What a log has at most, and one commit; all that was written is 90 MiB.
                try #expect(#require(size) < (Limits.logPages * 4_120) + (2 << 20))
            }
        }
    }

    @Test func `closed, the database is one file that can be copied`() throws {
        try withFiles { files in
            try files.withStore { store in
                _ = try store.append([ann.newEvent("hello")])
                _ = try store.log(of: .lobby)
            }
            #expect(!FileManager.default.fileExists(atPath: files.log))
        }
    }

    @Test func `only its owner may read it`() throws {
        try withFolder { folder in
            let files = DatabaseFiles(folder: folder + "/new/data")
            let store = try files.open()
            _ = try store.append([ann.newEvent("hello")])
            for path in [files.database, files.log, files.watermark, files.database + ".lock"] {
                try #expect(mode(path) == 0o600, "\(path)")
            }
            try #expect(mode(files.folder) == 0o700)
            try store.close()
        }
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `a full disk acknowledges nothing, and takes messages again when it has room`() throws {
        try withFiles { files in
            let store = try files.open()
            let text = String(repeating: "x", count: 1_000)
            try store.pool.writeWithoutTransaction { db in
                let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
                try db.execute(sql: "PRAGMA max_page_count = \(pages + 20)")
            }
            var acknowledged = 0
            var refusal: StoreError?
            while refusal == nil, acknowledged < 1_000 {
                do {
                    acknowledged += try store.append((0..<7).map { _ in ann.newEvent(text) }).count
                } catch let error as StoreError {
                    refusal = error
                }
            }
            guard case .full(let sentence) = refusal else { throw NotAppended() }
            #expect(sentence.contains("full"))
            try expectOnly(acknowledged, in: store)
            try store.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
            try #expect(store.appended(ann.newEvent("room again")).seq == Seq(count: acknowledged + 1))
            try store.close()
            try files.withStore { store in
                #expect(!store.continuityLost)
                try expectOnly(acknowledged + 1, in: store)
                try #expect(store.appended(ann.newEvent("on it goes")).seq == Seq(count: acknowledged + 2))
            }
        }
    }

    private func expectOnly(_ count: Int, in store: SQLiteStore) throws {
        try #expect(store.head(of: .lobby) == Seq(count: count))
        try #expect(store.log(of: .lobby).map(\.seq) == Array(1...Seq(count: count)))
    }
}
