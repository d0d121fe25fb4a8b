import ChatWire

// The requests about accounts (`docs/accounts.md`), and the meaning of their answers, independent
// of the HTTP client.

extension ServerRequest {
    /// Makes an account, and begins its first session.
    ///
    /// - Parameters:
    ///   - guest: A guest's token. The guest becomes the account's user.
    ///   - program: What the list of sessions calls this program; `nil` leaves it to the server.
    public static func signUp(
        name: String, password: String, invite: String?, guest: String?, program: String? = nil
    ) -> ServerRequest {
        let body = json { writer in
            writer.member("name", name as String?)
            writer.member("password", password as String?)
            writer.member("invite", invite)
            writer.member("guest", guest)
            writer.member("program", program)
        }
        return ServerRequest(.post, "/v1/accounts", body: body)
    }

    /// Begins a session of an account.
    ///
    /// - Parameter program: What the list of sessions calls this program; `nil` leaves it to the
    ///   server.
    public static func signIn(name: String, password: String, program: String? = nil) -> ServerRequest {
        let body = json { writer in
            writer.member("name", name as String?)
            writer.member("password", password as String?)
            writer.member("program", program)
        }
        return ServerRequest(.post, "/v1/sessions", body: body)
    }

    /// Lists the sessions of the account that the token belongs to.
    public static func sessions(token: String) -> ServerRequest { ServerRequest(.get, "/v1/sessions", token: token) }

    /// Ends a session of the account, and its connections.
    public static func end(_ session: SessionID, token: String) -> ServerRequest {
        ServerRequest(.delete, "/v1/sessions/\(session.text)", token: token)
    }

    /// Changes the password, and ends all other sessions.
    public static func changePassword(from old: String, to new: String, token: String) -> ServerRequest {
        let body = json { writer in
            writer.member("password", old as String?)
            writer.member("new", new as String?)
        }
        return ServerRequest(.post, "/v1/password", token: token, body: body)
    }

    /// Closes the account for good, and ends all its sessions.
    public static func closeAccount(password: String, token: String) -> ServerRequest {
        let body = json { $0.member("password", password as String?) }
        return ServerRequest(.delete, "/v1/account", token: token, body: body)
    }

    private static func json(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        write(&writer)
        writer.endObject()
        return writer.bytes
    }
}

/// What an answer to a request about an account means.
public enum AccountOutcome: Hashable, Sendable {
    /// The server has done what was asked.
    case done
    /// The server refused.
    case refused(WireError)
    /// The server is busy: ask again after this many milliseconds.
    case again(after: UInt64)
    /// Something else than a Martlet server answered.
    case unexpected
}

extension ServerAnswer {
    /// The meaning of the answer to a request about an account that was sent `attempts` times.
    ///
    /// If the server is busy and names a short pause, it is asked
    /// ``ChatWire/Limits/accountAttempts`` times in all. After a longer pause, in the error's
    /// `retry`, the user may try again.
    public func accountOutcome(after attempts: Int) -> AccountOutcome {
        guard let refusal = accountRefusal else { return (200..<300).contains(status) ? .done : .unexpected }
        guard refusal.code.isTemporary, attempts < Limits.accountAttempts, let pause = refusal.retry,
            pause <= Limits.accountPauseLongest
        else { return .refused(refusal) }
        return .again(after: pause)
    }

    /// The user and the new session in the answer to a sign-up or a sign-in; `nil` if it is not
    /// one.
    public var credentials: Credentials? { read { object throws(WireError) in try Credentials(object) } }

    /// The sessions in the answer to their request; `nil` if it is not one.
    public var sessions: [ListedSession]? {
        read { object throws(WireError) in
            try object.objects("sessions") { session throws(WireError) in try ListedSession(session) }
        }
    }

    /// The server's refusal, or what follows from the status if a proxy answered, or a server so
    /// old that it knows no accounts.
    private var accountRefusal: WireError? {
        if let refusal { return refusal }
        return switch status {
        case 404, 405, 501: .noAccounts
        case 408, 429, 500...599:
            WireError(.overloaded, localized("The server can't answer now. Try again in a minute."), retry: advice)
        default: nil
        }
    }

    private func read<Value>(_ make: (JSONObject) throws(WireError) -> Value) -> Value? {
        body.withUnsafeBufferPointer { buffer -> Value? in
            do throws(WireError) { return try make(try JSONObject(buffer)) } catch { return nil }
        }
    }
}

extension WireError {
    /// The server has no accounts.
    public static let noAccounts = WireError(
        .accountsOff, localized("This server has no accounts. You can use it as a guest."))
}
