import ChatWire

extension Timeline {
    /// What the user wants to see of a room.
    public enum View: Hashable, Sendable {
        /// The messages before or after the window.
        case older, newer
        /// The end of the log. The window follows it from then on.
        case newest
        /// The messages around this event.
        case around(Seq)
        /// The messages around the first unread one; the newest if all are read.
        case firstUnread
        /// Whether the list is scrolled to the bottom. A followed window moves with the log;
        /// another one stands still.
        case following(Bool)
        /// The room is not on the screen any more: the window shrinks to what is cached.
        case closed
    }
}
