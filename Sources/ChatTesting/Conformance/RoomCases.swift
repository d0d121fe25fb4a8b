import ChatRooms
import ChatWire

private let ann = Sender(1)
private let refusal = WireError(.tooManyNewRooms, "no more")

private func draft(_ text: String, number: UInt64, in room: RoomName) -> Draft {
    var draft = ann.draft(text, number: number, in: room)
    draft.roomRefusal = refusal
    return draft
}

extension MessageStoreConformance {
    /// A room is made by its first event.
    static let rooms: [Case] = [
        Case("a draft that may make no room is refused where it would, and its number stays free") { store, check in
            let (made, other) = (try room("made"), try room("other"))
            check.expect(try store.refusal(draft("x", number: 1, in: made)) == .tooManyNewRooms)
            check.expect(try store.head(of: made) == 0)
            check.expect(try store.appended(ann.draft("x", number: 1, in: made)).seq == 1)
            check.expect(try store.appended(draft("y", number: 2, in: made)).seq == 2)
            // An accepted draft gets its answer again, even if its author may make no more rooms.
            check.expect(try store.append(draft("y", number: 2, in: made)) != .refused(refusal))
            check.expect(try store.refusal(draft("z", number: 3, in: other)) == .tooManyNewRooms)
        },
        Case("another draft of the same batch may make the room") { store, check in
            let made = try room("made")
            let outcomes = try store.append([
                draft("a", number: 1, in: made), ann.draft("b", number: 2, in: made), draft("c", number: 3, in: made),
            ])
            check.expect(outcomes[0] == .refused(refusal))
            check.expect(try store.log(of: made).map(\.text) == ["b", "c"])
        },
    ]
}
