import ChatModel
import ChatTesting
import ChatWire

/// What people do about rooms, besides talking: direct rooms, lists, blocks and reports.
extension World {
    mutating func actSocially(_ id: PhoneID, _ app: Chat) {
        guard let user = app.identity?.user else { return }
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<64: actInGroup(id, app, user)
        case 64..<72: openDirectly(id, user)
        case 72..<84: chooseAbout(id, user)
        case 84..<88: block(id, user)
        case 88..<95: report(id, app, user)
        default: review(id)
        }
    }

    /// The users whom a phone's owner may have met, themselves among them.
    var acquaintances: [UserID] {
        phones.compactMap { $0.chat?.identity?.user } + guests.filter { $0.language == .swiftChat }.map(\.user)
            + strangers.map(\.user)
    }

    /// From either phone it is the same room.
    private mutating func openDirectly(_ id: PhoneID, _ user: UserID) {
        guard let other = phones.compactMap({ $0.chat?.identity?.user }).randomElement(using: &random),
            let room = RoomName.direct(user, other)
        else { return }
        if !rooms.contains(room) { rooms.append(room) }
        enter(room, id)
        intend(id, .message(text: newText(id), reply: nil, payload: nil), in: room)
    }

    /// Opens a room on the screen.
    mutating func enter(_ room: RoomName, _ id: PhoneID) {
        phones[id].wanted.insert(room)
        tell(id, .join(room))
    }

    private mutating func chooseAbout(_ id: PhoneID, _ user: UserID) {
        guard let room = rooms.randomElement(using: &random) else { return }
        var change = ChoiceChange(room)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: change.isFollowed = Bool.random(using: &random)
        case 1: change.isPinned = Bool.random(using: &random)
        case 2: change.isArchived = Bool.random(using: &random)
        case 3: change.notice = random.oneIn(2) ? .mentions : .all
        default: change.unread = Seq.random(in: 0...20, using: &random)
        }
        perform(id, .choose(change), in: .own(user))
    }

    private mutating func block(_ id: PhoneID, _ user: UserID) {
        guard let other = acquaintances.randomElement(using: &random) else { return }
        perform(id, .block(other, on: Bool.random(using: &random)), in: .own(user))
    }

    private mutating func report(_ id: PhoneID, _ app: Chat, _ user: UserID) {
        guard let room = rooms.randomElement(using: &random),
            let message = app.conversations[room]?.timeline.events.suffix(8).randomElement(using: &random),
            let reason = ChatWire.Report.Reason.allCases.randomElement(using: &random)
        else { return }
        tell(id, .report(ChatWire.Report(reason, text: random.oneIn(2) ? "because" : nil), of: message.seq, in: room))
    }

    /// Looks at the queue of a room, or decides about a message, as a moderator may.
    private mutating func review(_ id: PhoneID) {
        guard let room = rooms.randomElement(using: &random) else { return }
        let timeline = phones[id].chat?.conversations[room]?.timeline
        let ticket = Ticket(random.next())
        switch Int.random(in: 0..<3, using: &random) {
        case 0: tell(id, .ask(.reports(room, after: nil), ticket))
        case 1: tell(id, .ask(.actions(room, before: nil), ticket))
        default:
            guard let message = timeline?.events.suffix(8).randomElement(using: &random) else { return }
            let decision: Resolution.Decision = Bool.random(using: &random) ? .accepted : .dismissed
            tell(id, .ask(.resolve(room, of: message.seq, Resolution(decision)), ticket))
        }
    }

    /// Asks for something whether the phone is in the room or not.
    mutating func perform(_ id: PhoneID, _ mutation: Mutation, in room: RoomName) {
        tell(id, .perform(mutation, in: room, ticket: Ticket(random.next())))
    }
}
