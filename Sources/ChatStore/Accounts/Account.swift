import ChatCore
import ChatWire

/// A user's account on one server. Its token and messages are in the account's journal, not here.
public struct Account: Hashable, Sendable, Codable, Identifiable {
    /// The account's id on this device.
    public let id: AccountID
    /// The server.
    public var server: ServerAddress
    /// The requested name. The server may use another one until it accepts this.
    public var name: String
    /// Whether the user has signed in, and is no guest. The journal knows it, too. But no backup of
    /// the device has the journal: without it, a registered user is asked to sign in again, and
    /// does not become a new guest, whose name would be taken.
    public internal(set) var isRegistered = false

    /// Creates the account of a user who has not signed in yet.
    public init(id: AccountID, server: ServerAddress, name: String) {
        self.id = id
        self.server = server
        self.name = name
    }

    /// An earlier version did not write whether it is registered.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(AccountID.self, forKey: .id)
        server = try values.decode(ServerAddress.self, forKey: .server)
        name = try values.decode(String.self, forKey: .name)
        isRegistered = try values.decodeIfPresent(Bool.self, forKey: .isRegistered) ?? false
    }
}
