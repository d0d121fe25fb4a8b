import ChatWire

// What a client asks for its own user, and what it does with the outcome.
extension Chat {
    /// The request for an account of the user's own. Handle ``SignUp/began`` before it is sent, and
    /// ``Input/signedIn(_:)`` or ``SignUp/init(failed:)`` afterwards.
    ///
    /// - Parameter program: What the list of sessions calls this program; `nil` leaves it to the
    ///   server.
    /// - Throws: 293 (`otherUser`) if the user has an account.
    public func signUpRequest(
        name: String, password: String, invite: String?, program: String? = nil
    ) throws(WireError) -> ServerRequest {
        if let identity, identity.hasAccount { throw .belongs(to: identity) }
        return .signUp(name: name, password: password, invite: invite, guest: identity?.token, program: program)
    }

    /// The input after a sign-up or a sign-in.
    ///
    /// - Throws: 293 (`otherUser`) if the user has another account. End the new session then.
    public func input(of credentials: Credentials) throws(WireError) -> Input {
        if let identity, identity.hasAccount, identity.user != credentials.user { throw .belongs(to: identity) }
        return .signedIn(
            Identity(
                user: credentials.user, name: credentials.name, device: device, token: credentials.token,
                role: credentials.role))
    }

    /// The token of the user's account.
    ///
    /// - Throws: 188 (`accountRequired`) if the user is a guest.
    public func accountToken() throws(WireError) -> String {
        guard let identity, identity.hasAccount, let token = identity.token else {
            throw WireError(.accountRequired, localized("You are a guest here. Sign in, or make an account."))
        }
        return token
    }
}

extension SignUp {
    /// The step after a sign-up that failed. `nil`: there was no answer, or not the server's.
    public init(failed error: WireError?) {
        // A proxy may have given a temporary refusal, although the server has made the account. If
        // the server refuses the guest's token, an earlier attempt has made it.
        let isFinal = error.map { !$0.code.isTemporary && $0.code != .tokenRefused } ?? false
        self = isFinal ? .refused : .unanswered
    }
}

/// Sentences for the user about requests about accounts.
public enum AccountSentences {
    /// There was no answer.
    public static var unanswered: String { localized("The server can't be reached. Try again when you are connected.") }
    /// Something else than a Martlet server answered.
    public static var unexpected: String {
        localized("Something else than a Martlet server answered. Check the address.")
    }
    /// The password was changed.
    public static var passwordChanged: String { localized("Your password was changed. All other sessions have ended.") }
}

extension WireError {
    /// The error of a sign-in to a second account.
    fileprivate static func belongs(to identity: Identity) -> WireError {
        WireError(
            .otherUser,
            localized("You are signed in as \(identity.name) here. Sign out before you use another account."))
    }
}
