/// What an account's screen shows.
public struct AccountScreenContent: Hashable, Sendable {
    /// “ann · administrator”.
    public var title: String
    /// `nil` before the server has listed them.
    public var sessions: [SessionLine]?
    public var isBusy: Bool
    /// What the last request did, or why it failed.
    public var report: String?
    /// The number of messages that would be lost with the account on this device.
    public var pending: Int

    public init(
        title: String, sessions: [SessionLine]?, isBusy: Bool = false, report: String? = nil, pending: Int = 0
    ) {
        self.title = title
        self.sessions = sessions
        self.isBusy = isBusy
        self.report = report
        self.pending = pending
    }
}
