extension Chat {
    /// What an app chooses about a ``Chat``.
    public struct Configuration: Hashable, Sendable {
        /// How often a temporarily refused mutation is tried.
        public var attempts: Attempts
        /// What to read after an absence longer than the window.
        public var catchUp: CatchUp
        /// Whether the app supplies tokens (``Effect/authenticate(replacing:)``). If not, the user
        /// is a guest, and the server issues a token, until ``Input/signedIn(_:)``.
        public var authenticates: Bool
        /// Whether to join the groups, direct rooms and followed rooms that the server lists as the
        /// user's own, at most ``ChatWire/Limits/roomsEntered``. Only what the client is in keeps
        /// the list of rooms current. With `false` it joins the rooms that ``Input/join(_:)``
        /// names, and no others: for programs that show no list.
        public var entersOwnRooms: Bool

        /// Creates a configuration.
        public init(
            attempts: Attempts = .unlimited, catchUp: CatchUp = .newest, authenticates: Bool = false,
            entersOwnRooms: Bool = true
        ) {
            self.attempts = attempts
            self.catchUp = catchUp
            self.authenticates = authenticates
            self.entersOwnRooms = entersOwnRooms
        }

        /// How often a temporarily refused mutation is tried.
        public enum Attempts: Hashable, Sendable {
            /// Until the server accepts it or refuses it for good.
            case unlimited
            /// It fails after this many temporary refusals (at least 1). A mutation that may
            /// already be in the log is tried further: only a reply tells its outcome.
            case limited(Int)
        }

        /// What to read after an absence longer than the window.
        public enum CatchUp: Hashable, Sendable {
            /// The newest page. What lies before it is history, to be paged. For people.
            case newest
            /// Every event, page by page, while the window follows the end. For bots and archives.
            case everything
        }
    }
}
