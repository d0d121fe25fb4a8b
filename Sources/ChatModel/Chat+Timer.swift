extension Chat {
    /// A wait that a ``Chat`` asks for; at most one of each.
    public enum Timer: Hashable, Sendable {
        /// Back-off before the next attempt.
        case connect
        /// A connection that takes too long until its welcome.
        case welcome
        /// The next look at how long nothing was heard.
        case silence
        /// The answer to a question whether the connection still lives.
        case probe
        /// A pause after a temporary refusal: of sends, of history, of joins, of uploads.
        case sending, reading, joining, uploading
        /// Someone's typing that ends.
        case typing
        /// Events that wait to be kept.
        case caching
    }
}
