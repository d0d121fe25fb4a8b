import ChatRooms
@testable import ChatSQLite
import ChatTesting
import ChatWire
import GRDB
import Testing

@Suite struct `A room that is deleted` {
    let ann = Sender(1)
    let bob = Sender(2)

    /// A log with a room of several transactions' worth of events, between events of the lobby.
    private func fill(_ store: SQLiteStore, _ gone: RoomName) throws {
        _ = try store.appended(ann.newEvent("first", number: 1))
        let newEvents = (2...2_500).map { ann.newEvent("gone", number: $0, in: gone) }
        for start in stride(from: 0, to: newEvents.count, by: Limits.commitBatch) {
            _ = try store.append(Array(newEvents[start..<min(start + Limits.commitBatch, newEvents.count)]))
        }
        _ = try store.append(
            [bob.newEvent("gone", number: 1, in: gone)], marks: [ReadMark(room: gone, user: bob.user, point: 7)])
        _ = try store.appended(ann.newEvent("last", number: 2_600))
    }

    @Test func `leaves the other rooms as they were, and a log that is sound`() throws {
        try withFiles { files in
            let gone = try room("gone")
            let store = try files.open()
            try fill(store, gone)
            let epochs = try [gone, .lobby].map { try store.epoch(of: $0) }
            let removed = try store.remove(.rooms([gone], quietSince: nil)) { _ in }
            #expect(removed.events == 2_500 && removed.rooms == [gone])
            #expect(try store.appended(ann.newEvent("more", number: 2_601)).seq == 3)
            try store.close()
            let again = try files.open()
            #expect(!again.continuityLost && again.epoch == store.epoch)
            #expect(try again.epoch(of: gone) != epochs[0])
            #expect(try again.epoch(of: .lobby) == epochs[1])
            #expect(again.eventsAtOpening == 3)
            #expect(try again.log(of: .lobby).map(\.text) == ["first", "last", "more"])
            #expect(try again.head(of: gone) == 0)
            #expect(try again.mark(of: bob.user, in: gone) == nil)
            #expect(try again.pool.read { try Row.fetchAll($0, sql: "PRAGMA foreign_key_check") }.isEmpty)
            try again.close()
        }
    }

    @Test func `takes no message again that it had`() throws {
        try withFiles { files in
            let gone = try room("gone")
            let store = try files.open()
            try fill(store, gone)
            // Also while its events are still on the disk.
            _ = try store.append(Batch(removal: Removal(.rooms([gone], quietSince: nil))))
            #expect(try store.refusal(ann.newEvent("gone", number: 2_000, in: gone)) == .messageDeleted)
            _ = try store.remove(.remains) { _ in }
            try store.close()
            let again = try files.open()
            #expect(try again.refusal(ann.newEvent("gone", number: 2_000, in: gone)) == .messageDeleted)
            #expect(try again.refusal(bob.newEvent("gone", number: 1, in: gone)) == .messageDeleted)
            guard case .alreadyThere = try again.append(ann.newEvent("first", number: 1)) else {
                return #expect(Bool(false), "what is in another room is still known")
            }
            #expect(try again.append(ann.newEvent("never sent", number: 2_599)) == .passed)
            #expect(try again.appended(bob.newEvent("anew", number: 2, in: gone)).seq == 1)
            try again.close()
        }
    }

    @Test func `that was not there leaves the log alone`() throws {
        try withFiles { files in
            let store = try files.open()
            #expect(try store.remove(.rooms([room("other")], quietSince: nil)) { _ in } == Removed())
            #expect(try store.appended(ann.newEvent("hello")).seq == 1)
            try store.close()
        }
    }

    @Test func `is gone with its first step, and its name can be another room's at once`() throws {
        try withFiles { files in
            let gone = try room("gone")
            let store = try files.open()
            try fill(store, gone)
            let before = try store.epoch(of: gone)
            let first = try store.append(Batch(removal: Removal(.rooms([gone], quietSince: nil)))).removal
            #expect(try first?.get().next == .remains)
            #expect(try store.head(of: gone) == 0)
            let appended = try store.append(Batch(newEvents: [bob.newEvent("anew", number: 2, in: gone)]))
            let epoch = try store.epoch(of: gone)
            #expect(epoch != before && appended.epochs == [gone: epoch])
            #expect(try store.history(of: gone, at: .newest, limit: 10).epoch == epoch)
            // It is made of the generation of its removal, and so is every room from then on.
            #expect(try store.append(Batch(newEvents: [bob.newEvent("x", number: 3)])).epochs == [:])
            _ = try store.remove(.remains) { _ in }
            #expect(try store.log(of: gone).map(\.text) == ["anew"])
            #expect(try store.pool.read { try Row.fetchAll($0, sql: "PRAGMA foreign_key_check") }.isEmpty)
            let rooms = try store.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM room") }
            #expect(rooms == 2)
            try store.close()
        }
    }

    @Test func `is removed for being quiet only where nothing happened since`() throws {
        try withFiles { files in
            let store = try files.open()
            let event = try store.appended(ann.newEvent("hello", number: 1, in: room("old")))
            _ = try store.appended(ann.newEvent("hello", number: 2, in: room("older")))
            let (quiet, last) = try store.quietRooms(since: event.at + 1, after: nil)
            let rooms = try [room("old"), room("older")]
            #expect(quiet == rooms)
            #expect(last == rooms.last)
            #expect(try store.quietRooms(since: event.at, after: nil).rooms.isEmpty)
            #expect(try store.quietRooms(since: .max, after: room("old")).rooms == [room("older")])
            let removed = try store.remove(.rooms([room("old"), room("none")], quietSince: event.at)) { _ in }
            #expect(removed.rooms.isEmpty)
            #expect(try store.remove(.rooms([room("old")], quietSince: event.at + 1)) { _ in }.rooms == [room("old")])
            try store.close()
        }
    }

    @Test func `is looked for on both sides of users' own logs, which are not rooms`() throws {
        try withFiles { files in
            let store = try files.open()
            let rooms = try ["0day", "zoo"].map { try room($0) }
            for name in rooms { _ = try store.appended(ann.newEvent("hello", in: name)) }
            for user in (100..<120).map({ Sender($0) }) {
                _ = try store.appended(user.newEvent(.block(bob.user, on: true), in: .own(user.user)))
            }
            let (quiet, last) = try store.quietRooms(since: .max, after: nil)
            #expect(quiet == rooms && last == rooms.last)
            #expect(try store.quietRooms(since: .max, after: rooms[0]).rooms == [rooms[1]])
            try store.close()
        }
    }

    @Test func `takes the drafts for it along, and as many as there are in steps`() throws {
        try withFiles { files in
            let gone = try room("gone")
            let store = try files.open()
            _ = try store.appended(ann.newEvent("hello", number: 1, in: gone))
            var kept = [KeptDraft(user: ann.user, room: .lobby, text: "stays", at: 1)]
            for number in 1...Limits.removalEvents + 5 {
                kept.append(KeptDraft(user: Sender(number).user, room: gone, text: "goes", at: 1))
            }
            _ = try store.append(Batch(kept: kept))
            let first = try store.append(Batch(removal: Removal(.rooms([gone], quietSince: nil)))).removal?.get()
            #expect(first?.next == .drafts && first?.rooms == [])
            #expect(try store.head(of: gone) == 1)
            let second = try store.append(Batch(removal: Removal(.rooms([gone], quietSince: nil), at: .drafts)))
            #expect(try second.removal?.get().rooms == [gone])
            #expect(try store.head(of: gone) == 0)
            let left = try store.pool.read { try String.fetchAll($0, sql: "SELECT room FROM draft") }
            #expect(left == ["lobby"])
            try store.close()
        }
    }

    @Test func `keeps its files from those who found a room meanwhile`() throws {
        try withFiles { files in
            let garden = try #require(RoomName("g-" + String(repeating: "1", count: 26)))
            let zeros = try #require(RoomName("g-" + String(repeating: "0", count: 26)))
            let store = try files.open()
            _ = try store.appended(ann.newEvent(.settings(SettingsChange(title: "Garden")), in: garden))
            let file = ann.file(1)
            let newEvent = ann.newEvent(.message(text: "see", attachment: file.attachment), in: garden)
            #expect(try store.append(Batch(newEvents: [newEvent], files: [file])).outcomes.count == 1)
            #expect(try store.file(file.attachment.id, for: Visitor(ann.user), at: 9) != nil)
            _ = try store.append(Batch(removal: Removal(.rooms([garden], quietSince: nil))))
            _ = try store.appended(bob.newEvent(.settings(SettingsChange(title: "Mine")), in: zeros))
            #expect(try store.file(file.attachment.id)?.message != nil)
            for reader in [Visitor(bob.user), Visitor(bob.user, .administrator), nil] {
                #expect(try store.file(file.attachment.id, for: reader, at: 9) == nil)
            }
            try store.close()
        }
    }

    @Test func `does not give its number to the next room, also after a restart`() throws {
        try withFiles { files in
            let store = try files.open()
            func id(_ name: String, _ store: SQLiteStore) throws -> Int64? {
                try store.pool.read {
                    try Int64.fetchOne($0, sql: "SELECT id FROM room WHERE name = ?", arguments: [name])
                }
            }
            for (number, name) in ["one", "two", "three"].enumerated() {
                _ = try store.appended(ann.newEvent("hello", number: UInt64(number + 1), in: room(name)))
            }
            #expect(try id("three", store) == 3)
            for name in ["three", "two"] {
                _ = try store.remove(.rooms([room(name)], quietSince: nil)) { _ in }
            }
            _ = try store.appended(ann.newEvent("hello", number: 4, in: room("four")))
            #expect(try id("four", store) == 4)
            _ = try store.remove(.rooms([room("four")], quietSince: nil)) { _ in }
            try store.close()
            let again = try files.open()
            _ = try again.appended(ann.newEvent("hello", number: 5, in: room("five")))
            #expect(try id("five", again) == 5)
            try again.close()
        }
    }

    @Test func `gives its number back when all have been given`() throws {
        try withFiles { files in
            let store = try files.open()
            for number: UInt64 in 1...3 {
                _ = try store.appended(ann.newEvent("hello", number: number, in: room("r\(number)")))
            }
            try store.pool.write { try $0.execute(sql: "INSERT INTO room (id, name) VALUES (8388607, 'last')") }
            _ = try store.remove(.rooms([room("r2")], quietSince: nil)) { _ in }
            #expect(try store.appended(ann.newEvent("anew", number: 4, in: room("r4"))).seq == 1)
            #expect(try store.pool.read { try Int64.fetchOne($0, sql: "SELECT id FROM room WHERE name = 'r4'") } == 2)
            #expect(try store.log(of: room("r4")).map(\.text) == ["anew"])
            try store.pool.write { try $0.execute(sql: "DELETE FROM room WHERE name = 'last'") }
            try store.close()
        }
    }

    @Test func `gives the first number again when no other is unused behind a room`() throws {
        try withFiles { files in
            let store = try files.open()
            try store.pool.write { try $0.execute(sql: "INSERT INTO room (id, name) VALUES (8388607, 'last')") }
            #expect(try store.appended(ann.newEvent("hello", number: 1, in: room("r1"))).seq == 1)
            #expect(try store.pool.read { try Int64.fetchOne($0, sql: "SELECT id FROM room WHERE name = 'r1'") } == 1)
            try store.pool.write { try $0.execute(sql: "DELETE FROM room WHERE name = 'last'") }
            try store.close()
        }
    }
}
