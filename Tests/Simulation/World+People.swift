import ChatModel
import ChatTesting
import ChatWire

/// What people do with their phones.
extension World {
    mutating func act(_ id: PhoneID) {
        guard isStormy else { return }
        agenda.add(.act(id), at: soon(plan.pace))
        guard let app = phones[id].chat else { return }
        if Int.random(in: 0..<100, using: &random) < plan.socialShare { return actSocially(id, app) }
        if let files = plan.files, Int.random(in: 0..<100, using: &random) < files.share { return actWithFile(id, app) }
        let known = rooms.filter { plan.rooms.contains($0) || phones[id].wanted.contains($0) }
        guard let room = known.randomElement(using: &random) else { return }
        let timeline = app.conversations[room]?.timeline ?? Timeline()
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<45: say(id, in: room, timeline)
        case 45..<55: change(id, in: room, timeline, own: true)
        case 55..<65: change(id, in: room, timeline, own: false)
        case 65..<70: tell(id, .markRead(room, upTo: Seq.random(in: 0...timeline.head + 1, using: &random)))
        case 70: tell(id, .typed(room))
        case 71: tell(id, .stoppedTyping(room))
        case 72: tell(id, .write(random.oneIn(3) ? "" : "a draft of \(id), \(random.next() % 100)", in: room))
        // A bot's window follows the end.
        case 73..<83: if !phones[id].isBot { look(id, at: room, timeline) }
        case 83..<88: choose(id, room)
        case 88..<93: tidy(id, app.outbox)
        case 93..<96: tell(id, .foreground(Bool.random(using: &random)))
        case 96: tell(id, .reconnect)
        case 97: tell(id, .stop); tell(id, .start)
        default: sayAtOnce(id, in: room)
        }
    }

    /// Every text is said once in a run, so that it names what it came from.
    private mutating func say(_ id: PhoneID, in room: RoomName, _ timeline: Timeline) {
        let reply = random.oneIn(5) ? timeline.events.randomElement(using: &random)?.seq : nil
        intend(id, .message(text: newText(id), reply: reply, payload: nil), in: room)
    }

    private mutating func sayAtOnce(_ id: PhoneID, in room: RoomName) {
        guard phones[id].wanted.contains(room) else { return }
        let inputs = (0..<Int.random(in: 2...6, using: &random)).map { _ in
            Input.perform(
                .message(text: newText(id), reply: nil, payload: nil), in: room, ticket: Ticket(random.next()))
        }
        tell(id, inputs)
    }

    /// Edits, deletes, or reacts to a message that is on the screen.
    private mutating func change(_ id: PhoneID, in room: RoomName, _ timeline: Timeline, own: Bool) {
        let user = phones[id].chat?.identity?.user
        // A held message that was published has no number, by which the checker knows a message.
        let messages = timeline.events.filter {
            ($0.author.user == user) == own && (!own || $0.idempotencyKey != nil)
        }
        guard let message = messages.suffix(8).randomElement(using: &random) else { return }
        guard own else {
            let emoji = ["👍", "❤️", "😀"].randomElement(using: &random) ?? "👍"
            return intend(id, .react(of: message.seq, emoji: emoji, on: !random.oneIn(4)), in: room)
        }
        if random.oneIn(3) {
            intend(id, .delete(of: message.seq), in: room)
        } else {
            let text = newText(id)
            let payload = random.oneIn(3) ? Payload(type: "press", data: text) : nil
            intend(id, .edit(of: message.seq, text: text, payload: payload), in: room)
        }
    }

    mutating func intend(_ id: PhoneID, _ mutation: Mutation, in room: RoomName) {
        guard phones[id].wanted.contains(room) else { return }
        tell(id, .perform(mutation, in: room, ticket: Ticket(random.next())))
    }

    mutating func newText(_ id: PhoneID) -> String {
        texts += 1
        return "\(texts) of \(id)"
    }

    private mutating func look(_ id: PhoneID, at room: RoomName, _ timeline: Timeline) {
        if random.oneIn(8) {
            // Every text has the first of these words (``newText(_:)``).
            let words = ["of", "1"].randomElement(using: &random) ?? "of"
            return tell(id, .inquire(.search(room, words: words, before: nil), Ticket(random.next())))
        }
        let views: [Timeline.View] = [
            .older, .newer, .newest, .firstUnread, .following(Bool.random(using: &random)), .closed,
            .around(Seq.random(in: 1...timeline.head + 1, using: &random)),
        ]
        guard let view = views.randomElement(using: &random) else { return }
        let before = phones[id].chat?.conversations[room]?.membership
        tell(id, .show(room, view))
        // A room that refused a user who was never in it leaves the list when its screen is closed.
        if view == .closed, case .refused = before, let chat = phones[id].chat, chat.conversations[room] == nil {
            phones[id].wanted.remove(room)
        }
    }

    /// Joins a room, or, seldom, leaves it.
    private mutating func choose(_ id: PhoneID, _ room: RoomName) {
        // After leaving and coming back an app begins anew. Bots are not tested for that.
        if phones[id].wanted.contains(room), !phones[id].isBot, random.oneIn(3) {
            phones[id].wanted.remove(room)
            tell(id, .leave(room))
        } else {
            phones[id].wanted.insert(room)
            tell(id, .join(room))
        }
    }

    /// Retries or drops something of what waits. What may have arrived is not retried: that may
    /// send it twice, and here every text is different.
    private mutating func tidy(_ id: PhoneID, _ outbox: Outbox) {
        guard let item = outbox.items.randomElement(using: &random) else { return }
        if case .failed(let error) = item.state, error.code != .fateUnknown, Bool.random(using: &random) {
            note(.retried(id, item.ticket))
            tell(id, .retry(item.ticket))
        } else if random.oneIn(4) {
            note(.unwanted(id, item.ticket))
            tell(id, .drop(item.ticket))
        }
    }
}
