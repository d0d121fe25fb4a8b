import ChatWire

extension Session {
    /// A user who has been let in.
    package struct Introduction: Hashable, Sendable {
        package var author: Author
        package var role: ServerRole
        /// With which the user can come back.
        package var token: String
        /// Whether the hello had a token: the user was here before.
        package var isReturning: Bool
        /// A new device's id, for a client that named none.
        package var device: DeviceID
        /// The server's name and version.
        package var server: String
        package var limits: ServerFrame.AnnouncedLimits
        /// Milliseconds since 1970-01-01 UTC.
        package var at: Int64

        package init(
            author: Author, role: ServerRole = .guest, token: String, isReturning: Bool, device: DeviceID,
            server: String,
            limits: ServerFrame.AnnouncedLimits = .init(), at: Int64
        ) {
            self.author = author
            self.role = role
            self.token = token
            self.isReturning = isReturning
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
        if let name = hello.name, let error = NameRule.refusal(of: name) { return refuse(ref, error, now) }
        return allowed(.introduce(ref: ref, hello))
    }

    mutating func introduced(
        _ ref: UInt64, _ hello: ClientFrame.Hello, _ result: Result<Introduction, WireError>, _ now: Int64
    ) -> Effect {
        switch result {
        case .success(let introduction):
            let (author, device) = (introduction.author, hello.device ?? introduction.device)
            identity = Identity(author: author, device: device, role: introduction.role)
            isReturning = introduction.isReturning
            let welcome = ServerFrame.Welcome(
                user: author.user, name: author.name, device: device, token: introduction.token,
                server: introduction.server, at: introduction.at, limits: introduction.limits)
            return .welcome(ref: ref, welcome, joining: hello.join)
        case .failure(let error) where error.code == .tooManyConnections:
            return .refuse(ref: ref, error, .close(.tooManyConnections, reason: error.text))
        case .failure(let error):
            return refuse(ref, error, now)
        }
    }
}

extension Authenticator {
    /// The user of a hello's token; `nil` for a hello without one, whose user is new.
    package func user(ofHello token: String?) throws(WireError) -> UserID? {
        guard let token else { return nil }
        guard let user = user(of: token) else {
            throw WireError(.tokenRefused, "This token is not one of this server's; say hello without it.")
        }
        return user
    }
}
