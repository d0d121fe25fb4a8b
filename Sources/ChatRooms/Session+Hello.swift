import ChatWire

extension Session {
    /// A user whom the server has admitted.
    package struct Introduction: Hashable, Sendable {
        package var author: Author
        package var role: ServerRole
        /// The token with which the user can return.
        package var token: String
        /// Whether the hello had a token: the user was here before.
        package var isReturning: Bool
        /// Whether the user may send.
        package var mayWrite: Bool
        /// When the token expires, in milliseconds since 1970-01-01 UTC.
        package var expires: Int64?
        /// The account's session, which can be ended.
        package var session: SessionID?
        /// Whether others may bear the name, too.
        package var sharesName: Bool
        /// A new device's id, for a client that named none.
        package var device: DeviceID
        /// The server's name and version.
        package var server: String
        package var limits: ServerFrame.AnnouncedLimits
        /// Milliseconds since 1970-01-01 UTC.
        package var at: Int64

        package init(
            author: Author, role: ServerRole = .guest, token: String, isReturning: Bool, mayWrite: Bool = true,
            expires: Int64? = nil, session: SessionID? = nil, sharesName: Bool = false, device: DeviceID,
            server: String, limits: ServerFrame.AnnouncedLimits = .init(), at: Int64
        ) {
            self.author = author
            self.role = role
            self.token = token
            self.isReturning = isReturning
            self.mayWrite = mayWrite
            self.expires = expires
            self.session = session
            self.sharesName = sharesName
            self.device = device
            self.server = server
            self.limits = limits
            self.at = at
        }
    }

    mutating func received(_ hello: ClientFrame.Hello, _ ref: UInt64, _ now: Int64) -> Effect {
        guard identity == nil else {
            let text = "This connection has already introduced itself."
            return refuse(ref, WireError(.alreadyIntroduced, text), now)
        }
        guard hello.version == 1 else {
            let text = "This server speaks version 1 of the protocol."
            return refuse(ref, WireError(.versionUnsupported, text), now)
        }
        // The user of a token may have a name already, which counts instead of the hello's
        // (``RequestedName``).
        let rule = hello.token == nil ? NameRule.refusal(of:) : NameRule.check
        if let error = hello.name.flatMap(rule) { return refuse(ref, error, now) }
        introducing = now
        return allowed(.introduce(ref: ref, hello))
    }

    mutating func introduced(
        _ ref: UInt64, _ hello: ClientFrame.Hello, _ result: Result<Introduction, WireError>, _ now: Int64
    ) -> Effect {
        introducing = nil
        switch result {
        case .success(let introduction):
            let (author, device) = (introduction.author, hello.device ?? introduction.device)
            identity = Identity(
                author: author, device: device, role: introduction.role, mayWrite: introduction.mayWrite,
                session: introduction.session, sharesName: introduction.sharesName)
            expiry = Expiry(introduction.expires, at: introduction.at, now)
            isReturning = introduction.isReturning
            let welcome = ServerFrame.Welcome(
                user: author.user, name: author.name, device: device, token: introduction.token,
                server: introduction.server, at: introduction.at, role: introduction.role,
                mayWrite: introduction.mayWrite, limits: introduction.limits)
            return .welcome(ref: ref, welcome, joining: hello.join)
        case .failure(let error) where error.code == .tooManyConnections:
            return .refuse(ref: ref, error, .close(.tooManyConnections, reason: error.text))
        case .failure(let error):
            return refuse(ref, error, now)
        }
    }
}

extension Session.Introduction {
    /// Creates the introduction of an admitted user, under the name that was claimed for them.
    package init(
        _ admission: Admission, name: String, device: DeviceID, server: String,
        limits: ServerFrame.AnnouncedLimits = .init(), at: Int64
    ) {
        let identity = admission.identity
        self.init(
            author: Author(user: identity.user, name: name), role: identity.role, token: admission.token,
            isReturning: admission.isReturning, mayWrite: identity.mayWrite, expires: identity.expires,
            session: identity.session, sharesName: identity.sharesName, device: device, server: server, limits: limits,
            at: at)
    }
}
