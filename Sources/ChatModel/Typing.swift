import ChatWire

/// Who is typing in a room. It is shown for five seconds, or until the person's message arrives.
public struct Typing: Hashable, Sendable {
    /// In the order in which they started; at most ``ChatWire/Limits/presenceListed``.
    public var people: [Author] { typists.map { $0.author } }

    private var typists: [Typist] = []
    private var told: Int64?

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

    /// When the next entry expires.
    var expiry: Int64? { typists.map { $0.until }.min() }

    /// Whether to tell the server that the user is typing. If so, it counts as told.
    mutating func tell(at now: Int64) -> Bool {
        if let told, now &- told < Limits.typingRepeat { return false }
        told = now
        return true
    }

    /// The user has sent a message. What they type next is told at once: their message has ended
    /// what was shown.
    mutating func sent() { told = nil }

    mutating func interrupted() {
        typists.removeAll()
        told = nil
    }
}
