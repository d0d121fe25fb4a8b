import ChatRooms
import ChatTesting
import ChatWire
import Testing

@Suite struct `Read marks are kept` {
    let ann = Sender(1)
    let bob = Sender(2)

    @Test func `reopened, they are still there`() throws {
        try withFiles { files in
            try files.withStore { store in
                _ = try store.append([ann.newEvent("1")], marks: [ReadMark(room: .lobby, user: ann.user, point: 1)])
            }
            try files.withStore { try #expect($0.mark(of: ann.user, in: .lobby) == 1) }
        }
    }
}
