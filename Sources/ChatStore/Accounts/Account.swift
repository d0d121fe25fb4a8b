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
}
