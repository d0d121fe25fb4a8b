import ChatWire

/// What must outlive the process: an entry of an append-only journal. Folding them all gives a ``Restored``.
public enum Record: Hashable, Sendable {
    case device(DeviceID)
    case identity(Identity)
    /// Something to be done; one with a ticket that is known replaces that, at the end of the queue.
    case intended(Outbox.Item)
    /// It may leave under this number from now on.
    case numbered(Ticket, UInt64)
    /// Its file is on the server: the message goes with this.
    case uploaded(Ticket, Attachment)
    /// Its file is not on the server (any more): to be uploaded, under this id, before it gets a number.
    case unattached(Ticket, FileID)
    /// Answered for good.
    case settled(Ticket)
    case dropped(Ticket)
    case failed(Ticket, WireError)
    /// No number below this one is given again.
    case counted(next: UInt64)
    /// The rooms that the user wants to be in.
    case rooms([RoomName])
    case read(RoomName, UInt64)
    case cached(RoomName, Excerpt)
    /// The room's events and its mark.
    case forgot(RoomName)

    /// Whether what follows must wait until it is durable. The others cost a repetition when they are lost, never more.
    public var mustLast: Bool {
        switch self {
        case .device, .identity, .intended, .numbered, .dropped, .failed, .counted, .rooms: true
        case .uploaded, .unattached, .settled, .read, .cached, .forgot: false
        }
    }

    /// A stretch of a log, `first...end`, with the messages in it as they stood at `end`; and messages before it that
    /// changed, where they are known.
    public struct Excerpt: Hashable, Sendable {
        public var epoch: Epoch
        public var first: UInt64
        public var end: UInt64
        public var events: [Event]
        /// Kept messages before this one are dropped: the timeline no longer holds them, so it misses what changes them.
        public var dropsBefore: UInt64?

        public init(epoch: Epoch, first: UInt64, end: UInt64, events: [Event], dropsBefore: UInt64? = nil) {
            self.epoch = epoch
            self.first = first
            self.end = end
            self.events = events
            self.dropsBefore = dropsBefore
        }
    }
}
