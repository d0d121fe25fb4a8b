import ChatRooms
import ChatSQLite
import ChatTesting
import ChatWire
import Testing

@Suite struct `What an erased person had chosen` {
    @Test func `is forgotten by the server that runs`() throws {
        let (ann, bob) = (Sender(1), Sender(2))
        let garden = try #require(RoomName("garden"))
        try withFolder { folder in
            let store = try SQLiteStore(path: folder + "/chat.db")
            _ = try store.appended(ann.newEvent("hello", in: garden))
            func choose(_ change: ChoiceChange) throws {
                _ = try store.appended(bob.newEvent(.choose(change), in: .own(bob.user)))
            }
            try choose(ChoiceChange(garden, isFollowed: true))
            var place: Removal.Place?
            repeat {
                let step = try #require(try store.append(Batch(removal: Removal(.person(bob.user), at: place))).removal)
                place = try step.get().next
            } while place != nil
            try choose(ChoiceChange(garden, isPinned: true))
            #expect(try store.rooms(of: bob.user, after: nil, limit: 10).rooms.first?.choice.isFollowed != true)
            try store.close()
        }
    }
}
