/// What happened in a room and lasts: an entry of its log.
public struct Event: Hashable, Sendable {
    /// 1, 2, 3, … in its room, without a gap.
    public var seq: UInt64
    public var id: EventID
    /// When the server accepted it: milliseconds since 1970-01-01 UTC.
    public var at: Int64
    public var author: Author
    /// The author's own number for it, where one was given.
    public var idempotencyKey: IdempotencyKey?
    public var content: Content

    public init(seq: UInt64, id: EventID, at: Int64, author: Author, idempotencyKey: IdempotencyKey?, content: Content)
    {
        self.seq = seq
        self.id = id
        self.at = at
        self.author = author
        self.idempotencyKey = idempotencyKey
        self.content = content
    }

    public enum Content: Hashable, Sendable {
        case message(Message)
        /// A message that was deleted, by the event `by`: what it said is gone from the log.
        case deleted(by: UInt64)
        /// The message `of` says this from now on. The text is empty once that message was deleted.
        case edit(of: UInt64, text: String)
        /// The message `of` is no more.
        case deletion(of: UInt64)
        /// The author adds a reaction to the message `of`, or takes it back.
        case reaction(of: UInt64, emoji: String, on: Bool)
        /// The message `of` is pinned, or no longer.
        case pin(of: UInt64, on: Bool)
        case settings(SettingsChange)
        case membership(MembershipChange)
        /// Of a user's own log: what the user has chosen about a room.
        case choice(ChoiceChange)
        /// Of a user's own log: the user has blocked somebody, or no longer.
        case block(UserID, on: Bool)
        /// What is stored under this number is not what was written. Nothing of it can be shown; its author and time are stated
        /// as far as they can be read.
        case damaged
        /// A kind this build does not know, from a newer server: nothing is shown, its number counts.
        case unknown(kind: String)
    }
}

extension Event.Content {
    /// The message that this changes, in every later page of history; `nil` for what changes no
    /// message.
    public var target: UInt64? {
        switch self {
        case .edit(let of, _), .deletion(let of), .reaction(let of, _, _): of
        case .message, .deleted, .pin, .settings, .membership, .choice, .block, .damaged, .unknown: nil
        }
    }

    /// Whether a timeline has a place for it: it is a message, or was one. Of the others only the
    /// number counts.
    public var isShown: Bool {
        switch self {
        case .message, .deleted, .damaged: true
        case .edit, .deletion, .reaction, .pin, .settings, .membership, .choice, .block, .unknown: false
        }
    }
}

/// A person as others see them: who they are, and what they are called here.
public struct Author: Hashable, Sendable {
    public var user: UserID
    public var name: String

    public init(user: UserID, name: String) {
        self.user = user
        self.name = name
    }
}

/// The number a device gave to something it wants done; doing it twice is the same as once.
public struct IdempotencyKey: Hashable, Sendable {
    public var device: DeviceID
    /// 1…2⁵³ − 1.
    public var number: UInt64

    public init(device: DeviceID, number: UInt64) {
        self.device = device
        self.number = number
    }
}
