import ChatWire

// The account of the client's user. The calls wait for the server's answer, and throw what
// ``AccountService`` throws; none is kept for later.
extension ChatClient {
    /// Makes an account. A guest becomes the account's user, with the same id, messages and rooms;
    /// what waits in the outbox is sent under the new name.
    ///
    /// The client connects with the account from then on, after every restart, too: its storage
    /// keeps the session's token.
    ///
    /// - Parameters:
    ///   - name: 1 to 32 characters.
    ///   - password: At least ``ChatWire/Limits/passwordScalars`` characters.
    ///   - invite: An invite's code, on a server that asks for one.
    /// - Throws: 293 (`otherUser`) if the user has an account. If there was no answer, the account
    ///   may exist. Then the client does not become a new guest when the server refuses the guest's
    ///   token: it waits for ``signIn(name:password:)``.
    @discardableResult
    public func signUp(name: String, password: String, invite: String? = nil) async throws -> Credentials {
        let service = try accounts()
        let request = try chat().signUpRequest(
            name: name, password: password, invite: invite, program: program)
        try handle(.signUp(.began))
        do {
            let credentials = try await service.credentials(request)
            try await take(credentials, service)
            return credentials
        } catch {
            try? handle(.signUp(SignUp(failed: error as? WireError)))
            throw error
        }
    }

    /// Signs in to an account, before ``start()`` or after it: also when the session has ended
    /// (``ChatModel/Connection/Trouble/unauthenticated``).
    ///
    /// A guest who signs in is another user from then on. The client stays in the guest's open
    /// rooms, and forgets everything else of the guest. Messages that wait are not sent under the
    /// new name: they fail with 293 (`otherUser`), or 190 (`fateUnknown`) if they may have been
    /// sent before.
    ///
    /// A session of the same account that this client had ends.
    ///
    /// - Throws: 293 (`otherUser`) if the client has another account. Make a client of its own for
    ///   a second account, or ``signOut()`` first.
    @discardableResult
    public func signIn(name: String, password: String) async throws -> Credentials {
        let service = try accounts()
        let credentials = try await service.signIn(name: name, password: password)
        let former = try? chat().identity
        try await take(credentials, service)
        // The session that this device had is not used any more.
        if let former, former.hasAccount, let token = former.token, token != credentials.token {
            try? await service.signOut(token: token)
        }
        return credentials
    }

    /// Makes the user of a new session the client's. If that fails, the session ends, because
    /// nobody has its token: the client has another account, was shut down meanwhile, or could not
    /// store the token.
    private func take(_ credentials: Credentials, _ service: AccountService) async throws {
        do {
            try handle(try chat().input(of: credentials))
        } catch {
            try? await service.signOut(token: credentials.token)
            throw error
        }
    }

    /// Shuts the client down, if that has not been done, ends its session on the server, and erases
    /// its storage, unsent messages included.
    ///
    /// - Throws: ``StorageError`` if the disk does not erase everything. With any other error the
    ///   storage is erased all the same: the server could not be asked, and the session ends when
    ///   it has not been used for 90 days, or from another device; or it refused, as it does for a
    ///   user whose tokens come from a ``TokenProvider``.
    public func signOut() async throws {
        let identity = isShutDown ? lastIdentity : (try? chat().identity)
        shutDown()
        var failure: (any Error)?
        if let identity, identity.hasAccount, let token = identity.token {
            do { try await accounts().signOut(token: token) } catch { failure = error }
        }
        try erase()
        if let failure { throw failure }
    }

    /// The sessions of the user's account.
    public func sessions() async throws -> [ListedSession] {
        try await accounts().sessions(token: try chat().accountToken())
    }

    /// Ends a session of the user's account, and its connections. To end this client's own one, use
    /// ``signOut()``.
    public func endSession(_ session: SessionID) async throws {
        try await accounts().end(session, token: try chat().accountToken())
    }

    /// Changes the password, and ends all other sessions.
    public func changePassword(from old: String, to new: String) async throws {
        try await accounts().changePassword(from: old, to: new, token: try chat().accountToken())
    }

    /// Closes the account for good, shuts the client down, and erases its storage. The user leaves
    /// all their groups. Their messages stay, and their name becomes free.
    ///
    /// - Throws: ``ChatWire/WireError/Code/membership`` while the user is the only owner of a group
    ///   with other people; the errors of the account's other requests
    public func closeAccount(password: String) async throws {
        try await accounts().close(password: password, token: try chat().accountToken())
        shutDown()
        try erase()
    }

    private func accounts() throws -> AccountService {
        guard let requests else { throw WireError.noAccounts }
        return AccountService(requests, clock: clock, program: program)
    }
}
