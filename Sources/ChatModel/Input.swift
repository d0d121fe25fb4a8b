import ChatWire

/// Something that happens to a ``Chat``: from the user, the system or the server.
public enum Input: Hashable, Sendable {
    /// Connect, and stay connected until ``stop``.
    case start
    /// Disconnect, and stay disconnected until ``start``.
    case stop
    /// Whether the system reports a network. It is a hint only: the server may be on this machine.
    case online(Bool)
    /// Whether the app is in the foreground. `true` connects at once; `false` writes the cache.
    case foreground(Bool)
    /// Retry immediately: ends a wait, and tries again after giving up.
    case reconnect
    /// The answer to ``Effect/authenticate(replacing:)``. `nil`: the user is signed out, and the
    /// client gives up.
    case token(String?)
    /// The other answer: there is no token now. Without a connection, the client asks again after a
    /// pause, however often that happens, and shows the error, if there is one.
    case tokenFailed(WireError?)
    /// A guest asks for an account. Send `.began` before the server is asked, and ``signedIn(_:)``
    /// or another step afterwards.
    case signUp(SignUp)
    /// The user has signed up or in. The identity has the token of the account's session; its
    /// device is ignored. A guest who signed up is the same user as before. If the user is another
    /// one, everything of the former user is forgotten except which open rooms the client is in; a
    /// guest's unsent messages to open rooms fail with 190 or 293 and stay visible.
    case signedIn(Identity)
    /// Change the display name, and reconnect with it.
    case rename(String)

    // From the transport.
    /// The connection that ``Effect/open`` asked for is open.
    case opened
    /// The server sent this frame.
    case received(ServerFrame)
    /// An unreadable frame. It is ignored, but shows that the server is alive.
    case unreadable(WireError)
    /// The connection ended. `nil`: without a close frame, or it never opened.
    case closed(CloseCode?)
    /// The time of ``Effect/wait(_:milliseconds:)`` is over.
    case timer(Chat.Timer)

    // Files: outcomes of ``Effect/upload(_:_:token:)``.
    /// The server has stored the file.
    case uploaded(Ticket, Attachment)
    /// The upload failed. `nil`: the server did not answer, and the client tries again.
    case uploadFailed(Ticket, WireError?)
    /// The number of bytes sent so far.
    case uploadProgress(Ticket, UInt64)

    // Rooms.
    /// Join the room, and join it again on every later connection until ``leave(_:)``. If that
    /// would be more than ``ChatWire/Limits/roomsPerConnection`` rooms, the join is refused
    /// (``Conversation/membership``).
    case join(RoomName)
    /// Join the direct room of the user and this person. The room keeps their name, even if nothing
    /// else tells it later.
    case meet(Author)
    /// Leave the room. The client stays in it while the outbox has items that need it.
    case leave(RoomName)
    /// Do this exactly once. The caller chooses the ticket (64 random bits).
    case perform(Mutation, in: RoomName, ticket: Ticket)
    /// Send a message with a file. The caller stores the file's bytes under the ticket first. It
    /// also chooses the upload's id (128 random bits).
    case attach(Upload, to: Mutation, in: RoomName, ticket: Ticket)
    /// Try a failed mutation again: under a new number, at the end of the queue.
    case retry(Ticket)
    /// Remove a mutation that failed, or that has certainly not been sent. Others cannot be
    /// recalled, and stay.
    case drop(Ticket)
    /// Mark events as read up to this one. A mark never moves back.
    case markRead(RoomName, upTo: Seq)
    /// The text in the room's composer; empty if there is none. This input may be sent at every key
    /// press. The text is saved for the user's other devices after a pause, and when the room is
    /// left.
    case write(String, in: RoomName)
    /// The user is typing. The server is told at most every three seconds.
    case typed(RoomName)
    /// The user has stopped typing. ``write(_:in:)`` with an empty text says the same, and so do a
    /// pause of three seconds and the end of the room or the app on the screen.
    case stoppedTyping(RoomName)
    /// Move the room's window over its log. Missing events are requested from the server.
    case show(RoomName, Timeline.View)
    /// Load the list of the user's rooms, and load it again after every welcome.
    case listRooms
    /// Load the profiles of these users, except those that were requested on this connection.
    case wantProfiles([UserID])

    // Moderation.
    /// Tell the moderators of a message. Changes nothing if ``ChatWire/Limits/reportsUnderWay``
    /// reports wait for the server.
    case report(Report, of: Seq, in: RoomName)
    /// Ask the server something about moderation. ``Effect/moderation(_:_:)`` answers.
    case ask(ModerationQuestion, Ticket)
    /// Ask the server something once. ``Effect/found(_:_:)`` answers.
    case inquire(Inquiry, Ticket)
}

/// The time of an input and its random bits, so that a run can be replayed.
public struct Now: Hashable, Sendable {
    /// Milliseconds of a clock that never goes back, from any start.
    public var monotonic: Int64
    /// Milliseconds since 1970-01-01 UTC. With the difference to the server's clock it says when
    /// a ban, a mute or slow mode ends. The server decides again.
    public var wall: Int64
    /// 64 random bits, fresh for every input.
    public var random: UInt64

    /// Creates the moment of an input.
    public init(monotonic: Int64, wall: Int64, random: UInt64) {
        self.monotonic = monotonic
        self.wall = wall
        self.random = random
    }

    /// Other random bits for the next of several inputs.
    package mutating func advance() { random = random &* 0x5851_F42D_4C95_7F2D &+ 0x1405_7B7E_F767_814F }
}

/// The local id of a mutation: random, never sent, stable across restarts.
public struct Ticket: Hashable, Sendable {
    /// The 64 random bits.
    public let number: UInt64

    /// Creates a ticket from 64 random bits.
    public init(_ number: UInt64) { self.number = number }
}
