import ChatWire

/// The read marks of the others.
public struct Receipts: Hashable, Sendable {
    /// Sorted by name; at most ``ChatWire/Limits/membersListed``.
    public private(set) var marks: [Mark] = []

    /// Creates receipts without marks.
    public init() {}

    /// One person's read mark.
    public struct Mark: Hashable, Sendable {
        /// Whose mark it is.
        public var author: Author
        /// The newest event that they have read.
        public var seq: UInt64

        /// Creates a mark.
        public init(author: Author, seq: UInt64) {
            self.author = author
            self.seq = seq
        }
    }

    /// Moves a mark forward; it never moves back.
    mutating func read(_ author: Author, _ seq: UInt64) {
        if let index = marks.firstIndex(where: { $0.author.user == author.user }) {
            marks[index] = Mark(author: author, seq: max(marks[index].seq, seq))
        } else if marks.count < Limits.membersListed {
            let index = marks.firstIndex { author.isListed(before: $0.author) } ?? marks.count
            marks.insert(Mark(author: author, seq: seq), at: index)
        }
    }
}
