import ChatWire

/// Who one is on this server, as its welcome says.
public struct Identity: Hashable, Sendable {
    public var user: UserID
    public var name: String
    public var device: DeviceID
    /// Keep it as one keeps a password.
    public var token: String?

    public init(user: UserID, name: String, device: DeviceID, token: String?) {
        self.user = user
        self.name = name
        self.device = device
        self.token = token
    }

    public var author: Author { Author(user: user, name: name) }
}
