import ChatCore

// Pinned messages.
extension Interface {
    mutating func pinNewest(_ room: RoomName, _ chat: Chat) -> [Intent]? {
        guard let seq = newest(chat)?.seq else { return no(localized("There is no message to pin.")) }
        return change(.pin(of: seq, on: true), room, chat)
    }

    mutating func unpinNewest(_ room: RoomName, _ chat: Chat) -> [Intent]? {
        guard let seq = chat.conversations[room]?.info?.pins.last else {
            return no(localized("No message is pinned here."))
        }
        return change(.pin(of: seq, on: false), room, chat)
    }

    mutating func listPins(_ room: RoomName, _ chat: Chat) -> [Intent]? {
        guard let conversation = chat.conversations[room] else { return no(WireError.notConnected.text) }
        let lines = (conversation.info?.pins ?? []).reversed().map { seq -> Panel.Line in
            let mutation = Mutation.pin(of: seq, on: false)
            let may = chat.refusal(of: mutation, in: room, at: now) == nil
            let unpin = Panel.Choice(
                key: "u", title: localized("unpin"), intent: .perform(mutation, in: room, written: nil))
            return Panel.Line(
                text: Self.summary(of: seq, conversation, chat), target: Panel.Target(room: room, seq: seq),
                choices: may ? [unpin] : [])
        }
        panel = Panel(title: localized("Pinned in \(chat.title(of: room))"), lines: [])
        panel?.fill(lines, empty: localized("No message is pinned here."))
        return []
    }

    private static func summary(of seq: Seq, _ conversation: Conversation, _ chat: Chat) -> String {
        guard let event = conversation.timeline[seq], case .message(let message) = event.content else {
            return localized("An earlier message, number \(seq)")
        }
        let isBlocked = chat.blocked.contains(event.author.user)
        let text = isBlocked ? Sentences.blocked : MessageSummary.of(message.text)
        return localized("\(event.author.name): \(text)")
    }

    private func newest(_ chat: Chat) -> Row.Bubble? {
        chat.rows(of: room ?? .lobby, options: rowOptions).reversed().lazy.compactMap(\.bubble)
            .first { $0.seq != nil && $0.body.words != nil }
    }
}
