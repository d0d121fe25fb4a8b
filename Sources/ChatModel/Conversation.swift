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
    /// Messages of others after the read mark.
    public internal(set) var unread = Unread()

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
    public var last: Event? { nil }
}
