import ChatWire

/// How far others have read.
public struct Receipts: Hashable, Sendable {
    /// At most ``ChatWire/Limits/membersListed``, by name.
    public private(set) var marks: [Mark] = []

    public init() {}

    public struct Mark: Hashable, Sendable {
        public var author: Author
        public var seq: UInt64

        public init(author: Author, seq: UInt64) {
            self.author = author
            self.seq = seq
        }
    }

    /// A mark never goes back.
    mutating func read(_ author: Author, _ seq: UInt64) {
        if let index = marks.firstIndex(where: { $0.author.user == author.user }) {
            marks[index] = Mark(author: author, seq: max(marks[index].seq, seq))
        } else if marks.count < Limits.membersListed {
            let index = marks.firstIndex { author.isListed(before: $0.author) } ?? marks.count
            marks.insert(Mark(author: author, seq: seq), at: index)
        }
    }
}
