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

    /// Creates the service.
    public init(_ requests: any RequestTransport, clock: any ClientClock = SystemClock()) {
        self.requests = requests
        self.clock = clock
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
        let body = JSONWriter.object { writer in
            writer.member("name", name as String?)
            writer.member("password", password as String?)
            writer.member("invite", invite)
            writer.member("guest", guest)
        }
        return try await credentials(ServerRequest(.post, "/v1/accounts", body: body))
    }

    /// Begins a session of an account.
    public func signIn(name: String, password: String) async throws -> Credentials {
        let body = JSONWriter.object { writer in
            writer.member("name", name as String?)
            writer.member("password", password as String?)
        }
        return try await credentials(ServerRequest(.post, "/v1/sessions", body: body))
    }

    /// The sessions of the account that the token belongs to.
    public func sessions(token: String) async throws -> [ListedSession] {
        let answer = try await answer(to: ServerRequest(.get, "/v1/sessions", token: token))
        return try answer.read { object throws(WireError) in
            try object.objects("sessions") { session throws(WireError) in try ListedSession(session) }
        }
    }

    /// Ends a session of the account, and its connections. It may be the own one, or have ended
    /// before.
    public func end(_ session: SessionID, token: String) async throws {
        _ = try await answer(to: ServerRequest(.delete, "/v1/sessions/\(session.text)", token: token))
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
        let body = JSONWriter.object { writer in
            writer.member("password", old as String?)
            writer.member("new", new as String?)
        }
        _ = try await answer(to: ServerRequest(.post, "/v1/password", token: token, body: body))
    }

    /// Closes the account for good, and ends all its sessions. Its messages stay, and its name
    /// becomes free.
    public func close(password: String, token: String) async throws {
        let body = JSONWriter.object { $0.member("password", password as String?) }
        _ = try await answer(to: ServerRequest(.delete, "/v1/account", token: token, body: body))
    }

    private func credentials(_ request: ServerRequest) async throws -> Credentials {
        try await answer(to: request).read { object throws(WireError) in try Credentials(object) }
    }

    /// The answer to a request that was not refused.
    private func answer(to request: ServerRequest) async throws -> ServerAnswer {
        var attempts = 1
        while true {
            let answer = try await requests.answer(to: request)
            guard let refusal = answer.accountRefusal else {
                guard (200..<300).contains(answer.status) else { throw UnexpectedAnswer(status: answer.status) }
                return answer
            }
            guard refusal.code.isTemporary, attempts < Limits.accountAttempts, let pause = refusal.retry,
                pause <= Limits.accountPauseLongest
            else { throw refusal }
            attempts += 1
            try await clock.sleep(milliseconds: Int64(pause))
        }
    }
}

extension ServerAnswer {
    /// The server's refusal, or what follows from the status if a proxy or a server of before
    /// accounts answered.
    fileprivate var accountRefusal: WireError? {
        if let refusal { return refusal }
        return switch status {
        case 404, 405, 501: .noAccounts
        case 408, 429, 500...599:
            WireError(.overloaded, "The server can't answer now. Try again in a minute.", retry: advice)
        default: nil
        }
    }

    fileprivate func read<Value>(_ make: (JSONObject) throws(WireError) -> Value) throws -> Value {
        let value = body.withUnsafeBufferPointer { buffer -> Result<Value, WireError> in
            do throws(WireError) { return .success(try make(try JSONObject(buffer))) } catch { return .failure(error) }
        }
        guard case .success(let value) = value else { throw UnexpectedAnswer(status: status) }
        return value
    }
}

extension JSONWriter {
    fileprivate static func object(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        write(&writer)
        writer.endObject()
        return writer.bytes
    }
}

extension WireError {
    static let noAccounts = WireError(.accountsOff, "This server has no accounts. You can use it as a guest.")
}
