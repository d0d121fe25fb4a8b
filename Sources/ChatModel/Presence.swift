import ChatWire

/// Who is in a room: told as it happens, never in the log.
public struct Presence: Hashable, Sendable {
    /// How many people are here.
    public internal(set) var count: UInt64 = 0
    /// Those who are known by name, at most ``ChatWire/Limits/membersListed``, by name.
    public internal(set) var members: [Author] = []
    /// Who came and went, oldest first, at most ``ChatWire/Limits/notices``.
    public internal(set) var notices: [Notice] = []

    public init() {}

    /// Comings and goings between two messages, with the last word on each person.
    public struct Notice: Hashable, Sendable {
        public var number: UInt64
        /// The event it came after.
        public var after: UInt64
        /// Milliseconds since 1970-01-01 UTC, by this device's clock.
        public var at: Int64
        public var joined: [Author]
        public var left: [Author]

        public init(number: UInt64, after: UInt64, at: Int64, joined: [Author], left: [Author]) {
            self.number = number
            self.after = after
            self.at = at
            self.joined = joined
            self.left = left
        }
    }
}

/// Who is typing in a room: shown for five seconds, or until a message of theirs arrives.
public struct Typing: Hashable, Sendable {
    public internal(set) var people: [Author] = []

    public init() {}
}

/// How far others have read.
public struct Receipts: Hashable, Sendable {
    /// At most ``ChatWire/Limits/membersListed``, by name.
    public internal(set) var marks: [Mark] = []

    public init() {}

    public struct Mark: Hashable, Sendable {
        public var author: Author
        public var seq: UInt64

        public init(author: Author, seq: UInt64) {
            self.author = author
            self.seq = seq
        }
    }
}

/// How many messages of others come after the read mark.
public struct Unread: Hashable, Sendable {
    public var count: Int
    /// `false` when there may be more: not all of the log after the mark is known. Show "99+".
    public var isExact: Bool

    public init(count: Int = 0, isExact: Bool = true) {
        self.count = count
        self.isExact = isExact
    }
}
