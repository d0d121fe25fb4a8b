import ChatRooms
@testable import ChatSQLite
import ChatWire
import GRDB
import Testing

@Suite struct `A room that is deleted` {
    let ann = Sender(1)
    let bob = Sender(2)

    /// A log with a room of several transactions' worth of events, between events of the lobby.
    private func fill(_ store: SQLiteStore, _ gone: RoomName) throws {
        _ = try store.appended(ann.draft("first", number: 1))
        let drafts = (2...2_500).map { ann.draft("gone", number: $0, in: gone) }
        for start in stride(from: 0, to: drafts.count, by: Limits.commitBatch) {
            _ = try store.append(Array(drafts[start..<min(start + Limits.commitBatch, drafts.count)]))
        }
        _ = try store.append(
            [bob.draft("gone", number: 1, in: gone)], marks: [ReadMark(room: gone, user: bob.user, seq: 7)])
        _ = try store.appended(ann.draft("last", number: 2_600))
    }

    @Test func `leaves the other rooms as they were, and a log that is sound`() throws {
        try withFiles { files in
            let gone = try room("gone")
            let store = try files.open()
            try fill(store, gone)
            #expect(try store.delete(gone)?.events == 2_500)
            #expect(throws: StoreError.self) { try store.appended(ann.draft("more", number: 2_601)) }
            try store.close()
            let again = try files.open()
            #expect(!again.continuityLost, "the epoch is a new one already, and nothing else was lost")
            #expect(again.epoch != store.epoch)
            #expect(again.eventsAtOpening == 2)
            #expect(try again.log(of: .lobby).map(\.text) == ["first", "last"])
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
            _ = try store.delete(gone)
            try store.close()
            let again = try files.open()
            #expect(try again.refusal(ann.draft("gone", number: 2_000, in: gone)) == .messageDeleted)
            #expect(try again.refusal(bob.draft("gone", number: 1, in: gone)) == .messageDeleted)
            guard case .alreadyThere = try again.append(ann.draft("first", number: 1)) else {
                return #expect(Bool(false), "what is in another room is still known")
            }
            #expect(try again.append(ann.draft("never sent", number: 2_599)) == .passed)
            #expect(try again.appended(bob.draft("anew", number: 2, in: gone)).seq == 1)
            try again.close()
        }
    }

    @Test func `and was not there leaves the log alone`() throws {
        try withFiles { files in
            let store = try files.open()
            #expect(try store.delete(room("other")) == nil)
            #expect(try store.appended(ann.draft("hello")).seq == 1)
            try store.close()
        }
    }
}
