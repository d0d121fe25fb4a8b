import ChatRooms
import ChatWire

/// Bans from the server: asked in memory, and changed there by the store's thread once the store
/// has the change.
extension Accounts {
    /// Why a user may not use the server.
    func refusal(of user: UserID) -> WireError? {
        bans.withLockedValue { $0.refusal(of: user, at: clock.milliseconds()) }
    }

    /// Why the clients of an address may not use the server.
    func refusal(of client: ClientAddress) -> WireError? {
        bans.withLockedValue { $0.refusal(of: client, at: clock.milliseconds()) }
    }

    /// Reads all bans: another server may have changed them.
    func readBans() async throws(WireError) {
        let bans = bans
        try await onStore { store throws(StoreError) in
            let found = ServerBans(try store.bans())
            bans.withLockedValue { $0 = found }
        }
    }

    /// Bans a user or a network, and closes their connections.
    ///
    /// - Returns: the ban as it is kept
    @discardableResult
    func add(_ ban: ServerBan) async throws(WireError) -> ServerBan {
        var ban = ban
        ban.subject = try ban.subject.checked()
        let now = clock.milliseconds()
        if let refusal = ban.check() { throw refusal }
        guard ban.counts(at: now) else { throw WireError(.badRequest, "This ban would have ended already.") }
        let (kept, bans) = (ban, bans)
        let isAdded = try await onStore { store throws(StoreError) in
            guard try store.add(kept, at: now, most: Limits.serverBans) else { return false }
            bans.withLockedValue { $0.add(kept) }
            return true
        }
        guard isAdded else {
            throw WireError(.badRequest, "There are \(Limits.serverBans) bans already: take one back first.")
        }
        tellBans()
        return ban
    }

    /// Takes a ban back.
    ///
    /// - Returns: whom it was about
    @discardableResult
    func removeBan(of subject: ServerBan.Subject) async throws(WireError) -> ServerBan.Subject {
        let subject = try subject.checked()
        let bans = bans
        let wasBanned = try await onStore { store throws(StoreError) in
            let wasBanned = try store.removeBan(of: subject)
            bans.withLockedValue { $0.remove(subject) }
            return wasBanned
        }
        guard wasBanned else {
            throw WireError(.badRequest, "There is no ban of \(subject.text); martlet ban list shows all.")
        }
        tellBans()
        return subject
    }

    /// The bans that count now, by the text of their subject, after `after`.
    func currentBans(after: String?) async throws(WireError) -> [ServerBan] {
        let now = clock.milliseconds()
        return try await onStore { store throws(StoreError) in
            try store.bans().filter { ban in ban.counts(at: now) && after.map { $0 < ban.subject.text } ?? true }
                .sorted { $0.subject.text < $1.subject.text }
        }
    }

    /// Does what an administrator asks.
    ///
    /// - Parameter administrator: who asks, and can't ban themselves
    func answer(
        _ request: AdministratorRequest, by administrator: UserID
    ) async throws(WireError) -> Reply.Result {
        switch request {
        case .ban(let ban):
            if case .user(let user) = ban.subject {
                guard user != administrator else {
                    throw WireError(.notAllowed, "You can't ban yourself: choose somebody else.")
                }
                let role = try await onStore { store throws(StoreError) in
                    if let account = try store.account(of: user) { return account.role as ServerRole? }
                    return try store.keys().first { $0.user == user }?.role
                }
                guard role != .administrator else {
                    throw WireError(.notAllowed, "Only the operator can ban an administrator (martlet ban add).")
                }
            }
            try await add(ban)
            return .done
        case .unban(let subject):
            try await removeBan(of: subject)
            return .done
        case .bans(let after):
            let rest = try await currentBans(after: after)
            let page = rest.prefix(Limits.serverBansPage)
            return .bans(Array(page), next: page.count < rest.count ? page.last?.subject.text : nil)
        }
    }
}

/// Users and clients who are banned from the server.
extension ServerContext {
    /// The user of a token of an HTTP request.
    ///
    /// - Throws: the refusal of the token, or why the user or the client is banned
    func identity(ofBearer token: String?, at client: ClientAddress) async throws(WireError) -> UserIdentity {
        let identity = try await authenticator.identity(ofBearer: token)
        if let refusal = accounts?.refusal(of: identity.user) ?? accounts?.refusal(of: client) { throw refusal }
        return identity
    }

    /// Closes the connections of those who are banned.
    @Sendable func closeBanned() {
        guard let bans = accounts?.bans.withLockedValue(\.self) else { return }
        let now = clock.milliseconds()
        fanout.onEachTable { table in
            table.dismiss { user, client in
                user.flatMap { bans.refusal(of: $0, at: now) } ?? bans.refusal(of: client, at: now)
            }
        }
    }

    /// Does what an administrator asks of the whole server, and gives the reply to the connection
    /// that asked.
    func answer(
        _ request: AdministratorRequest, by administrator: UserID, at client: ClientAddress, ref: UInt64,
        to origin: Origin
    ) {
        Task {
            let result: Reply.Result
            do throws(WireError) {
                guard let accounts else { throw .accountsOff }
                result = try await accounts.answer(request, by: administrator)
                if let act = request.act(by: administrator, at: client) { security.administratorActed(act) }
            } catch {
                result = .refused(error)
            }
            fanout.onTable(origin.table) { table in
                table.connections[origin.connection]?.answer(Reply(result, to: origin, ref: ref))
            }
        }
    }
}

extension AdministratorRequest {
    /// For the security log; `nil` for what changes nothing.
    fileprivate func act(by administrator: UserID, at client: ClientAddress) -> AdministratorAct? {
        let (action, subject): (String, ServerBan.Subject)
        switch self {
        case .ban(let ban): (action, subject) = ("server ban", ban.subject)
        case .unban(let banned): (action, subject) = ("server unban", banned)
        case .bans: return nil
        }
        let person: UserID? = if case .user(let user) = subject { user } else { nil }
        return AdministratorAct(action, by: administrator, at: client, about: person)
    }
}
