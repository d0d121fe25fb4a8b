import ChatWire

/// Who is typing in a room: shown for five seconds, or until a message of theirs arrives.
public struct Typing: Hashable, Sendable {
    /// In the order in which they began; at most ``ChatWire/Limits/presenceRoom``.
    public var people: [Author] { typists.map { $0.author } }

    private var typists: [Typist] = []
    private var told: Int64?

    /// Milliseconds.
    static let shown: Int64 = 5_000
    static let toldEvery: Int64 = 3_000

    public init() {}

    private struct Typist: Hashable {
        var author: Author
        var until: Int64
    }

    mutating func typed(_ author: Author, at now: Int64) {
        let until = now &+ Typing.shown
        if let index = typists.firstIndex(where: { $0.author.user == author.user }) {
            typists[index] = Typist(author: author, until: until)
        } else if typists.count < Limits.presenceRoom {
            typists.append(Typist(author: author, until: until))
        }
    }

    /// Whether they were.
    @discardableResult
    mutating func stopped(_ user: UserID) -> Bool {
        guard let index = typists.firstIndex(where: { $0.author.user == user }) else { return false }
        typists.remove(at: index)
        return true
    }

    /// Forgets who has stopped; `true` where someone had.
    mutating func expire(at now: Int64) -> Bool {
        let before = typists.count
        typists.removeAll { $0.until <= now }
        return typists.count != before
    }

    /// When the next one will have stopped.
    var expiry: Int64? { typists.map { $0.until }.min() }

    /// Whether others are to be told that one types oneself; then they are taken to be.
    mutating func tell(at now: Int64) -> Bool {
        if let told, now &- told < Typing.toldEvery { return false }
        told = now
        return true
    }

    mutating func interrupted() {
        typists.removeAll()
        told = nil
    }
}
