import ChatWire

/// Who may make an account on a server.
public enum Registration: String, CaseIterable, Sendable {
    /// There are no accounts.
    case off
    /// Everyone may.
    case open
    /// Everyone with an invite may.
    case invite
    /// Only the operator may, and the first administrator.
    case closed

    /// Why an account can't be made. An invite that is given must count, whatever the rule.
    package func refusal(withInvite hasInvite: Bool) -> WireError? {
        switch self {
        case .off: .accountsOff
        case .open: nil
        case .invite, .closed:
            hasInvite
                ? nil
                : WireError(
                    .registrationClosed,
                    self == .invite
                        ? "Accounts are made with an invite here: ask the operator for one."
                        : "Accounts are made by the operator here: ask for one.")
        }
    }
}

extension WireError {
    package static let accountsOff = WireError(.accountsOff, "This server has no accounts.")
    package static let inviteRefused = WireError(
        .inviteRefused, "This invite is unknown, used up or expired: ask for another one.")
    package static let noGuest = WireError(
        .tokenRefused, "This token is not a guest's; make the account without it.")
    /// The answer to a sign-up if the token is of a guest who has made an account already.
    package static let guestHasAccount = WireError(
        .tokenRefused, "This guest has made an account already: sign in with its name and password.")
    package static let noSessionID = WireError(
        .badRequest, "A session's id is a UUID of 128 bits; GET /v1/sessions lists yours.")
    package static let signInFailed = WireError(.signInFailed, "The name or the password is wrong.")
    /// Refuses a change of the account of a user who is signed in.
    package static let wrongPassword = WireError(.signInFailed, "The password is wrong.")
    package static let accountDisabled = WireError(
        .accountDisabled, "The operator has disabled this account: ask the operator.")
    package static let accountRequired = WireError(
        .accountRequired, "Only an account can ask for this: sign in, and send the token of your session.")
    /// Refuses a guest's request over HTTP: a guest's name belongs to a connection.
    package static let guestsNotOverHTTP = WireError(
        .accountRequired,
        "Guests can't use the HTTP API: send an API key (martlet key add), or the token of a session.")
    package static let accountsFull = WireError(
        .accountsFull, "This server has the maximum of accounts: ask the operator.")
    package static let passwordsBusy = WireError(
        .overloaded, "Too many people are signing in; try again in some seconds.", retry: Limits.passwordRetry)
    package static let accountsBusy = WireError(
        .overloaded, "The server can't read its accounts now; try again in a second.", retry: 1_000)
    /// Answers a guest's token while its user makes an account.
    package static let isSigningUp = WireError(
        .overloaded, "This guest is making an account; try again in a second.", retry: 1_000)
    package static func nameTaken(_ name: String) -> WireError {
        WireError(.nameTaken, "The name \(name) is taken, or looks too similar to one that is; choose another name.")
    }
}
