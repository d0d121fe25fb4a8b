import ChatRooms
import ChatWire

/// Bans from the server: read from the store at the start and after each change, asked in memory.
extension Accounts {
    /// Why a user may not use the server.
    func refusal(of user: UserID) -> WireError? {
        bans.withLockedValue { $0.refusal(of: user, at: clock.milliseconds()) }
    }

    /// Why the clients of an address may not use the server.
    func refusal(of client: ClientAddress) -> WireError? {
        bans.withLockedValue { $0.refusal(of: client, at: clock.milliseconds()) }
    }

    /// Reads all bans.
    func readBans() async throws(WireError) {
        let bans = bans
        try await onStore { store throws(StoreError) in
            // On the store's thread: a later reading is not overtaken by this one.
            let found = ServerBans(try store.bans())
            bans.withLockedValue { $0 = found }
        }
    }

    /// Bans a user or a network. Connections of theirs are closed.
    ///
    /// - Returns: lines to print
    func add(_ ban: ServerBan) async throws(WireError) -> [String] {
        let now = clock.milliseconds()
        if let reason = ban.reason, let fault = LineRule.fault(of: reason, most: Limits.reasonBytes) {
            throw WireError(.reason, "The reason \(fault).")
        }
        guard ban.counts(at: now) else { throw WireError(.badRequest, "The ban would have ended already.") }
        try await onStore { store throws(StoreError) in
            guard try store.add(ban, at: now, most: Limits.serverBans) else {
                throw .busy("There are \(Limits.serverBans) bans already; remove one first.")
            }
        }
        try await changed("ban add", ban.subject)
        return ["Banned \(ban.subject.text)."]
    }

    /// Takes a ban back.
    ///
    /// - Returns: lines to print
    func removeBan(of subject: ServerBan.Subject) async throws(WireError) -> [String] {
        let wasBanned = try await onStore { store throws(StoreError) in try store.removeBan(of: subject) }
        guard wasBanned else {
            throw WireError(.badRequest, "There is no ban of \(subject.text); martlet ban list shows all.")
        }
        try await changed("ban remove", subject)
        return ["\(subject.text) is not banned any more."]
    }

    private func changed(_ command: String, _ subject: ServerBan.Subject) async throws(WireError) {
        try await readBans()
        tellBans()
        let user: UserID? = if case .user(let user) = subject { user } else { nil }
        tellCommand(command, about: user)
    }

    /// The bans that count now, a line each: whom, until when, and why.
    func listBans() async throws(WireError) -> [String] {
        let now = clock.milliseconds()
        return try await onStore { store throws(StoreError) in
            try store.bans().filter { $0.counts(at: now) }.sorted { $0.subject.text < $1.subject.text }.map(\.line)
        }
    }
}

extension ServerBan {
    /// The end as in an HTTP date (RFC 9110 section 5.6.7).
    fileprivate var line: String {
        let end = until.map { HTTPDate.text(seconds: $0 / 1_000) } ?? "always"
        return "\(subject.text)\t\(end)\t\(reason ?? "-")"
    }
}

/// Users and clients who are banned from the server.
extension ServerContext {
    /// Why the user of a token, or everybody at their address, may not use the server.
    ///
    /// - Throws: the refusal of the token or of the ban
    func identity(ofBearer token: String?) async throws(WireError) -> UserIdentity {
        let identity = try await authenticator.identity(ofBearer: token)
        if let refusal = accounts?.refusal(of: identity.user) { throw refusal }
        return identity
    }

    /// Closes the connections of those who are banned.
    @Sendable func closeBanned() {
        guard let accounts else { return }
        fanout.onEachTable { table in
            table.dismiss { user, client in user.flatMap(accounts.refusal) ?? accounts.refusal(of: client) }
        }
    }
}
