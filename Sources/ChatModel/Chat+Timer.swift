extension Chat {
    /// A wait that a ``Chat`` asks for. Each timer runs at most once at a time.
    public enum Timer: String, Hashable, Sendable {
        /// The back-off before the next connection attempt.
        case connect
        /// The deadline for the server's welcome.
        case welcome
        /// The next check of how long the server has been silent.
        case silence
        /// The deadline for the reply to a liveness ping.
        case probe
        /// A pause after a temporary refusal of a send.
        case sending
        /// A pause after a temporary refusal of history or a read mark.
        case reading
        /// A pause after a temporary refusal of a join.
        case joining
        /// A pause after a temporary refusal of an upload.
        case uploading
        /// A pause after a temporary refusal of a report.
        case reporting
        /// A pause after a temporary refusal of the list of rooms.
        case listing
        /// A pause after a temporary refusal of a draft.
        case drafting
        /// The end of the user's pause, after which a draft is saved.
        case draftDue
        /// The end of somebody's typing indicator, or of the pause after which the user has stopped
        /// typing.
        case typing
        /// The end of the wait before new events are written to the cache.
        case caching
    }
}
