import ChatWire

/// Something a ``Chat`` wants done. Effects are performed in the order of the array.
public enum Effect: Hashable, Sendable {
    /// Append a record to the journal.
    ///
    /// If ``Record/mustLast`` is true, make it durable before performing any later effect.
    /// Consecutive records may be made durable together.
    case keep(Record)
    /// Open a connection, and answer with ``Input/opened`` or ``Input/closed(_:)``. Close an open
    /// connection first.
    case open
    /// Close the connection, or stop opening it. Do not send ``Input/closed(_:)`` for it.
    case close(CloseCode)
    /// Send this frame on the open connection.
    case send(ClientFrame)
    /// Send ``Input/timer(_:)`` after this time. It replaces a running timer of the same kind.
    case wait(Chat.Timer, milliseconds: Int64)
    /// Stop the running timer of this kind, if there is one.
    case cancel(Chat.Timer)
    /// Get a token for the user, then send ``Input/token(_:)`` or ``Input/tokenFailed(_:)``. If
    /// `replacing` is not `nil`, the server does not accept this one any more.
    case authenticate(replacing: String?)
    /// Upload the bytes stored under this ticket; `token` names their owner.
    ///
    /// Send ``Input/uploadProgress(_:_:)`` on the way, and ``Input/uploaded(_:_:)`` or
    /// ``Input/uploadFailed(_:_:)`` at the end.
    case upload(Ticket, Upload, token: String)
    /// Stop an upload, and send no further input about it.
    case cancelUpload(Ticket)
    /// Delete the bytes stored under this ticket. After a crash, delete all bytes whose ticket is
    /// in no ``Record`` of the journal.
    case release(Ticket)
    /// A ticket's final outcome. A failed one that is retried gets another outcome.
    case settled(Ticket, Settlement)
    /// The answer to ``Input/ask(_:_:)``, once for each.
    case moderation(Ticket, Result<ModerationAnswer, WireError>)
    /// The answer to ``Input/inquire(_:_:)``, once for each.
    case found(Ticket, Result<Findings, WireError>)
    /// Something that listeners should read again.
    case changed(Change)
}

/// The final outcome of a ticket.
public enum Settlement: Hashable, Sendable {
    /// It is in the log, for good.
    case sent(SentMessage)
    /// It is certainly not in the log, unless the code is ``ChatWire/WireError/Code/fateUnknown``.
    case failed(WireError)
    /// The user removed it with ``Input/drop(_:)``. It is not in the log.
    case dropped
}

/// The place of a message or change in its room's log.
public struct SentMessage: Hashable, Sendable {
    /// The number of its event.
    public var seq: Seq
    /// The id of its event.
    public var id: EventID
    /// When the server took it: milliseconds since 1970-01-01 UTC.
    public var at: Int64

    /// Creates the value.
    public init(seq: Seq, id: EventID, at: Int64) { (self.seq, self.id, self.at) = (seq, id, at) }
}

/// What changed.
public enum Change: Hashable, Sendable {
    /// ``Chat/connection`` or ``Chat/identity``.
    case connection
    /// The set of conversations, or the membership in one.
    case conversations
    /// Anything in this conversation: rows, summary, presence, typing.
    case conversation(RoomName)
    /// ``Chat/outbox``: an item was added, changed its state or left.
    case outbox
    /// ``Chat/rooms``.
    case rooms
}
