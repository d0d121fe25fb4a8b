import ChatWire

/// The read marks of the others.
public struct Receipts: Hashable, Sendable {
    /// Sorted by name; at most ``ChatWire/Limits/membersListed``.
    public private(set) var marks: [Mark] = []
    /// The newest event that any of the others is known to have read, also of those who left since,
    /// and from before a restart.
    public internal(set) var seen: Seq = 0

    /// Creates receipts without marks.
    public init() {}

    /// One person's read mark.
    public struct Mark: Hashable, Sendable {
        /// Whose mark it is.
        public var author: Author
        /// The newest event that they have read.
        public var seq: Seq
        /// When they read it: milliseconds since 1970-01-01 UTC; `nil` if that is not known.
        public var at: Int64?

        /// Creates a mark.
        public init(author: Author, seq: Seq, at: Int64? = nil) {
            self.author = author
            self.seq = seq
            self.at = at
        }
    }

    /// Moves a mark forward; it never moves back.
    mutating func read(_ author: Author, _ point: ReadPoint) {
        var mark = Mark(author: author, seq: point.seq, at: point.at)
        if let index = marks.firstIndex(where: { $0.author.user == author.user }) {
            let known = marks.remove(at: index)
            if known.seq >= mark.seq { (mark.seq, mark.at) = (known.seq, known.at) }
        }
        guard marks.count < Limits.membersListed else { return }
        // Where the name puts it, which may be a new one.
        let index = marks.firstIndex { author.isListed(before: $0.author) } ?? marks.count
        marks.insert(mark, at: index)
    }
}
