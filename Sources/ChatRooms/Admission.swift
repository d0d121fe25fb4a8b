import ChatWire

/// A user who may introduce themselves: what a hello's token came to.
package struct Admission: Hashable, Sendable {
    package var identity: UserIdentity
    /// The token with which the user can come back.
    package var token: String
    /// Whether the hello had a token: the user was here before.
    package var isReturning: Bool

    package init(identity: UserIdentity, token: String, isReturning: Bool) {
        self.identity = identity
        self.token = token
        self.isReturning = isReturning
    }

    package enum Answer: Sendable {
        case now(Result<Admission, WireError>)
        /// ``Authenticator/admission(of:)`` is to be asked about this token.
        case later(token: String)
    }
}

extension Authenticator {
    /// Decides a hello at once where that is possible: always for a guest.
    ///
    /// - Parameter newUser: the id of a user who is here for the first time
    package func admission(ofHello token: String?, newUser: () -> UserID) -> Admission.Answer {
        guard let token else { return .now(admissionOfGuest(newUser())) }
        return switch answer(to: token) {
        case .user(let identity): .now(Admission.of(identity, token))
        case .refused: .now(.failure(.unknownToken))
        case .later: .later(token: token)
        }
    }

    /// Decides a hello whose token needs a longer look.
    package func admission(of token: String) async -> Result<Admission, WireError> {
        do throws(WireError) {
            guard let identity = try await lookUp(token) else { return .failure(.unknownToken) }
            return Admission.of(identity, token)
        } catch {
            return .failure(error)
        }
    }

    /// The user of the token of an HTTP request.
    ///
    /// - Throws: ``ChatWire/WireError/Code/tokenRefused`` without a valid token
    package func identity(ofBearer token: String?) async throws(WireError) -> UserIdentity {
        guard let token else { throw .bearerMissing }
        let identity: UserIdentity? =
            switch answer(to: token) {
            case .user(let identity): identity
            case .refused: nil
            case .later: try await lookUp(token)
            }
        guard let identity else { throw .bearerRefused }
        return identity
    }

    /// Whether users without a token are let in.
    package var admitsGuests: Bool { (try? guest(.issued())) != nil }

    private func lookUp(_ token: String) async throws(WireError) -> UserIdentity? {
        do {
            return try await identity(of: token)
        } catch let refusal as WireError {
            throw refusal
        } catch {
            throw WireError(.overloaded, "The server can't check tokens now; try again in a second.", retry: 1_000)
        }
    }

    private func admissionOfGuest(_ user: UserID) -> Result<Admission, WireError> {
        do throws(WireError) {
            return .success(Admission(identity: try guest(user), token: token(for: user), isReturning: false))
        } catch {
            return .failure(error)
        }
    }
}

extension Admission {
    /// A name that the identity fixes must be a name. The name of an account was checked when the
    /// account was made. A newer rule for names does not refuse it, so its owner can always sign
    /// in.
    fileprivate static func of(_ identity: UserIdentity, _ token: String) -> Result<Admission, WireError> {
        let rule = identity.session == nil ? NameRule.refusal(ofGiven:) : NameRule.check
        if let refusal = identity.name.flatMap(rule) { return .failure(refusal) }
        return .success(Admission(identity: identity, token: token, isReturning: true))
    }
}

extension WireError {
    package static let unknownToken = WireError(
        .tokenRefused, "This token is not one of this server's; say hello without it.")
    /// The same of a `renew`: the connection goes on with the token that it has.
    package static let unknownNewToken = WireError(
        .tokenRefused, "This token is not one of this server's; get a new one.")
    /// Refuses an HTTP request without a token.
    package static let bearerMissing = WireError(
        .tokenRefused,
        "This request has no token. Send an API key, or the token of this server's welcome: Authorization: Bearer TOKEN."
    )
    /// Refuses an HTTP request about an account without a token.
    package static let sessionTokenMissing = WireError(
        .tokenRefused, "This request has no token. Send the token of your session: Authorization: Bearer TOKEN.")
    /// Refuses an HTTP request whose token was never valid, has expired or was removed.
    package static let bearerRefused = WireError(
        .tokenRefused,
        "The server does not accept this token: it is wrong, has expired or was removed. Sign in again, or make another API key."
    )
    /// Refuses a hello without a token where there are no guests.
    public static let signInRequired = WireError(
        .signInRequired, "This server has no guests: sign in, then say hello with the token.")
}
