import ChatCore
import ChatRooms
import ChatWire

// Accounts and addresses of files: what a real server answers over HTTP (docs/accounts.md).
extension LoopbackServer {
    /// Makes an invite for one account, as an operator does. Returns its code.
    public func invite(_ role: ServerRole = .user) -> String {
        let code = "mi_" + SessionID.random(using: &random).text
        let invite = Invite(role: role, expires: server.clock.wall + Limits.inviteLifetime)
        try? accounts.onStore { store throws(StoreError) in try store.add(invite, code: Array(code.utf8)) }
        return code
    }

    func answer(to request: ServerRequest) throws(LoopbackTransport.Unreachable) -> ServerAnswer {
        guard !isAway else { throw LoopbackTransport.Unreachable() }
        defer { work() }
        var writer = JSONWriter()
        do throws(WireError) {
            let status = try answer(to: request, &writer)
            return ServerAnswer(status: status, body: writer.bytes)
        } catch {
            writer.removeAll()
            ServerFrame.error(ref: nil, error).write(to: &writer)
            return ServerAnswer(status: error.httpStatus, body: writer.bytes)
        }
    }

    private func answer(to request: ServerRequest, _ writer: inout JSONWriter) throws(WireError) -> Int {
        switch (request.method, request.path) {
        case (.post, "/v1/accounts"):
            try register(try Fields(request.body)).write(to: &writer)
            return 201
        case (.post, "/v1/sessions"):
            try signIn(try Fields(request.body)).write(to: &writer)
            return 201
        case (.get, "/v1/sessions"):
            let (user, current) = try signedIn(request.token)
            let sessions = try accounts.onStore { store throws(StoreError) in try store.sessions(of: user) }
            AccountSession.write(sessions, current: current, to: &writer)
            return 200
        case (.delete, let path) where path.hasPrefix("/v1/sessions/"):
            try end(SessionID(String(path.dropFirst("/v1/sessions/".count))), try signedIn(request.token).user)
        case (.post, "/v1/password"):
            try changePassword(try Fields(request.body), try signedIn(request.token))
        case (.delete, "/v1/account"):
            try close(try Fields(request.body), try signedIn(request.token).user)
        case (.get, let path) where path.hasPrefix("/v1/previews?"):
            guard let preview = try preview(request) else { break }
            preview.write(to: &writer)
            return 200
        case (.post, let path) where path.hasPrefix("/v1/files/") && path.hasSuffix("/address"):
            let id = path.dropFirst("/v1/files/".count).dropLast("/address".count)
            try writeAddress(of: FileID(String(id)), request.token, to: &writer)
            return 200
        default:
            throw WireError(.badRequest, "The server in process does not answer this path. Ask a real server.")
        }
        return 204
    }

    /// A signed address of a file, by the real server's rule of who gets one. Nothing can be loaded
    /// from it, so no signature is made.
    private func writeAddress(of id: FileID?, _ token: String?, to writer: inout JSONWriter) throws(WireError) {
        guard let token else { throw .bearerMissing }
        guard let id else { throw .noSuchFile }
        _ = try server.get(id, token: token)
        writer.beginObject()
        writer.member("path", "\(FileRequest.path(of: id))?signature=none" as String?)
        writer.member("until", server.clock.wall + Limits.fileAddressAge)
        writer.endObject()
    }

    private func register(_ fields: Fields) throws(WireError) -> SignedIn {
        let (name, password) = (fields.name ?? "", fields.password ?? "")
        let invite = fields.invite.map { Array($0.utf8) }
        if let refusal = accounts.registration.refusal(withInvite: invite != nil) ?? NameRule.refusal(of: name)
            ?? PasswordRule.check(password)
        {
            throw refusal
        }
        if let guest = fields.guest, accounts.hasAccount(guest) {
            // The answer to an earlier sign-up may have been lost.
            guard let account = accounts.account(name, password), accounts.isGuest(guest, account.user) else {
                throw .guestHasAccount
            }
            return try begin(account, fields)
        }
        let user = fields.guest == nil ? UserID.issued(using: &random) : fields.guest.flatMap(accounts.guest(of:))
        guard let user else { throw .noGuest }
        let account = Account(user: user, name: name, created: server.clock.wall)
        let signedIn = try begin(try add(account, password, invite: invite), fields)
        // The guest's token is refused from now on, and the connections made with it end.
        if fields.guest != nil { server.endSessions(.guest(user)) }
        return signedIn
    }

    private func add(_ account: Account, _ password: String, invite: [UInt8]?) throws(WireError) -> Account {
        let presence = server.presence
        try accounts.reservations.claim(account) { presence.holds($0, butBy: account.user) }
        do throws(WireError) {
            let added = try accounts.onStore { store throws(StoreError) in
                try store.add(account, LoopbackAccounts.stored(password), invite: invite)
            }.account(named: account.name)
            accounts.reservations.confirm(account.user)
            return added
        } catch {
            accounts.reservations.disclaim(ConfusableSkeleton(of: account.name), of: account.user)
            throw error
        }
    }

    private func signIn(_ fields: Fields) throws(WireError) -> SignedIn {
        guard accounts.registration != .off else { throw .accountsOff }
        let name = fields.name ?? ""
        let key = SignInAttempts.key(ConfusableSkeleton(of: name))
        if let refusal = attempts.refusal(of: key, from: InProcessServer.client, at: server.now) { throw refusal }
        guard let account = accounts.account(name, fields.password ?? "") else { throw .signInFailed }
        attempts.succeeded(key)
        return try begin(account, fields)
    }

    private func begin(_ account: Account, _ fields: Fields) throws(WireError) -> SignedIn {
        let password = fields.password ?? ""
        let (id, now) = (SessionID.random(using: &random), server.clock.wall)
        let session = AccountSession(id: id, user: account.user, program: fields.program, created: now, used: now)
        let token = "ms_" + SessionID.random(using: &random).text
        let ended = try accounts.onStore { store throws(StoreError) in
            try store.add(session, token: Array(token.utf8), checked: LoopbackAccounts.stored(password))
        }
        guard let ended else { throw .signInFailed }
        server.endSessions(.sessions(Set(ended)))
        return SignedIn(account: account, session: session, token: token)
    }

    private func signedIn(_ token: String?) throws(WireError) -> (user: UserID, session: SessionID) {
        guard let token else { throw .bearerMissing }
        guard case .user(let identity) = accounts.answer(to: token) else { throw .bearerRefused }
        guard let session = identity.session else { throw .accountRequired }
        return (identity.user, session)
    }

    private func end(_ session: SessionID?, _ user: UserID) throws(WireError) {
        guard let session else { throw .noSessionID }
        let wasThere = try accounts.onStore { store throws(StoreError) in try store.end(session, of: user) }
        if wasThere { server.endSessions(.sessions([session])) }
    }

    private func changePassword(
        _ fields: Fields, _ own: (user: UserID, session: SessionID)
    ) throws(WireError) {
        let new = fields.new ?? ""
        if let refusal = PasswordRule.check(new) { throw refusal }
        try confirm(fields.password ?? "", of: own.user)
        try accounts.onStore { store throws(StoreError) in
            _ = try store.setPassword(LoopbackAccounts.stored(new), of: own.user, replacing: nil)
            try store.endSessions(of: own.user, except: own.session)
        }
        server.endSessions(.all(of: own.user, except: own.session))
    }

    private func close(_ fields: Fields, _ user: UserID) throws(WireError) {
        try confirm(fields.password ?? "", of: user)
        let account = try accounts.onStore { store throws(StoreError) in try store.account(of: user) }
        let author = Author(user: user, name: account?.name ?? "")
        for group in try groupsLeft(byClosing: user) { server.leave(group, author) }
        work()
        try accounts.onStore { store throws(StoreError) in try store.close(account: user) }
        if let account { accounts.reservations.free(ConfusableSkeleton(of: account.name), of: user, isKept: true) }
        server.endSessions(.all(of: user, except: nil))
    }

    private func groupsLeft(byClosing user: UserID) throws(WireError) -> [RoomName] {
        let groups: Result<[RoomName], WireError>
        do throws(StoreError) { groups = try store.groupsLeft(byClosing: user) } catch { throw error.refusal }
        return try groups.get()
    }

    private func confirm(_ password: String, of user: UserID) throws(WireError) {
        let key = user.text
        if let refusal = attempts.refusal(of: key, from: InProcessServer.client, at: server.now) { throw refusal }
        guard accounts.isRight(password, of: user) else { throw .wrongPassword }
        attempts.succeeded(key)
    }
}

/// The body of a request about accounts.
private struct Fields {
    var name: String?
    var password: String?
    var new: String?
    var guest: String?
    var invite: String?
    var program: String?

    init(_ body: [UInt8]?) throws(WireError) {
        let read = (body ?? []).withUnsafeBufferPointer { bytes in
            Result { () throws(WireError) in try Fields(JSONObject(bytes)) }
        }
        self = try read.get()
    }

    private init(_ object: JSONObject) throws(WireError) {
        name = try object.optionalString("name")
        password = try object.optionalString("password")
        new = try object.optionalString("new")
        guest = try object.optionalString("guest")
        invite = try object.optionalString("invite")
        program = try AccountSession.program(named: try object.optionalString("program"), userAgent: nil)
    }
}
