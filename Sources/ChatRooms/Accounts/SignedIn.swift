import ChatWire

/// The answer to a registration or a sign-in: the account and its new session.
package struct SignedIn: Sendable {
    package var account: Account
    package var session: AccountSession
    /// The session's token, which is shown once.
    package var token: String

    package init(account: Account, session: AccountSession, token: String) {
        self.account = account
        self.session = session
        self.token = token
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("user", account.user as UserID?)
        writer.member("name", account.name as String?)
        writer.member("role", account.role.name as String?)
        writer.member("token", token as String?)
        writer.key("session")
        session.write(to: &writer, isCurrent: true)
        writer.endObject()
    }
}

extension AccountSession {
    /// The list of an account's sessions.
    ///
    /// - Parameter current: the session that asks
    package static func write(_ sessions: [AccountSession], current: SessionID?, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("sessions")
        writer.beginArray()
        for session in sessions { session.write(to: &writer, isCurrent: session.id == current) }
        writer.endArray()
        writer.endObject()
    }

    fileprivate func write(to writer: inout JSONWriter, isCurrent: Bool) {
        writer.beginObject()
        writer.member("id", id as SessionID?)
        writer.member("program", program)
        writer.member("created", created)
        writer.member("used", used)
        writer.member("expires", expires)
        writer.member("current", isCurrent)
        writer.endObject()
    }
}
