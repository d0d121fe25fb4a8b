/// What happened in a room and lasts: an entry of its log.
public struct Event: Hashable, Sendable {
    /// 1, 2, 3, … in its room, without a gap.
    public var seq: Seq
    /// 128 random bits. No other event has the same.
    public var id: EventID
    /// When the server accepted it: milliseconds since 1970-01-01 UTC.
    public var at: Int64
    /// Who did it, under the name of that time. Of a damaged event it may be ``UserID/nobody``
    /// without a name.
    public var author: Author
    /// The author's own number for it, where one was given.
    public var idempotencyKey: IdempotencyKey?
    /// What happened.
    public var content: Content

    /// Creates the value.
    public init(seq: Seq, id: EventID, at: Int64, author: Author, idempotencyKey: IdempotencyKey?, content: Content) {
        self.seq = seq
        self.id = id
        self.at = at
        self.author = author
        self.idempotencyKey = idempotencyKey
        self.content = content
    }

    /// What an event says, by its `kind` on the wire (`docs/protocol.md`, "Events").
    public enum Content: Hashable, Sendable {
        /// A message was sent.
        case message(Message)
        /// A message that was deleted, by the event `by`: what it said is gone from the log.
        case deleted(by: Seq)
        /// The message `of` says this from now on. The text is empty once that message was deleted.
        ///
        /// Without a payload, the message keeps the payload with which it was sent. After an edit
        /// with a payload, each later edit of the message has one. So the first version and the
        /// newest edit tell what the message says now.
        case edit(of: Seq, text: String, payload: Payload? = nil)
        /// The message `of` is no more. A moderator may say why.
        case deletion(of: Seq, reason: String? = nil)
        /// The author adds a reaction to the message `of`, or takes it back.
        case reaction(of: Seq, emoji: String, on: Bool)
        /// Somebody else removes a reaction of `user` from the message `of`: its author, or a
        /// moderator.
        case unreaction(of: Seq, emoji: String, user: UserID)
        /// The message `of` is pinned, or no longer.
        case pin(of: Seq, on: Bool)
        /// The room's settings changed. As the first event of a room it made the room, whose owner
        /// is the author.
        case settings(SettingsChange)
        /// Somebody's place in the room changed.
        case membership(MembershipChange)
        /// In a user's own log: the user has chosen something about a room.
        case choice(ChoiceChange)
        /// In a user's own log: the user blocks somebody, or does not any more.
        case block(UserID, on: Bool)
        /// In a user's own log: the user has changed how others see them.
        case profile(ProfileChange)
        /// An invite link of the group was made, or revoked.
        case link(LinkChange)
        /// What is stored under this number is not what was written. Nothing of it can be shown;
        /// its author and time are stated as far as they can be read.
        case damaged
        /// A kind this build does not know, from a newer server: nothing is shown, its number
        /// counts.
        case unknown(kind: String)
    }
}

extension Event.Content {
    /// The message that this changes, in every later page of history; `nil` for what changes no
    /// message.
    public var target: Seq? {
        switch self {
        case .edit(let of, _, _), .deletion(let of, _), .reaction(let of, _, _), .unreaction(let of, _, _): of
        case .message, .deleted, .pin, .settings, .membership, .link, .choice, .block, .profile, .damaged, .unknown: nil
        }
    }

    /// The message that this is about: the one that it changes or pins.
    package var reference: Seq? { if case .pin(let of, _) = self { of } else { target } }

    /// Whether it changes the room and no message: its settings, members or pins.
    package var isRoomChange: Bool {
        switch self {
        case .pin, .settings, .membership: true
        case .message, .deleted, .edit, .deletion, .reaction, .unreaction, .link, .choice, .block, .profile, .damaged,
            .unknown:
            false
        }
    }

    /// Whether it deletes a message.
    package var isDeletion: Bool { if case .deletion = self { true } else { false } }

    /// The file that belongs to this event: that of a message, or an avatar.
    public var attachment: Attachment? {
        if case .message(let message) = self { message.attachment } else { avatar?.attachment }
    }

    /// How it changes the avatar of its room or of its author; `nil` if it does not.
    package var avatar: AvatarChange? {
        switch self {
        case .settings(let change): change.avatar
        case .profile(let change): change.avatar
        case .message, .deleted, .edit, .deletion, .reaction, .unreaction, .pin, .membership, .choice, .block, .link,
            .damaged, .unknown:
            nil
        }
    }

    /// The files whose records belong to this event: that of ``attachment``, and its thumbnail's.
    public var files: [Attachment] { attachment?.files ?? [] }

    /// What it changes in a user's own log; `nil` for an event of a room.
    package var own: OwnChange? {
        switch self {
        case .choice(let change): .choice(change)
        case .block(let person, let on): .block(person, on: on)
        case .profile(let change): .profile(change)
        case .message, .deleted, .edit, .deletion, .reaction, .unreaction, .pin, .settings, .membership, .link,
            .damaged, .unknown:
            nil
        }
    }

    /// Whether a timeline has a place for it: it is a message, or was one. Of the others only the
    /// number counts.
    public var isShown: Bool {
        switch self {
        case .message, .deleted, .damaged: true
        case .edit, .deletion, .reaction, .unreaction, .pin, .settings, .membership, .link, .choice, .block, .profile,
            .unknown:
            false
        }
    }
}

/// A change of what a user has chosen about rooms and people, or of how others see them.
package enum OwnChange {
    case choice(ChoiceChange)
    case block(UserID, on: Bool)
    case profile(ProfileChange)
}

/// A person as others see them: who they are, and what they are called here.
public struct Author: Hashable, Sendable {
    /// The id, which tells people with the same name apart.
    public var user: UserID
    /// The display name; empty where it is not known.
    public var name: String

    /// Creates the value.
    public init(user: UserID, name: String) {
        self.user = user
        self.name = name
    }
}

/// The number a device gave to something it wants done; doing it twice is the same as once.
public struct IdempotencyKey: Hashable, Sendable {
    /// The author's device: each has numbers of its own.
    public var device: DeviceID
    /// 1…2⁵³ − 1.
    public var number: UInt64

    /// Creates the value.
    public init(device: DeviceID, number: UInt64) {
        self.device = device
        self.number = number
    }
}
