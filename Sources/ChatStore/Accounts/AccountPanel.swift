import ChatCore
import ChatWire
import Flux

/// What the account's screens show of their requests to the server.
public struct AccountPanel: Hashable, Sendable {
    /// Whether a request is under way.
    public internal(set) var isBusy = false
    /// Why the last request failed: a sentence for the user.
    public internal(set) var failure: String?
    /// What the last request did: a sentence for the user.
    public internal(set) var success: String?
    /// The account's sessions, once the server has listed them.
    public internal(set) var sessions: [ListedSession]?

    /// Creates the panel of an account that was not asked about yet.
    public init() {}
}

/// Reports of requests about accounts.
public enum AccountReport: Action, Hashable {
    case began
    case answered(AccountID, AccountAnswer)
    /// The request failed, and why.
    case failed(String)
}

extension AccountPanel {
    mutating func reduce(_ report: AccountReport) {
        switch report {
        case .began:
            isBusy = true
            (failure, success) = (nil, nil)
        case .failed(let reason):
            isBusy = false
            failure = reason
        case .answered(_, let answer):
            isBusy = false
            switch answer {
            case .sessions(let sessions): self.sessions = sessions
            case .passwordChanged: success = "Your password was changed. All other sessions have ended."
            case .signedIn(let name): success = "You are signed in as \(name)."
            case .signedOut: self = AccountPanel()
            }
        }
    }
}
