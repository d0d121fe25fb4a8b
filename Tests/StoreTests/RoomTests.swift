import ChatRooms
import ChatWire
import Testing

@Suite struct `A room is made by its first event` {
    let ann = Sender(1)
    let refusal = WireError(.tooManyNewRooms, "no more")

    private func draft(_ text: String, number: UInt64, in room: RoomName) -> Draft {
        var draft = ann.draft(text, number: number, in: room)
        draft.roomRefusal = refusal
        return draft
    }

    @Test(arguments: StoreKind.allCases)
    func `a draft that may make no room is refused where it would, and its number stays free`(
        _ kind: StoreKind
    ) throws {
        try kind.withStore { store in
            let (made, other) = (try room("made"), try room("other"))
            #expect(try store.refusal(draft("x", number: 1, in: made)) == .tooManyNewRooms)
            #expect(try store.head(of: made) == 0)
            #expect(try store.appended(ann.draft("x", number: 1, in: made)).seq == 1)
            #expect(try store.appended(draft("y", number: 2, in: made)).seq == 2)
            // What was accepted is answered again, whatever may be made now.
            #expect(try store.append(draft("y", number: 2, in: made)) != .refused(refusal))
            #expect(try store.refusal(draft("z", number: 3, in: other)) == .tooManyNewRooms)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `another draft of the same batch may make the room`(_ kind: StoreKind) throws {
        try kind.withStore { store in
            let made = try room("made")
            let outcomes = try store.append([
                draft("a", number: 1, in: made), ann.draft("b", number: 2, in: made), draft("c", number: 3, in: made),
            ])
            #expect(outcomes[0] == .refused(refusal))
            #expect(try store.log(of: made).map(\.text) == ["b", "c"])
        }
    }
}
