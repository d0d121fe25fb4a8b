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

/// What came of an ``AccountRequest``.
package enum AccountAnswer: Sendable {
    /// The server did it, and signed this user in if that was asked.
    case done(AccountRequest, name: String)
    case sessions([ListedSession])
    /// `code`: of the server's refusal; `nil` if it did not answer.
    case failed(AccountRequest, WireError.Code?, sentence: String)
}
