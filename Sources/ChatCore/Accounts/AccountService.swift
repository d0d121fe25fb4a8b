import ChatWire

/// The accounts of a server (`docs/accounts.md`): signing up, in and out, sessions and passwords.
///
/// ``ChatClient`` uses it for its own user. Use it directly for a token alone.
///
/// Each call throws the server's ``ChatWire/WireError``. If the server is busy and names a short
/// pause, the call waits and tries again, ``ChatWire/Limits/accountAttempts`` times in all; after a
/// longer pause, in the error's `retry`, the user may try again. ``UnexpectedAnswer`` means that
/// something else than a Martlet server answered, and any other error that there was no answer:
/// then the server may have done what was asked.
public struct AccountService: Sendable {
    private let requests: any RequestTransport
    private let clock: any ClientClock
    private let program: String

    /// Creates the service.
    ///
    /// - Parameter program: What the list of sessions calls this program
    ///   (``ChatWire/ProgramRule``). With an empty text it has no name there.
    public init(
        _ requests: any RequestTransport, clock: any ClientClock = SystemClock(),
        program: String = ProgramName.usual
    ) {
        self.requests = requests
        self.clock = clock
        self.program = program
    }

    /// Makes an account, and begins its first session.
    ///
    /// - Parameters:
    ///   - name: 1 to 32 characters.
    ///   - password: At least ``ChatWire/Limits/passwordScalars`` characters.
    ///   - invite: Where accounts are made with one.
    ///   - guest: A guest's token. The guest keeps their user id, messages and rooms, and the token
    ///     is refused from then on.
    public func signUp(
        name: String, password: String, invite: String? = nil, guest: String? = nil
    ) async throws -> Credentials {
        try await credentials(
            .signUp(name: name, password: password, invite: invite, guest: guest, program: program))
    }

    /// Begins a session of an account.
    public func signIn(name: String, password: String) async throws -> Credentials {
        try await credentials(.signIn(name: name, password: password, program: program))
    }

    /// The sessions of the account that the token belongs to.
    public func sessions(token: String) async throws -> [ListedSession] {
        let answer = try await answer(to: .sessions(token: token))
        guard let sessions = answer.sessions else { throw UnexpectedAnswer(status: answer.status) }
        return sessions
    }

    /// Ends a session of the account, and its connections. It may be the own one, or have ended
    /// before.
    public func end(_ session: SessionID, token: String) async throws {
        _ = try await answer(to: .end(session, token: token))
    }

    /// Ends the session of this token. A session that has ended before is no error.
    public func signOut(token: String) async throws {
        do {
            guard let own = try await sessions(token: token).first(where: \.isCurrent) else { return }
            try await end(own.id, token: token)
        } catch let error as WireError where error.code == .tokenRefused {
            return
        }
    }

    /// Changes the password, and ends all other sessions.
    public func changePassword(from old: String, to new: String, token: String) async throws {
        _ = try await answer(to: .changePassword(from: old, to: new, token: token))
    }

    /// Closes the account for good, and ends all its sessions. Its messages stay, and its name
    /// becomes free.
    public func close(password: String, token: String) async throws {
        _ = try await answer(to: .closeAccount(password: password, token: token))
    }

    /// Sends a sign-up or a sign-in.
    func credentials(_ request: ServerRequest) async throws -> Credentials {
        let answer = try await answer(to: request)
        guard let credentials = answer.credentials else { throw UnexpectedAnswer(status: answer.status) }
        return credentials
    }

    /// The answer to a request that was not refused.
    private func answer(to request: ServerRequest) async throws -> ServerAnswer {
        var attempts = 1
        while true {
            let answer = try await requests.answer(to: request)
            switch answer.accountOutcome(after: attempts) {
            case .done: return answer
            case .refused(let error): throw error
            case .unexpected: throw UnexpectedAnswer(status: answer.status)
            case .again(let pause):
                attempts += 1
                try await clock.sleep(milliseconds: Int64(pause))
            }
        }
    }
}
