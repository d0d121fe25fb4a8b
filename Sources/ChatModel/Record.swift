import ChatWire

/// An entry of the append-only journal: what must survive the process. Folding all of them gives a
/// ``Restored``.
public enum Record: Hashable, Sendable {
    /// The id of this installation.
    case device(DeviceID)
    /// The user's identity.
    case identity(Identity)
    /// A mutation to perform. A record with a known ticket replaces the item, and moves it to the
    /// end.
    case intended(Outbox.Item)
    /// The item will be sent under this number.
    case numbered(Ticket, UInt64)
    /// The item's file is uploaded: the message goes with this attachment.
    case uploaded(Ticket, Attachment)
    /// The item's file is not on the server. It must be uploaded under this id before the item gets
    /// a number.
    case unattached(Ticket, FileID)
    /// The item is in the log.
    case settled(Ticket)
    /// The user removed the item.
    case dropped(Ticket)
    /// The item failed for good.
    case failed(Ticket, WireError)
    /// No number below this one is assigned again.
    case counted(next: UInt64)
    /// The rooms that the user wants to be in.
    case rooms([RoomName])
    /// The user's read mark in a room.
    case read(RoomName, Seq)
    /// How far somebody else has read in a room.
    case seen(RoomName, Seq)
    /// A part of a room's log, for offline reading.
    case cached(RoomName, Excerpt)
    /// What is known of a room besides its events, and who the other person of a direct room is.
    case described(RoomName, RoomInfo, partner: Author?)
    /// What the user has chosen about a room, on all their devices.
    case chosen(RoomName, Choice)
    /// The people whom the user blocks.
    case blocked([UserID])
    /// What the user has written for a room and not sent, and whether the server has it. Empty if
    /// there is nothing.
    case drafted(RoomName, String, isSaved: Bool)
    /// A report to make.
    case reporting(RoomName, Seq, Report)
    /// The server has answered the report.
    case reported(RoomName, Seq)
    /// Forget the room's cached events and read marks.
    case forgot(RoomName)

    /// Whether the record must be durable before any later effect. Losing another kind costs a
    /// repetition, never data.
    public var mustLast: Bool {
        switch self {
        case .device, .identity, .intended, .numbered, .dropped, .failed, .counted, .rooms, .reporting: true
        case .drafted(_, _, let isSaved): !isSaved
        case .uploaded, .unattached, .settled, .read, .seen, .cached, .described, .chosen, .blocked, .reported, .forgot:
            false
        }
    }

    /// A part of a log, `first...end`: its messages as they stood at `end`, and known changes to
    /// earlier messages.
    public struct Excerpt: Hashable, Sendable {
        /// The log's identity.
        public var epoch: Epoch
        /// The first event of the part.
        public var first: Seq
        /// The last event of the part.
        public var end: Seq
        /// Its messages and the changes of the room, ascending.
        public var events: [Event]
        /// Drop cached messages before this one: the timeline no longer holds them, so it would
        /// miss changes to them.
        public var dropsBefore: Seq?

        /// Creates an excerpt.
        public init(epoch: Epoch, first: Seq, end: Seq, events: [Event], dropsBefore: Seq? = nil) {
            self.epoch = epoch
            self.first = first
            self.end = end
            self.events = events
            self.dropsBefore = dropsBefore
        }
    }
}
