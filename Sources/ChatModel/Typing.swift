import ChatWire

/// Who is typing in a room. It is shown for five seconds, or until the person stops or their
/// message arrives.
public struct Typing: Hashable, Sendable {
    /// In the order in which they started; at most ``ChatWire/Limits/presenceListed``.
    public var people: [Author] { typists.map { $0.author } }

    private var typists: [Typist] = []
    /// When the server was told that the user is typing.
    private var told: Int64?
    /// When to look whether the user has stopped typing. `nil` if the server does not believe that
    /// they type.
    private var due: Int64?
    /// The time of the user's last key; `nil` if the field is empty.
    private var lastKey: Int64?

    /// Creates a value in which nobody is typing.
    public init() {}

    private struct Typist: Hashable {
        var author: Author
        var until: Int64
    }

    mutating func typed(_ author: Author, at now: Int64) {
        let until = now &+ Limits.typingShown
        if let index = typists.firstIndex(where: { $0.author.user == author.user }) {
            typists[index] = Typist(author: author, until: until)
        } else if typists.count < Limits.presenceListed {
            typists.append(Typist(author: author, until: until))
        }
    }

    /// Removes the user. Returns whether they were typing.
    @discardableResult
    mutating func stopped(_ user: UserID) -> Bool {
        guard let index = typists.firstIndex(where: { $0.author.user == user }) else { return false }
        typists.remove(at: index)
        return true
    }

    /// Removes expired entries. Returns whether there were any.
    mutating func expire(at now: Int64) -> Bool {
        let before = typists.count
        typists.removeAll { $0.until <= now }
        return typists.count != before
    }

    /// When the next entry expires, or the user may have stopped.
    var expiry: Int64? {
        let next = typists.map { $0.until }.min()
        guard let due else { return next }
        return min(next ?? due, due)
    }

    /// Whether to tell the server that the user is typing. If so, it counts as told.
    mutating func tell(at now: Int64) -> Bool {
        lastKey = now
        let pause = due == nil ? Limits.typingResumed : Limits.typingRepeat
        if let told, now &- told < pause { return false }
        told = now
        due = now &+ Limits.typingRepeat
        return true
    }

    /// The user has emptied the field. The server is told a moment later, unless a message or
    /// another key follows.
    mutating func emptied(at now: Int64) {
        lastKey = nil
        if due != nil { due = now &+ Limits.typingEmptied }
    }

    /// Whether to tell the server that the user has stopped, because there was no key for as long
    /// as between two notices. If so, it counts as told.
    mutating func idle(at now: Int64) -> Bool {
        guard let due, due <= now else { return false }
        if let lastKey, now &- lastKey < Limits.typingRepeat {
            self.due = lastKey &+ Limits.typingRepeat
            return false
        }
        return stop(at: now)
    }

    /// Whether to tell the server that the user has stopped: the others may still show that they
    /// type. If so, it counts as told.
    mutating func stop(at now: Int64) -> Bool {
        let wasTyping = due != nil
        due = nil
        guard let told else { return false }
        return wasTyping && now &- told < Limits.typingShown
    }

    /// The user has sent a message. What they type next is told at once: their message has ended
    /// what was shown.
    mutating func sent() { (told, due) = (nil, nil) }

    mutating func interrupted() {
        typists.removeAll()
        (told, due) = (nil, nil)
    }
}
