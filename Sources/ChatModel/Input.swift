import ChatWire

/// What happens to a ``Chat``: what people do, what the surroundings do, and what the server says.
public enum Input: Hashable, Sendable {
    /// Connect, and stay so until ``stop``.
    case start
    /// Disconnect, and stay so until ``start``.
    case stop
    /// What the system believes of the network: a hint, for a server may be this very machine.
    case online(Bool)
    /// Whether the app is before someone's eyes. Coming back connects at once; leaving keeps what is cached.
    case foreground(Bool)
    /// Now, please: ends a wait, and tries again after giving up.
    case reconnect
    /// The answer to ``Effect/authenticate``: `nil` when there is none to be had, and then the connection is given up.
    case token(String?)
    /// Another name from the next hello on; connects anew.
    case rename(String)

    // The transport.
    case opened
    case received(ServerFrame)
    /// A frame that could not be read: ignored, but a sign of life.
    case unreadable(WireError)
    /// `nil` where the connection ended without a close frame, or never came about.
    case closed(CloseCode?)
    /// The time of ``Effect/wait(_:milliseconds:)`` is over.
    case timer(Chat.Timer)

    // Files: what became of ``Effect/upload(_:_:token:)``.
    /// The server has it, and answered this.
    case uploaded(Ticket, Attachment)
    /// `nil` where the server did not answer: tried again.
    case uploadFailed(Ticket, WireError?)
    /// So many bytes have left.
    case uploadProgress(Ticket, UInt64)

    // Rooms.
    case join(RoomName)
    case leave(RoomName)
    /// To be done exactly once. The caller chooses the ticket (64 random bits), so that it knows it beforehand.
    case perform(Mutation, in: RoomName, ticket: Ticket)
    /// The same for a message that a file goes with, whose bytes are kept under the ticket already. The caller chooses the upload's id (128
    /// random bits), too.
    case attach(Upload, to: Mutation, in: RoomName, ticket: Ticket)
    /// A failed one again, under a new number, behind everything that waits.
    case retry(Ticket)
    /// Gives up one that failed, or that certainly has not left the device; others are beyond recall and stay.
    case drop(Ticket)
    /// Read up to and including this event; a mark never goes back.
    case markRead(RoomName, upTo: UInt64)
    /// Someone types here. Told to others at most every three seconds.
    case typed(RoomName)
    case show(RoomName, Timeline.View)
}

/// The moment of an input, and its share of chance, so that a run can be replayed.
public struct Now: Hashable, Sendable {
    /// Milliseconds of a clock that never goes back, from any beginning.
    public var monotonic: Int64
    /// Milliseconds since 1970-01-01 UTC; for showing only, nothing is decided by it.
    public var wall: Int64
    /// 64 random bits, fresh for every input.
    public var random: UInt64

    public init(monotonic: Int64, wall: Int64, random: UInt64) {
        self.monotonic = monotonic
        self.wall = wall
        self.random = random
    }
}

/// The local name of something that shall be done: random, never on the wire, the same across restarts.
public struct Ticket: Hashable, Sendable {
    public let number: UInt64

    public init(_ number: UInt64) { self.number = number }
}
