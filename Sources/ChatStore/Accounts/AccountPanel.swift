import ChatCore
import ChatModel
import ChatWire
import Flux

/// What the account's screens show of their requests to the server.
public struct AccountPanel: Hashable, Sendable {
    /// Whether a request is under way.
    public internal(set) var isBusy = false
    /// The screen that asked for it.
    var asker: Navigation.Sheet?
    /// Why the last request failed: a sentence for the user.
    public internal(set) var failure: String?
    /// What the last request did: a sentence for the user.
    public internal(set) var success: String?
    /// The account's sessions, once the server has listed them.
    public internal(set) var sessions: [ListedSession]?
    /// The account of the request that this screen asked for. It need not be the current one: it
    /// may be a new one.
    var account: AccountID?

    /// Creates the panel of an account that was not asked about yet.
    public init() {}
}

/// Reports of requests about accounts.
public enum AccountReport: Action, Hashable {
    /// The request is on its way to the server.
    case began(AccountID)
    /// The request succeeded. A sign-out does so even if the server could not be asked.
    case answered(AccountID, AccountAnswer)
    /// The request failed, and why.
    case failed(AccountID, String)

    /// The account that the request is about.
    var account: AccountID {
        switch self {
        case .began(let id), .answered(let id, _), .failed(let id, _): id
        }
    }
}

extension AccountPanel {
    mutating func reduce(_ report: AccountReport) {
        switch report {
        case .began(let id):
            account = id
            isBusy = true
            (failure, success) = (nil, nil)
        case .failed(_, let reason):
            isBusy = false
            failure = reason
        case .answered(_, let answer):
            isBusy = false
            switch answer {
            case .sessions(let sessions): self.sessions = sessions
            case .passwordChanged: success = AccountSentences.passwordChanged
            case .signedIn(let name): success = localized("You are signed in as \(name).")
            case .signedOut: self = AccountPanel()
            }
        }
    }
}
