import ChatModel

/// What an account's screen shows.
public struct AccountScreenContent: Hashable, Sendable {
    /// “ann · administrator”.
    public var title: String
    /// `nil` before the server has listed them.
    public var sessions: [SessionLine]?
    /// Whether the server is being asked. Then the form is disabled.
    public var isBusy: Bool
    /// Why the last request failed.
    public var failure: String?
    /// What the last request did.
    public var success: String?
    /// The number of unsent messages and changes that would be lost with the account on this
    /// device.
    public var pending: Int

    /// Creates the value.
    public init(
        title: String, sessions: [SessionLine]?, isBusy: Bool = false, failure: String? = nil, success: String? = nil,
        pending: Int = 0
    ) {
        self.title = title
        self.sessions = sessions
        self.isBusy = isBusy
        self.failure = failure
        self.success = success
        self.pending = pending
    }

    /// What becomes of the account on this device when the user signs out.
    var signOutSentence: String {
        let kept = localized("Your messages are deleted from this device, and stay on the server.")
        if pending == 0 { return kept }
        let lost = localized(
            pending, one: "1 unsent message or change will be lost.",
            other: "\(pending) unsent messages and changes will be lost.")
        return "\(kept) \(lost)"
    }

    /// What becomes of the account when it is closed.
    static var closingSentence: String {
        localized("Its messages stay, and its name becomes free. It can’t be opened again.")
    }

    /// What the last request did, or why it failed.
    var report: String? { failure ?? success }

    /// Whether the sessions could not be listed: the user can ask again.
    var lacksSessions: Bool { sessions == nil && failure != nil && !isBusy }
}
