import ChatWire

/// The user's identity on this server, from its welcome.
public struct Identity: Hashable, Sendable {
    /// The user's id.
    public var user: UserID
    /// The display name.
    public var name: String
    /// The id of this installation.
    public var device: DeviceID
    /// The secret that proves the identity. Store it like a password.
    public var token: String?
    /// What the user may do on the whole server.
    public var role: ServerRole
    /// Whether a guest has asked for an account and does not know the outcome.
    public var isSigningUp = false

    /// Creates an identity.
    public init(user: UserID, name: String, device: DeviceID, token: String?, role: ServerRole = .guest) {
        self.user = user
        self.name = name
        self.device = device
        self.token = token
        self.role = role
    }

    /// Whether the user is more than a guest. Without the token of their account such a user is
    /// signed out, and does not come back as a new guest.
    public var hasAccount: Bool { role > .guest }

    /// Whether a refused token must not make the user a new guest.
    var isNoNewGuest: Bool { hasAccount || isSigningUp }

    /// The user as the author of events.
    public var author: Author { Author(user: user, name: name) }
}
