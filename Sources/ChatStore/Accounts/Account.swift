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

    /// Creates an account.
    public init(id: AccountID, server: ServerAddress, name: String) {
        self.id = id
        self.server = server
        self.name = name
    }

    private enum CodingKeys: String, CodingKey {
        case id, server, name
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Coded<AccountID>.self, forKey: .id).value
        server = try container.decode(ServerAddress.self, forKey: .server)
        name = try container.decode(String.self, forKey: .name)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Coded(id), forKey: .id)
        try container.encode(server, forKey: .server)
        try container.encode(name, forKey: .name)
    }
}
