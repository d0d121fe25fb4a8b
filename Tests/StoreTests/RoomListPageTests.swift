import ChatRooms
import ChatSQLite
import ChatTesting
import ChatWire
import Testing

@Suite struct `A page of the list of rooms` {
    private let ann = Sender(1)
    private let bob = Sender(2)

    @Test func `ends when enough events were counted, and the next one goes on`() throws {
        let needed = Int(Limits.unreadScanOfPage) / Limits.unreadScan
        try withFolder { folder in
            let store = try SQLiteStore(path: folder + "/chat.db")
            let rooms = (0...needed).compactMap { RoomName("busy-\($0)") }
            for room in rooms {
                for _ in 0..<Limits.unreadScan / Limits.commitBatch + 1 {
                    try store.appendAll((0..<Limits.commitBatch).map { _ in ann.newEvent("x", in: room) })
                }
                let follow = Mutation.choose(ChoiceChange(room, isFollowed: true))
                _ = try store.appended(bob.newEvent(follow, in: .own(bob.user)))
            }
            let first = try store.rooms(of: bob.user, after: nil, limit: 100)
            #expect(first.rooms.map(\.room) == Array(rooms.dropLast()) && first.next == rooms[needed - 1])
            #expect(first.rooms.allSatisfy { $0.unread == Limits.unreadCount })
            let second = try store.rooms(of: bob.user, after: first.next, limit: 100)
            #expect(second.rooms.map(\.room) == [rooms[needed]] && second.next == nil)
            let recent = try store.recentRooms(of: bob.user, .user, limit: 100, at: 0)
            #expect(recent.rooms.count == needed && !recent.areAll)
            try store.close()
        }
    }
}
