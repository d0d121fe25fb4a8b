import ChatRooms
import ChatWire

private let ann = Sender(1)
private let refusal = WireError(.tooManyNewRooms, "no more")

private func newEvent(_ text: String, number: UInt64, in room: RoomName) -> NewEvent {
    var newEvent = ann.newEvent(text, number: number, in: room)
    newEvent.roomRefusal = refusal
    return newEvent
}

extension MessageStoreConformance {
    /// A room is made by its first event.
    static let rooms: [Case] = [
        Case("a new event that may make no room is refused where it would, and its number stays free") { store, check in
            let (made, other) = (try room("made"), try room("other"))
            check.expect(try store.refusal(newEvent("x", number: 1, in: made)) == .tooManyNewRooms)
            check.expect(try store.head(of: made) == 0)
            check.expect(try store.appended(ann.newEvent("x", number: 1, in: made)).seq == 1)
            check.expect(try store.appended(newEvent("y", number: 2, in: made)).seq == 2)
            // An accepted new event gets its answer again, even if its author may make no more
            // rooms.
            check.expect(try store.append(newEvent("y", number: 2, in: made)) != .refused(refusal))
            check.expect(try store.refusal(newEvent("z", number: 3, in: other)) == .tooManyNewRooms)
        },
        Case("another new event of the same batch may make the room") { store, check in
            let made = try room("made")
            let outcomes = try store.append([
                newEvent("a", number: 1, in: made), ann.newEvent("b", number: 2, in: made),
                newEvent("c", number: 3, in: made),
            ])
            check.expect(outcomes[0] == .refused(refusal))
            check.expect(try store.log(of: made).map(\.text) == ["b", "c"])
        },
    ]
}
