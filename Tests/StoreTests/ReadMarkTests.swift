import ChatRooms
import ChatWire
import Testing

@Suite struct `Read marks are kept` {
    let ann = Sender(1)
    let bob = Sender(2)

    @Test(arguments: StoreKind.allCases)
    func `each user has one in each room, and it never goes back`(kind: StoreKind) throws {
        try kind.withStore { store in
            let garden = try room("garden")
            _ = try store.append([ann.draft("1"), ann.draft("2"), ann.draft("1", in: garden)])
            func mark(_ sender: Sender, _ seq: UInt64, in room: RoomName = .lobby) throws {
                _ = try store.append([], marks: [ReadMark(room: room, user: sender.user, seq: seq)])
            }
            try #expect(store.mark(of: ann.user, in: .lobby) == nil)
            try mark(ann, 2)
            try mark(ann, 1)
            try mark(bob, 1)
            try mark(ann, 1, in: garden)
            try #expect(store.mark(of: ann.user, in: .lobby) == 2)
            try #expect(store.mark(of: bob.user, in: .lobby) == 1)
            try #expect(store.mark(of: ann.user, in: garden) == 1)
            try #expect(store.mark(of: bob.user, in: garden) == nil)
            try #expect(store.mark(of: bob.user, in: room("nowhere")) == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `marks and messages go in one commit`(kind: StoreKind) throws {
        try kind.withStore { store in
            let marks = [1, 3, 2].map { ReadMark(room: .lobby, user: ann.user, seq: $0) }
            let outcomes = try store.append([ann.draft("1"), ann.draft("2"), ann.draft("3")], marks: marks)
            #expect(outcomes.count == 3)
            try #expect(store.mark(of: ann.user, in: .lobby) == 3)
        }
    }

    @Test func `reopened, they are still there`() throws {
        try withFiles { files in
            try files.withStore { store in
                _ = try store.append([ann.draft("1")], marks: [ReadMark(room: .lobby, user: ann.user, seq: 1)])
            }
            try files.withStore { try #expect($0.mark(of: ann.user, in: .lobby) == 1) }
        }
    }
}
