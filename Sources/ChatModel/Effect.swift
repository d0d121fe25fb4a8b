import ChatWire

/// What a ``Chat`` wants done, in the order of the array.
public enum Effect: Hashable, Sendable {
    /// Append to the journal. Where ``Record/mustLast`` says so, nothing that follows in the array may happen before it
    /// is durable; records that follow each other directly may be made durable together.
    case keep(Record)
    /// Open a connection; answered by ``Input/opened`` or ``Input/closed(_:)``. What is open must be closed first.
    case open
    /// Close the connection, or stop opening it. No ``Input/closed(_:)`` shall follow.
    case close(CloseCode)
    case send(ClientFrame)
    /// Says ``Input/timer(_:)`` after this time; replaces an earlier one of the same timer.
    case wait(Chat.Timer, milliseconds: Int64)
    case cancel(Chat.Timer)
    /// Get a token for the user, then say ``Input/token(_:)``.
    case authenticate
    /// Upload the bytes that are kept under this ticket, with a token in the name of whose owner they go. Answered by
    /// ``Input/uploaded(_:_:)`` or ``Input/uploadFailed(_:_:)``, with ``Input/uploadProgress(_:_:)`` in between.
    case upload(Ticket, Upload, token: String)
    /// Stop an upload; nothing more shall be said of it.
    case cancelUpload(Ticket)
    /// The bytes that are kept under this ticket are not needed any more. After a crash the same follows from the journal: bytes of
    /// which no ``Record`` speaks may go.
    case release(Ticket)
    /// The end of a ticket's story, for whoever waits for it. A failed one that is retried has another end.
    case settled(Ticket, Settlement)
    /// What listeners should look at again.
    case changed(Change)
}

public enum Settlement: Hashable, Sendable {
    /// In the log, for good.
    case sent(seq: UInt64, id: EventID, at: Int64)
    /// Certainly not in the log, unless the code is ``ChatWire/WireError/Code/fateUnknown``.
    case failed(WireError)
    case dropped
}

public enum Change: Hashable, Sendable {
    /// ``Chat/connection`` or ``Chat/identity``.
    case connection
    /// Which conversations there are, or their membership.
    case conversations
    /// Anything in this conversation: its rows, its summary, who is there, who types.
    case conversation(RoomName)
    case outbox
}
