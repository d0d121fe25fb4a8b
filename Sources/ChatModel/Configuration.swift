extension Chat {
    /// How a ``Chat`` behaves where people differ.
    public struct Configuration: Hashable, Sendable {
        /// How often something that is refused for the moment is tried.
        public var attempts: Attempts
        /// What is read of a log after an absence longer than the window.
        public var catchUp: CatchUp
        /// Whether tokens come from outside (``Effect/authenticate``). Otherwise the user is a guest whose token the server makes.
        public var authenticates: Bool

        public init(attempts: Attempts = .unlimited, catchUp: CatchUp = .newest, authenticates: Bool = false) {
            self.attempts = attempts
            self.catchUp = catchUp
            self.authenticates = authenticates
        }

        public enum Attempts: Hashable, Sendable {
            case unlimited
            /// After so many temporary refusals (at least 1) it fails visibly. What may already be in the log goes on:
            /// only an answer can say what became of it.
            case limited(Int)
        }

        public enum CatchUp: Hashable, Sendable {
            /// The newest page; what lies between is history, to be paged. What people want to see.
            case newest
            /// Every event, page by page, while the window follows the end. What a bot or an archive wants.
            case everything
        }
    }
}
