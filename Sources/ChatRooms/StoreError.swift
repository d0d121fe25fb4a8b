import ChatWire

/// Why a store can't do what it was asked, by what follows from it: the end of the process, or the
/// refusal of one request.
public enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A write or a flush failed. Nobody knows what the medium kept: the process must end.
    case failed(String)
    /// The medium has no room left. Nothing of the call happened; it may succeed when there is room
    /// again.
    case full(String)
    /// The medium can't be read. Nothing of the call happened.
    case unreadable(String)
    /// What the call is about is not what was written. Nothing of the call happened, and trying
    /// again is of no use.
    case damaged(String)
    /// Something is short for the moment: descriptors, memory, a lock that another process holds.
    /// Nothing of the call happened.
    case busy(String)
    /// The database can't be opened; the sentence says what to do.
    case unusable(String)
    /// The store was closed. Nothing of the call happened.
    case closed

    /// The sentence of the error.
    public var description: String {
        switch self {
        case .failed(let sentence), .full(let sentence), .unreadable(let sentence), .damaged(let sentence),
            .busy(let sentence), .unusable(let sentence):
            sentence
        case .closed: "The store is closed."
        }
    }

    /// Whether the store must not be used any more, so that the process has to end.
    public var endsService: Bool {
        switch self {
        case .failed, .unusable, .closed: true
        case .full, .unreadable, .damaged, .busy: false
        }
    }

    /// The answer to a request that this error has stopped.
    public var refusal: WireError {
        switch self {
        // After a failed flush nobody knows what the disk kept; the number settles it.
        case .failed, .unusable, .closed:
            WireError(
                .storageFailed,
                "The server can't store messages now. Whether this one was kept is not known: send it again later.")
        case .full:
            WireError(
                .storageFailed,
                "The server's disk is full: messages can be read, and are taken again when there is room. Try again later.",
                retry: UInt64(Limits.readOnlyRetry))
        case .unreadable:
            WireError(
                .storageFailed, "The server can't read its disk here; nothing was changed. Try again later.",
                retry: UInt64(Limits.readOnlyRetry))
        case .damaged: .damagedMessage
        case .busy:
            WireError(.overloaded, "The server is short of resources; try again in a second.", retry: 1_000)
        }
    }
}

extension WireError {
    /// The refusal of what needs a row that is damaged.
    static let damagedMessage = WireError(
        .damaged,
        "What the server has stored of this message is damaged, so nothing can be done with it. Its operator sees more with martlet check, and can restore it from a backup."
    )
}
