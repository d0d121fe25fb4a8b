import ChatRooms
import ChatSQLite
import ChatTesting
import ChatWire
import Testing

@Suite struct `A page of the list of rooms` {
    private let ann = Sender(1)
    private let bob = Sender(2)

    @Test func `has all rooms, however busy some are, and says where it has not counted all`() throws {
        let counted = Limits.unreadScanOfPage / Int(Limits.unreadCount)
        try withFolder { folder in
            let store = try SQLiteStore(path: folder + "/chat.db")
            let busy = (0...counted).compactMap { RoomName("busy-\(10 + $0)") }
            let quiet = try #require(RoomName("quiet"))
            for room in busy + [quiet] {
                let follow = Mutation.choose(ChoiceChange(room, isFollowed: true))
                _ = try store.appended(bob.newEvent(follow, in: .own(bob.user)))
                var messages = room == quiet ? 7 : Int(Limits.unreadCount) + 1
                while messages > 0 {
                    let count = min(messages, Limits.commitBatch)
                    _ = try store.append((0..<count).map { _ in ann.newEvent("x", in: room) })
                    messages -= count
                }
            }
            let page = try store.rooms(of: bob.user, after: nil, limit: 100)
            #expect(page.rooms.map(\.room) == busy + [quiet] && page.next == nil)
            #expect(page.rooms.prefix(counted).allSatisfy { $0.isExact && $0.unread == Limits.unreadCount })
            // The events that a page looks at are used up.
            #expect(!page.rooms[counted].isExact && page.rooms[counted].unread == UInt64(Limits.unreadScanLeast))
            #expect(page.rooms[counted + 1].isExact && page.rooms[counted + 1].unread == 7)
            let recent = try store.recentRooms(of: bob.user, .user, limit: 100, at: 0)
            #expect(Set(recent.rooms.map(\.room)) == Set(busy + [quiet]) && recent.areAll)
            #expect(recent.rooms.allSatisfy { $0.isExact || $0.unread >= UInt64(Limits.unreadScanLeast) })
            #expect(recent.rooms.first { $0.room == quiet }?.unread == 7)
            try store.close()
        }
    }
}
