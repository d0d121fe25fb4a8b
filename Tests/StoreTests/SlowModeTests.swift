import ChatRooms
import ChatTesting
import ChatWire
import Testing

@testable import ChatSQL
@testable import ChatSQLite

@Suite struct `Who must wait in slow mode` {
    private let ann = Sender(1)
    private let bob = Sender(2, name: "bob")

    private func newEvent(_ mutation: Mutation, of sender: Sender, at: Int64, in room: RoomName) -> NewEvent {
        var newEvent = sender.newEvent(mutation, in: room)
        newEvent.at = at
        return newEvent
    }

    private func newEvent(_ text: String, at: Int64, in room: RoomName) -> NewEvent {
        newEvent(.message(text: text), of: bob, at: at, in: room)
    }

    @Test func `must also wait after a room was removed`() throws {
        try withFiles { files in
            let store = try files.open()
            let (garden, attic) = (try room("garden"), try room("attic"))
            _ = try store.append([
                newEvent(.settings(SettingsChange(slowMode: 60)), of: ann, at: 1, in: garden),
                newEvent("hello", at: 1, in: attic), newEvent("1", at: 1_000, in: garden),
            ])
            #expect(try store.refusal(newEvent("2", at: 2_000, in: garden)) == .rateLimited)
            _ = try store.append(Batch(removal: Removal(.rooms([attic], quietSince: nil))))
            #expect(try store.refusal(newEvent("3", at: 3_000, in: garden)) == .rateLimited)
            #expect(try store.refusal(newEvent("4", at: 61_000, in: garden)) == nil)
            try store.close()
        }
    }

    @Test func `waits for no message whose transaction was rolled back`() {
        var record = RoomRecord()
        record.settings.slowMode = 60
        let room = RoomEnd(id: 1, generation: 0, head: 1, at: 1, record: record)
        var times = SlowModeTimes()
        times.beginTransaction()
        times.note(bob.user, at: 1_000, room)
        #expect(times.last(of: bob.user, in: 1) == 1_000, "a second message of the same transaction waits")
        times.committed()
        times.beginTransaction()
        times.note(bob.user, at: 2_000, room)
        // That one was rolled back.
        times.beginTransaction()
        #expect(times.last(of: bob.user, in: 1) == 1_000)
    }
}
