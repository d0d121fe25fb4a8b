import ChatRooms
@testable import ChatSQL
@testable import ChatSQLite
import ChatTesting
import ChatWire
import GRDB
import Testing

@Suite struct `The last message of a room` {
    private let ann = Sender(1)

    /// A store whose lobby has some messages, and then changes of its topic.
    private func withChanges(
        _ changes: Int, after messages: Int = 3, _ body: (SQLiteStore) throws -> Void
    ) throws {
        try withFiles { files in
            try files.withStore { store in
                _ = try store.append((1...messages).map { ann.newEvent("message \($0)") })
                try change(changes, store)
                try body(store)
            }
        }
    }

    private func change(_ count: Int, _ store: SQLiteStore) throws {
        var left = count
        while left > 0 {
            let some = min(left, Limits.commitBatch)
            let events = (0..<some).map { number in
                var change = ann.newEvent(.settings(SettingsChange(topic: "\(number)")))
                change.role = .administrator
                return change
            }
            #expect(try store.append(events).allSatisfy { $0.refusal == nil })
            left -= some
        }
    }

    /// What a page of a list finds that may look at so many events.
    private func find(
        _ store: SQLiteStore, _ gaps: MessageGaps, scan: Int = 100_000, from first: Seq = 1
    ) throws -> (text: String?, statements: Int) {
        try store.read { db in
            let counting = CountingDatabase(db)
            var lasts = LastMessages(gaps, scan: scan)
            let log = try self.log(store, db)
            let head = try EventReader.head(of: .lobby, db)
            return (try lasts.find(in: log, .lobby, from: first, head: head, counting)?.text, counting.statements)
        }
    }

    private func log(_ store: SQLiteStore, _ db: any SQLDatabase) throws -> MessageGaps.Log {
        MessageGaps.Log(room: try #require(try EventReader.room(.lobby, db)), epoch: store.epoch)
    }

    @Test func `takes one look among the last events`() throws {
        try withChanges(Limits.lastMessageScanLeast - 1) { store in
            let (text, statements) = try find(store, MessageGaps(), scan: 0)
            // The look, the message and its changes.
            #expect(text == "message 3" && statements == 3)
        }
    }

    @Test func `is found in parts, each event looked at once`() throws {
        try withChanges(2_000) { store in
            let gaps = MessageGaps()
            for looks in 1...3 {
                #expect(try find(store, gaps, scan: 600).text == nil)
                let log = try store.read { db in try self.log(store, db) }
                let looked = looks * (600 + Limits.lastMessageScanLeast)
                #expect(gaps[log] == MessageGaps.Gap(after: Seq(UInt64(2_003 - looked)), end: 2_003))
            }
            #expect(try find(store, gaps, scan: 600).text == "message 3")
            // Behind what is known, and directly before it.
            #expect(try find(store, gaps, scan: 0).text == "message 3")
            try change(Limits.lastMessageScanLeast - 1, store)
            #expect(try find(store, gaps, scan: 1).text == "message 3")
        }
    }

    @Test func `is not looked for again among events that a person may not read`() throws {
        try withChanges(2_000) { store in
            let gaps = MessageGaps()
            #expect(try find(store, gaps, from: 1_000).text == nil)
            let again = try find(store, gaps, from: 1_000)
            #expect(again.text == nil && again.statements == 0)
            #expect(try find(store, gaps, from: 3).text == "message 3")
            #expect(try find(store, gaps, from: 4).statements == 0)
        }
    }

    @Test func `is the one before a damaged one`() throws {
        try withChanges(0) { store in
            try store.pool.write { try $0.execute(sql: "UPDATE event SET text = 'altered' WHERE id & 255 = 3") }
            #expect(try find(store, MessageGaps()).text == "message 2")
        }
        try withChanges(2_000) { store in
            let gaps = MessageGaps()
            try store.pool.write { try $0.execute(sql: "UPDATE event SET text = 'altered' WHERE id & 65535 = 3") }
            for _ in 0..<2 { #expect(try find(store, gaps).text == "message 2") }
        }
    }

    @Test func `is not looked for among messages that are past their time`() throws {
        try withChanges(60, after: 800) { store in
            let now = ann.newEvent("").at + 1_000
            var next: RoomName?
            repeat {
                let expiry = Expiry(Retention(keep: 1), now: now, room: next)
                next = try #require(try store.append(Batch(expiry: expiry)).expired).next
            } while next != nil
            let gaps = MessageGaps()
            let first = try find(store, gaps, scan: 10)
            #expect(first.text == nil && first.statements == 2)
            let again = try find(store, gaps)
            #expect(again.text == nil && again.statements == 0)
        }
    }

    @Test func `is remembered by what touches, and by the longer one else`() {
        let (gaps, log) = (MessageGaps(), MessageGaps.Log(room: 1, epoch: MemoryStore().epoch))
        gaps.note(after: 10, end: 20, in: log)
        #expect(gaps[log] == nil, "too short")
        gaps.note(after: 1_000, end: 3_000, in: log)
        gaps.note(after: 5_000, end: 6_000, in: log)
        #expect(gaps[log] == MessageGaps.Gap(after: 1_000, end: 3_000))
        gaps.note(after: 2_000, end: 4_000, in: log)
        gaps.note(after: 500, end: 1_000, in: log)
        #expect(gaps[log] == MessageGaps.Gap(after: 500, end: 4_000))
        gaps.note(after: 5_000, end: 9_000, in: log)
        #expect(gaps[log] == MessageGaps.Gap(after: 5_000, end: 9_000))
    }
}
