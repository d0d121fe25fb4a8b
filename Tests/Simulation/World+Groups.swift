import ChatModel
import ChatTesting
import ChatWire

/// What people do about their own place, and that of others, in groups and in open rooms that they
/// moderate.
extension World {
    mutating func actInGroup(_ id: PhoneID, _ app: Chat, _ user: UserID) {
        guard let room = (plan.groups + plan.rooms).randomElement(using: &random) else { return }
        let access = app.access(to: room)
        guard room.kind == .group else { return moderate(id, room, access?.mayModerate ?? false) }
        switch access?.standing.membership ?? Standing.Membership.outsider {
        case .outsider: approach(id, room, user)
        case .invited: perform(id, place(user, random.oneIn(6) ? .leave : .join), in: room)
        case .requested: if random.oneIn(6) { perform(id, place(user, .leave), in: room) }
        case .member where !phones[id].wanted.contains(room): enter(room, id)
        case .member: manage(id, room, user)
        }
    }

    private func place(_ user: UserID, _ action: MembershipChange.Action) -> Mutation {
        .membership(MembershipChange(user, action))
    }

    /// Somebody who is not in a group makes it, or tries to get in.
    private mutating func approach(_ id: PhoneID, _ room: RoomName, _ user: UserID) {
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
            perform(id, .settings(anySettings()), in: room)
            enter(room, id)
        case 2: enter(room, id)
        case 3: perform(id, place(user, .request), in: room)
        case 4: perform(id, place(user, .join), in: room)
        default: perform(id, .message(text: newText(id), reply: nil, payload: nil), in: room)
        }
    }

    private mutating func anySettings() -> SettingsChange {
        let number = Int.random(in: 0..<9, using: &random)
        let payload = number < 3 ? nil : Payload(type: "order", data: "\(number)")
        var change = SettingsChange(title: "group \(number)", payload: PayloadChange(payload))
        change.joining = [.invited, .request, .anyone].randomElement(using: &random)
        change.newcomers = random.oneIn(2) ? .joined : .all
        if random.oneIn(8) { change.posting = .moderators }
        if random.oneIn(8) { change.slowMode = 1 }
        return change
    }

    /// A member does what members, moderators and owners may do, whether they may or not.
    private mutating func manage(_ id: PhoneID, _ room: RoomName, _ user: UserID) {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<40: changeOther(id, room, .invite)
        // After leaving and coming back an app begins anew. Bots are not tested for that.
        case 40..<46: if !phones[id].isBot { perform(id, place(user, .leave), in: room) }
        case 46..<52: changeOther(id, room, .join)
        case 52..<62: changeOther(id, room, .remove)
        case 62..<68: changeOther(id, room, .role(anyRole()))
        case 68..<72: perform(id, .settings(anySettings()), in: room)
        case 72..<76: inquire(id, about: room)
        case 76..<80: pin(id, room)
        default: moderate(id, room, true)
        }
    }

    /// Asks for the room's people, or for the first message since some moment.
    private mutating func inquire(_ id: PhoneID, about room: RoomName) {
        let number: UInt64 = random.next()
        let inquiry: Inquiry =
            number % 2 == 0
            ? .people(room, after: nil) : .firstMessage(room, at: clock.wall - Int64(number >> 1 % 20_000))
        tell(id, .inquire(inquiry, Ticket(number)))
    }

    /// Bans and mutes; in an open room that nobody has written to, the person becomes its owner.
    private mutating func moderate(_ id: PhoneID, _ room: RoomName, _ mayModerate: Bool) {
        guard mayModerate || random.oneIn(4) else {
            if random.oneIn(4) { perform(id, .settings(SettingsChange(topic: "whatever")), in: room) }
            return
        }
        let end = clock.wall + Int64.random(in: 300...8_000, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1, 2: changeOther(id, room, .ban(until: end))
        case 3: changeOther(id, room, .unban)
        case 4: changeOther(id, room, .mute(until: end))
        case 5: changeOther(id, room, .unmute)
        case 6: deleteOther(id, room)
        default: changeOther(id, room, .role(anyRole()))
        }
    }

    private mutating func changeOther(_ id: PhoneID, _ room: RoomName, _ action: MembershipChange.Action) {
        guard let other = acquaintances.randomElement(using: &random) else { return }
        var change = MembershipChange(other, action)
        if random.oneIn(4) { change.reason = "because" }
        perform(id, .membership(change), in: room)
    }

    private mutating func anyRole() -> RoomRole {
        [.member, .moderator, .moderator, .owner].randomElement(using: &random) ?? .member
    }

    private mutating func pin(_ id: PhoneID, _ room: RoomName) {
        let events = phones[id].chat?.conversations[room]?.timeline.events ?? []
        guard let message = events.suffix(8).randomElement(using: &random) else { return }
        perform(id, .pin(of: message.seq, on: !random.oneIn(3)), in: room)
    }

    private mutating func deleteOther(_ id: PhoneID, _ room: RoomName) {
        // Messages of the older protocols have no number, by which the checker knows a message.
        let events = phones[id].chat?.conversations[room]?.timeline.events.filter { $0.idempotencyKey != nil } ?? []
        guard let message = events.suffix(8).randomElement(using: &random) else { return }
        perform(id, .delete(of: message.seq), in: room)
    }
}
