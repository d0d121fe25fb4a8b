import ChatModel
import ChatTesting
import ChatWire

/// What people do about the operator's filter list, and moderators about what it holds.
extension World {
    mutating func meetFilter(_ id: PhoneID) {
        guard isStormy, let filter = plan.filter else { return }
        agenda.add(.filter(id), at: soon(filter.pace))
        guard let room = (plan.rooms + plan.groups).randomElement(using: &random) else { return }
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<3: say(FilterPlan.heldWord, id, in: room)
        case 3: say(FilterPlan.refusedWord, id, in: room)
        case 4..<7: tell(id, .ask(.held(room, after: nil), Ticket(random.next())))
        default: decide(id)
        }
    }

    private mutating func say(_ word: String, _ id: PhoneID, in room: RoomName) {
        intend(id, .message(text: newText(id) + " " + word, reply: nil, payload: nil), in: room)
    }

    /// Decides about a message, perhaps once more, or after somebody else has.
    private mutating func decide(_ id: PhoneID) {
        guard let message = phones[id].heldMessages.randomElement(using: &random) else { return }
        let verdict: HeldDecision.Verdict = random.oneIn(2) ? .publish : .discard
        let decision = HeldDecision(verdict, note: random.oneIn(4) ? "because" : nil)
        tell(id, .ask(.decide(message.room, place: message.number, decision), Ticket(random.next())))
    }
}
