import ChatWire

/// A room as its member knows it.
public struct Conversation: Hashable, Sendable, Identifiable {
    /// The room's name.
    public let room: RoomName
    /// The room's name, as the list's ``Swift/Identifiable`` element.
    public var id: RoomName { room }
    /// Whether the user is in the room.
    public internal(set) var membership: Membership = .waiting
    /// The loaded part of the room's log.
    public internal(set) var timeline = Timeline()
    /// Who is in the room.
    public internal(set) var presence = Presence()
    /// Who is typing.
    public internal(set) var typing = Typing()
    /// How far the others have read.
    public internal(set) var receipts = Receipts()
    /// When the user has entered the room for the first time, by the server's clock; `nil` if that
    /// was not since this client was made.
    var enteredAt: Int64?
    /// The newest event that the user has read, on any device; `nil` before the first join.
    public internal(set) var readMark: Seq?

    /// The room's settings and the user's own place; `nil` if it has none, or none is known.
    public internal(set) var info: RoomInfo?
    /// The other person of a direct room, if their name is known.
    public internal(set) var partner: Author?

    /// The newest event that ``info`` has in it.
    var infoSeq: Seq = 0
    /// The read mark that the server has confirmed.
    var confirmedMark: Seq = 0
    /// Whether the user wants to be in the room. If not, it is kept for outbox items only.
    public internal(set) var isWanted = false
    /// What the list of rooms says of mentions that are not loaded.
    var listedMentions: ListedMentions?
    /// Whether it waits for a history request.
    var awaitsHistory = false
    /// The signed-in user, whose own events are not unread.
    private(set) var user: UserID?
    /// The people whom the user blocks, whose messages are not unread.
    var blocked: Set<UserID> = []

    /// Creates a conversation that is not joined yet.
    public init(room: RoomName) { self.room = room }

    /// Whether the user is in the room.
    public enum Membership: Hashable, Sendable {
        /// Waits for a connection to join.
        case waiting
        /// The request to join has no reply yet.
        case joining
        /// The server has confirmed the join on this connection.
        case joined
        /// The request to leave has no reply yet.
        case leaving
        /// Refused for good, or the user was removed or banned. ``Input/join(_:)`` tries again.
        case refused(WireError)
    }

    /// Whether the user is in the room, as far as this device knows. A group is joined by becoming
    /// a member.
    public var isIn: Bool {
        if !isWanted { return false }
        if case .refused = membership { return false }
        return info?.isIn(room) ?? true
    }

    /// The newest known message, even if deleted.
    public var last: Event? { timeline.last }

    /// The time of the newest message; without one, of the newest known change of the room, or when
    /// the user has entered it. Milliseconds since 1970-01-01 UTC.
    public var changedAt: Int64? { last?.at ?? timeline.changes.last?.at ?? enteredAt }

    /// The number of unread messages: those of others after the read mark, without people whom the
    /// user blocks.
    public var unread: Unread { readMark.map { unread(after: $0) } ?? Unread() }

    /// The number of messages of others after an event.
    public func unread(after seq: Seq) -> Unread {
        var unread = timeline.unread(after: seq, for: user, without: blocked)
        if !unread.isExact, let listedMentions, listedMentions.readMark == seq {
            unread.mentions = max(unread.mentions, listedMentions.count)
        }
        return unread
    }

    /// The first unread message, or the number after the read mark if that part of the log is not
    /// loaded; `nil` if all is read.
    public var firstUnread: Seq? { readMark.flatMap { firstUnread(after: $0) } }

    /// The first message of others after an event, or the number after it if that part of the log
    /// is not loaded; `nil` if there is none.
    public func firstUnread(after seq: Seq) -> Seq? {
        timeline.firstUnread(after: seq, for: user, without: blocked)
    }

    /// The people of the room as far as they are known, each once: those who are here (without
    /// a connection, who were), those who wrote the newest messages, and the other person of a
    /// direct room.
    package var people: [Author] {
        var known: Set<UserID> = []
        let writers = timeline.events.lazy.reversed().map { $0.author }
        return (presence.acquaintances + writers + [partner].compactMap { $0 }).filter {
            known.insert($0.user).inserted
        }
    }

    /// Messages are read by this user from now on.
    mutating func belongs(to reader: Author?) {
        user = reader?.user
        timeline.unreadTail.readerName = reader?.name ?? ""
    }

    /// The connection is lost, or the user may not read the room any more.
    mutating func interrupted(at now: Now) {
        if case .refused = membership {} else { membership = .waiting }
        awaitsHistory = false
        timeline.interrupted()
        presence.interrupted(at: now)
        typing.interrupted()
    }

    /// Moves the read mark forward, at most to the head. Returns whether it moved.
    mutating func read(upTo seq: Seq) -> Bool {
        let seq = min(seq, timeline.head)
        guard seq > readMark ?? 0 else { return false }
        readMark = seq
        return true
    }
}

extension RoomInfo {
    /// A group's people are its members. Open and direct rooms have none but those who are there.
    fileprivate func isIn(_ room: RoomName) -> Bool { room.kind != .group || standing.membership == .member }
}
