import ChatCore

/// What the user asks for about their account (`docs/accounts.md`).
package enum AccountRequest: Hashable, Sendable {
    case signIn(name: String, password: String)
    case signUp(name: String, password: String, invite: String?)
    case changePassword(from: String, to: String)
    case sessions
    case end(SessionID)
    /// Ends the session, and erases everything that this device has of the user.
    case signOut
}

/// The answer to an ``AccountRequest``.
package enum AccountAnswer: Sendable {
    /// The server has done it. `name`: the user's name after a sign-in or a sign-up, otherwise
    /// empty.
    case done(AccountRequest, name: String)
    case sessions([ListedSession])
    /// `code`: of the server's refusal; `nil` if it did not answer.
    case failed(AccountRequest, WireError.Code?, sentence: String)
}

extension AccountAnswer {
    /// Whether an invite, or another one, may help. A server that asks for invites refuses accounts
    /// without one as a closed server does.
    package var asksForInvite: Bool {
        switch self {
        case .failed(.signUp(_, _, nil), .registrationClosed?, _), .failed(.signUp, .inviteRefused?, _): true
        default: false
        }
    }
}
