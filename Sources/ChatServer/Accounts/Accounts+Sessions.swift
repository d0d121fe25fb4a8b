import ChatRooms
import ChatWire

/// What the bearer of a session's token may do with their account.
extension Accounts {
    func sessions(of identity: UserIdentity) async throws(WireError) -> [AccountSession] {
        _ = try Self.session(of: identity)
        let (user, now) = (identity.user, clock.milliseconds())
        let sessions = try await onStore { store throws(StoreError) in try store.sessions(of: user) }
        return sessions.filter { $0.expires > now }
    }

    /// Ends a session, and its connections. A session that is not there has ended, too.
    func end(_ session: SessionID, of identity: UserIdentity) async throws(WireError) {
        _ = try Self.session(of: identity)
        let user = identity.user
        let wasThere = try await onStore { store throws(StoreError) in try store.end(session, of: user) }
        if wasThere { tellEnded(.sessions([session])) }
    }

    /// Changes the password, and ends all other sessions.
    func changePassword(
        from old: String, to new: String, of identity: UserIdentity, at client: ClientAddress
    ) async throws(WireError) {
        let session = try Self.session(of: identity)
        if let refusal = PasswordRule.check(new) { throw refusal }
        let known = try await confirm(old, of: identity, at: client)
        let (user, hash) = (identity.user, try await passwords.hash(new, for: client))
        let isChanged = try await onStore { store throws(StoreError) in
            guard try store.setPassword(hash, of: user, replacing: known) else { return false }
            try store.endSessions(of: user, except: session)
            return true
        }
        guard isChanged else { throw .wrongPassword }
        tellEnded(.all(of: user, except: session))
    }

    /// Closes an account for good. Its messages stay, and its name becomes free. Meanwhile the user
    /// enters no group from another device.
    ///
    /// - Parameter leave: makes the user leave a group, in a commit of its own. Leaving one that
    ///   does not exist is a success. The account stays if leaving is refused.
    func close(
        _ password: String, of identity: UserIdentity, at client: ClientAddress,
        leave: (RoomName) async throws(WireError) -> Void
    ) async throws(WireError) {
        _ = try Self.session(of: identity)
        _ = try await confirm(password, of: identity, at: client)
        let user = identity.user
        reservations.beginClosing(user)
        defer { reservations.endClosing(user) }
        try await Self.awaitEntries(leave)
        for group in try await groupsLeft(byClosing: user) { try await leave(group) }
        try await onStore { store throws(StoreError) in try store.close(account: user) }
        if let name = identity.name { free(name, of: user, isKept: true) }
        tellEnded(.all(of: user, except: nil))
        if isAlone { return }
        // Another server may have let the user in before it heard of this.
        for group in (try? await groupsLeft(byClosing: user)) ?? [] { try? await leave(group) }
    }

    /// Waits until the log has every group that the user has entered until now. To leave a group
    /// that does not exist is answered after all earlier requests. A nearly full disk refuses it,
    /// which is an answer, too.
    ///
    /// - Parameter leave: makes the user leave a group, in a commit of its own
    static func awaitEntries(_ leave: (RoomName) async throws(WireError) -> Void) async throws(WireError) {
        do throws(WireError) { try await leave(.newGroup()) } catch {
            guard error.code == .storageFailed else { throw error }
        }
    }

    private func confirm(
        _ password: String, of identity: UserIdentity, at client: ClientAddress
    ) async throws(WireError) -> PasswordHash {
        let key = identity.user.text
        if let refusal = refusalOfAttempt(at: key, from: client) { throw refusal }
        let user = identity.user
        let hash = try await onStore { store throws(StoreError) in try store.password(of: user) }
        guard password.utf8.count <= Limits.passwordBytes, try await passwords.check(password, hash, for: client),
            let hash
        else {
            throw .wrongPassword
        }
        attemptSucceeded(at: key)
        return hash
    }

    private static func session(of identity: UserIdentity) throws(WireError) -> SessionID {
        guard let session = identity.session else { throw .accountRequired }
        return session
    }
}
