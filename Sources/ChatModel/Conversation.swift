import ChatWire

/// A room as its member knows it.
public struct Conversation: Hashable, Sendable {
    public let room: RoomName
    public internal(set) var membership: Membership = .waiting
    public internal(set) var timeline = Timeline()
    public internal(set) var presence = Presence()
    public internal(set) var typing = Typing()
    public internal(set) var receipts = Receipts()
    /// The newest event that the user has read, on any device; `nil` before the room was first joined.
    public internal(set) var readMark: UInt64?

    /// What the server knows of ``readMark``.
    var confirmedMark: UInt64 = 0
    /// Whether the user wants to be here; otherwise it is only for something pending.
    var isWanted = false
    /// Whether it waits for its turn to read a page.
    var awaitsHistory = false
    /// Whose conversation it is.
    var user: UserID?

    public init(room: RoomName) { self.room = room }

    public enum Membership: Hashable, Sendable {
        /// To be joined as soon as there is a connection.
        case waiting
        case joining
        case joined
        case leaving
        /// Refused for good; ``Input/join(_:)`` tries again.
        case refused(WireError)
    }

    /// The newest message that is known, a deleted one included.
    public var last: Event? { timeline.last }

    /// Messages of others after the read mark.
    public var unread: Unread { readMark.map { timeline.unread(after: $0, for: user) } ?? Unread() }

    /// The connection is gone.
    mutating func interrupted() {
        if case .refused = membership {} else { membership = .waiting }
        awaitsHistory = false
        timeline.interrupted()
        presence.interrupted()
        typing.interrupted()
    }

    /// A mark never goes back, nor beyond the log. `true` where it moved.
    mutating func read(upTo seq: UInt64) -> Bool {
        let seq = min(seq, timeline.head)
        guard seq > readMark ?? 0 else { return false }
        readMark = seq
        return true
    }
}
