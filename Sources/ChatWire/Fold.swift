extension Event {
    /// Folds a later event into this one, if it is about it: the reducer of a room, run by the
    /// server and by every client, the web page included.
    ///
    /// The log is the truth: who may edit or delete a message is decided by the server before an
    /// event is in the log (`TargetMessage`), and is not asked again here.
    ///
    /// Fold later events in the order of their numbers. Folding one twice in a row changes nothing
    /// more.
    public mutating func fold(_ later: Event) {
        guard later.seq > seq else { return }
        switch later.content {
        case .edit(let of, let text, let payload):
            if of == seq { edit(text, payload, by: later.seq) }
        case .deletion(let of, _):
            if of == seq && content.isShown || content.isEdit(of: of) { delete(by: later.seq) }
        case .reaction(let of, let emoji, let on):
            if of == seq { react(emoji, by: later.author.user, on: on) }
        case .unreaction(let of, let emoji, let user):
            if of == seq { react(emoji, by: user, on: false) }
        case .message, .deleted, .pin, .settings, .membership, .link, .choice, .block, .profile, .damaged, .unknown:
            break
        }
    }

    /// The newest edit counts. The text of an edit is empty once its message was deleted.
    private mutating func edit(_ text: String, _ payload: Payload?, by number: Seq) {
        guard case .message(var message) = content, !text.isEmpty, number > message.edited ?? 0 else { return }
        message.text = text
        if let payload { message.payload = payload }
        message.edited = number
        content = .message(message)
    }

    /// The first deletion counts.
    private mutating func delete(by number: Seq) {
        if case .deleted = content { return }
        content = content.wiped(by: number) ?? content
    }

    private mutating func react(_ emoji: String, by user: UserID, on: Bool) {
        guard case .message(var message) = content else { return }
        message.react(emoji, by: user, on: on)
        content = .message(message)
    }
}

extension Event.Content {
    fileprivate func isEdit(of target: Seq) -> Bool {
        if case .edit(target, _, _) = self { true } else { false }
    }

    /// What the deletion of a message leaves of it and of its edits; `nil` for what has no text to
    /// wipe.
    ///
    /// - Parameter by: The number of the event that deleted the message.
    public func wiped(by: Seq) -> Event.Content? {
        switch self {
        case .message, .deleted: .deleted(by: by)
        case .edit(let of, _, _): .edit(of: of, text: "")
        case .deletion, .reaction, .unreaction, .pin, .settings, .membership, .link, .choice, .block, .profile,
            .damaged,
            .unknown:
            nil
        }
    }

    /// What the erasure of its author leaves of it: no text, and nothing on the messages of others.
    ///
    /// - Parameter seq: The number of this event.
    public func erased(seq: Seq) -> Event.Content {
        switch self {
        case .message, .choice, .block, .profile: .deleted(by: seq)
        case .edit(let of, _, _): .edit(of: of, text: "")
        // A reaction becomes a removed one.
        case .reaction(let of, let emoji, _): .reaction(of: of, emoji: emoji, on: false)
        // The place stays; names and reasons go.
        case .membership(let change): .membership(MembershipChange(change.member, change.action))
        // A link of somebody who is erased lets nobody in.
        case .link(let change): .link(LinkChange(revoking: change.link))
        case .deletion(let of, _): .deletion(of: of)
        // The room keeps its title; the picture goes with its file, which was its author's.
        case .settings(let change): .settings(change.withoutPicture)
        case .deleted, .unreaction, .pin, .damaged, .unknown: self
        }
    }
}

extension Message {
    fileprivate mutating func react(_ emoji: String, by user: UserID, on: Bool) {
        let known = reactions.firstIndex { $0.emoji.isSameEmoji(as: emoji) }
        switch (known, on) {
        case (nil, true):
            reactions.append(Reaction(emoji: emoji, users: [user]))
        case (let index?, true):
            // A log may have ❤ of an older server: ❤️ is what a reader is shown as an emoji.
            if emoji.utf8.count > reactions[index].emoji.utf8.count { reactions[index].emoji = emoji }
            if !reactions[index].users.contains(user) { reactions[index].users.append(user) }
        case (let index?, false):
            reactions[index].users.removeAll { $0 == user }
            if reactions[index].users.isEmpty { reactions.remove(at: index) }
        case (nil, false):
            break
        }
    }
}

extension String {
    /// Texts and payloads are compared by their bytes, in every language alike: two strings that
    /// Unicode calls equivalent ("é" in one scalar and in two) are not the same.
    package func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Emoji are compared without their variation selectors U+FE0F: `❤` and `❤️` are one reaction.
    package func isSameEmoji(as other: String) -> Bool {
        let (one, two) = (unicodeScalars.lazy, other.unicodeScalars.lazy)
        return one.filter { $0 != "\u{FE0F}" }.elementsEqual(two.filter { $0 != "\u{FE0F}" })
    }
}
