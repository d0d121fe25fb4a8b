import ChatRooms
@testable import ChatSQLite
import ChatTesting
import ChatWire
import Foundation
import GRDB
import Testing

@Suite struct `Checkpoints run beside the appender` {
    @Test func `the log is folded beside the commits until little is left, and then begins anew`() {
        var rule = CheckpointRule()
        #expect(rule.committed(pages: Limits.checkpointPages - 1) == .nothing)
        #expect(rule.committed(pages: Limits.checkpointPages) == .foldBeside)
        let (more, last) = (
            Limits.checkpointPages + Limits.checkpointPagesFew + 1,
            Limits.checkpointPages + 3 * Limits.checkpointPagesFew
        )
        // One at a time.
        #expect(rule.committed(pages: more) == .nothing)
        rule.ended(folded: Limits.checkpointPages)
        #expect(rule.committed(pages: more) == .foldBeside)
        rule.ended(folded: last - Limits.checkpointPagesFew)
        #expect(rule.committed(pages: last) == .foldNow)
        rule.ended(folded: last)
        #expect(rule.committed(pages: 2) == .nothing)
        #expect(rule.committed(pages: Limits.checkpointPages) == .foldBeside)
    }

    @Test func `a log that grows faster than it is folded makes the appender wait`() {
        var rule = CheckpointRule()
        #expect(rule.committed(pages: Limits.checkpointPages) == .foldBeside)
        #expect(rule.committed(pages: Limits.logPages - 1) == .nothing)
        #expect(rule.committed(pages: Limits.logPages) == .foldNow)
    }

    @Test func `after a checkpoint that failed nothing is appended and the log is left as it is`() throws {
        try withFiles { files in
            let store = try files.open()
            _ = try store.append([Sender(1).newEvent("hello")])
            let log = try #require(files.image().log)
            // Within a transaction there can be no checkpoint: the one way to make it fail that
            // needs no broken disk.
            #expect(throws: DatabaseError.self) {
                try store.pool.write { db in
                    try db.execute(sql: "INSERT INTO meta VALUES ('test', 0)")
                    try store.checkpoints.committed(pages: Limits.logPages, db)
                }
            }
            #expect(throws: StoreError.self) { try store.append([Sender(1).newEvent("hello?")]) }
            // SQLite would fold the log while it closes.
            #expect(throws: StoreError.self) { try store.close() }
            try #expect(files.image().log == log)
        }
    }
}
