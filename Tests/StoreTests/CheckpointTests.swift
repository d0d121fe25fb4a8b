import ChatRooms
@testable import ChatSQLite
import ChatWire
import Foundation
import GRDB
import Testing

@Suite struct `Checkpoints run beside the appender` {
    @Test func `the log is folded beside the commits until little is left, and then begins anew`() {
        var rule = CheckpointRule()
        #expect(rule.committed(pages: CheckpointRule.begin - 1) == .nothing)
        #expect(rule.committed(pages: CheckpointRule.begin) == .foldBeside)
        let (more, last) = (
            CheckpointRule.begin + CheckpointRule.few + 1, CheckpointRule.begin + 3 * CheckpointRule.few
        )
        // One at a time.
        #expect(rule.committed(pages: more) == .nothing)
        rule.ended(folded: CheckpointRule.begin)
        #expect(rule.committed(pages: more) == .foldBeside)
        rule.ended(folded: last - CheckpointRule.few)
        #expect(rule.committed(pages: last) == .foldNow)
        rule.ended(folded: last)
        #expect(rule.committed(pages: 2) == .nothing)
        #expect(rule.committed(pages: CheckpointRule.begin) == .foldBeside)
    }

    @Test func `a log that grows faster than it is folded makes the appender wait`() {
        var rule = CheckpointRule()
        #expect(rule.committed(pages: CheckpointRule.begin) == .foldBeside)
        #expect(rule.committed(pages: CheckpointRule.most - 1) == .nothing)
        #expect(rule.committed(pages: CheckpointRule.most) == .foldNow)
    }

    @Test func `after a checkpoint that failed nothing is appended and the log is left as it is`() throws {
        try withFiles { files in
            let store = try files.open()
            _ = try store.append([Sender(1).draft("hello")])
            let log = try #require(files.image().log)
            // Within a transaction there can be no checkpoint: the one way to make it fail that needs no broken disk.
            #expect(throws: DatabaseError.self) {
                try store.pool.write { db in
                    try db.execute(sql: "INSERT INTO meta VALUES ('test', 0)")
                    try store.checkpoints.committed(pages: CheckpointRule.most, db)
                }
            }
            #expect(throws: StoreError.self) { try store.append([Sender(1).draft("hello?")]) }
            // SQLite would fold the log while it closes.
            #expect(throws: StoreError.self) { try store.close() }
            try #expect(files.image().log == log)
        }
    }
}
