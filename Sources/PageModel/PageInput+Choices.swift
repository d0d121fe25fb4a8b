import ChatModel
import ChatWire

// What the user decides about a room of the list.
extension PageClient {
    /// Translates an input about a room of the list. `nil` if it is another input.
    func choiceInputs(_ object: JSONObject) throws(WireError) -> [Input]? {
        switch try object.string("type") {
        case "answer": return try answer(object)
        case "ask": return try ask(object)
        case "pin": return try choose(object) { ChoiceChange($0, isPinned: $1) }
        case "archive": return try choose(object) { ChoiceChange($0, isArchived: $1) }
        case "notice":
            let notice = Choice.Notice(rawValue: try object.string("notice"))
            return try choose(object) { (room, _) in ChoiceChange(room, notice: notice) }
        case "unread": return try markUnread(object)
        case "leave": return try leave(object)
        default: return nil
        }
    }

    private func choose(_ object: JSONObject, _ change: (RoomName, Bool) -> ChoiceChange) throws(WireError) -> [Input] {
        let change = change(try object.room("room"), try object.optionalBool("on") ?? true)
        guard let user = chat.identity?.user else { return [] }
        return [.perform(.choose(change), in: .own(user), ticket: try Ticket(object))]
    }

    /// Marks the room as unread, or as read.
    private func markUnread(_ object: JSONObject) throws(WireError) -> [Input] {
        let room = try object.room("room")
        let item = chat.item(of: room)
        guard let user = chat.identity?.user, let item else { return [] }
        let ticket = try Ticket(object)
        if let change = item.unreadMark { return [.perform(.choose(change), in: .own(user), ticket: ticket)] }
        var inputs: [Input] = []
        if let conversation = chat.conversations[room] {
            inputs.append(.markRead(room, upTo: conversation.timeline.head))
        }
        if item.choice.unread > 0 {
            inputs.append(.perform(.choose(ChoiceChange(room, unread: 0)), in: .own(user), ticket: ticket))
        }
        return inputs
    }

    /// Accepts or declines an invitation.
    private func answer(_ object: JSONObject) throws(WireError) -> [Input] {
        let room = try object.room("room")
        guard let user = chat.identity?.user else { return [] }
        let isAccepted = try object.bool("on")
        let change = MembershipChange(user, isAccepted ? .join : .leave)
        let answer = Input.perform(.membership(change), in: room, ticket: try Ticket(object))
        if !isAccepted { return [answer] }
        pageEffects.append(.enter(room))
        return [answer, .join(room)]
    }

    /// Asks a group to let the user in.
    private func ask(_ object: JSONObject) throws(WireError) -> [Input] {
        guard let user = chat.identity?.user else { return [] }
        let request = MembershipChange(user, .request)
        return [.perform(.membership(request), in: try object.room("room"), ticket: try Ticket(object))]
    }

    private func leave(_ object: JSONObject) throws(WireError) -> [Input] {
        let left = try object.room("room")
        guard let user = chat.identity?.user else { return [] }
        var inputs: [Input] = []
        switch left.kind {
        case .open where chat.choice(of: left).isFollowed:
            let change = ChoiceChange(left, isFollowed: false)
            inputs.append(.perform(.choose(change), in: .own(user), ticket: try Ticket(object)))
        case .group where chat.membership(of: left) != .outsider:
            let change = MembershipChange(user, .leave)
            inputs.append(.perform(.membership(change), in: left, ticket: try Ticket(object)))
        case .open, .group, .direct, .own: break
        }
        entered.remove(left)
        if left == room {
            let items = chat.items().found()
            pageEffects.append(.left(next: items.first { $0.room != left && !$0.isInvitation }?.room))
            room = nil
            screen = Screen()
        }
        return inputs + [.leave(left)]
    }
}
