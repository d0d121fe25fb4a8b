extension Timeline {
    /// What the reader of a room would see.
    public enum View: Hashable, Sendable {
        /// What comes before the window, or after it.
        case older, newer
        /// The end of the log; from then on the window follows it.
        case newest
        /// The surroundings of this event.
        case around(UInt64)
        /// The surroundings of the first message after the read mark; the newest where nothing is unread.
        case firstUnread
        /// Whether the reader is at the bottom: a window that is followed slides along, another one stands still.
        case following(Bool)
        /// Nobody looks any more: the window shrinks to what is cached.
        case closed
    }
}
