import ChatWire

/// A user with a new session, as the server answers to a sign-up or a sign-in.
public struct Credentials: Hashable, Sendable {
    /// The user's id. A guest who signed up keeps theirs.
    public var user: UserID
    /// The account's name, under which the user appears everywhere.
    public var name: String
    /// What the user may do on the whole server.
    public var role: ServerRole
    /// The session's token. Store it like a password.
    public var token: String
    /// The new session, with which it can be ended.
    public var session: SessionID

    /// Creates the value.
    public init(user: UserID, name: String, role: ServerRole, token: String, session: SessionID) {
        self.user = user
        self.name = name
        self.role = role
        self.token = token
        self.session = session
    }

    init(_ object: JSONObject) throws(WireError) {
        self.init(
            user: try object.id("user"), name: try object.string("name"),
            role: ServerRole(name: try object.string("role")) ?? .user, token: try object.string("token"),
            session: try object.object("session").id("id"))
    }
}

/// A session of an account: one sign-in, usually one device. Times are milliseconds since
/// 1970-01-01 UTC.
public struct ListedSession: Hashable, Sendable, Identifiable {
    /// The session's id. It is no secret.
    public var id: SessionID
    /// The program that signed up or in, as it calls itself: “Firefox (Linux)”. `nil` if it did not
    /// say. Anybody who knows the password can choose it, so it does not prove anything.
    public var program: String?
    /// When the user signed up or in.
    public var created: Int64
    /// When it was used last, to the day.
    public var used: Int64
    /// When it ends if it is not used any more.
    public var expires: Int64
    /// Whether it is the session that asked.
    public var isCurrent: Bool

    /// Creates the value.
    public init(
        id: SessionID, program: String? = nil, created: Int64, used: Int64, expires: Int64, isCurrent: Bool
    ) {
        self.id = id
        self.program = program
        self.created = created
        self.used = used
        self.expires = expires
        self.isCurrent = isCurrent
    }

    init(_ object: JSONObject) throws(WireError) {
        self.init(
            id: try object.id("id"), program: try object.optionalString("program"),
            created: try object.time("created"), used: try object.time("used"), expires: try object.time("expires"),
            isCurrent: try object.bool("current"))
    }
}
