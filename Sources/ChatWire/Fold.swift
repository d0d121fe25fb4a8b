extension Event {
    /// Folds a later event into this one, if it is about it: the reducer of a room, run by server, phone and browser alike.
    ///
    /// Later events are to be folded in the order of their numbers; one that is folded twice in a row changes nothing more, and what is
    /// not about this event, or not its author's to do, nothing at all.
    public mutating func fold(_ later: Event) {
        guard later.seq > seq else { return }
        switch (content, later.content) {
        case (.message(var message), .edit(seq, let text))
        where later.author.user == author.user && !text.isEmpty && later.seq > message.edited ?? 0:
            message.text = text
            message.edited = later.seq
            content = .message(message)
        case (.message, .deletion(seq)) where later.author.user == author.user:
            content = .deleted(by: later.seq)
        case (.message(var message), .reaction(seq, let emoji, let on)):
            message.react(emoji, by: later.author.user, on: on)
            content = .message(message)
        case (.edit(let of, _), .deletion(let target)) where of == target && later.author.user == author.user:
            // Whoever keeps the log itself keeps nothing of what was deleted.
            content = .edit(of: of, text: "")
        default:
            break
        }
    }
}

extension Message {
    /// Emoji are compared as bytes, in every language alike.
    fileprivate mutating func react(_ emoji: String, by user: UserID, on: Bool) {
        let known = reactions.firstIndex { $0.emoji.utf8.elementsEqual(emoji.utf8) }
        switch (known, on) {
        case (nil, true):
            reactions.append(Reaction(emoji: emoji, users: [user]))
        case (let index?, true):
            if !reactions[index].users.contains(user) { reactions[index].users.append(user) }
        case (let index?, false):
            reactions[index].users.removeAll { $0 == user }
            if reactions[index].users.isEmpty { reactions.remove(at: index) }
        case (nil, false):
            break
        }
    }
}
