import ChatCore
import ChatWire

/// The user's accounts; at most ``ChatWire/Limits/accounts``. All are connected; the screen shows
/// the current one.
public struct Accounts: Hashable, Sendable {
    /// All accounts, in the order they were added.
    public private(set) var all: [Account] = []
    /// The id of the current account.
    public private(set) var currentID: AccountID?

    /// Creates an empty list.
    public init() {}

    /// The current account.
    public var current: Account? { all.first { $0.id == currentID } }

    /// Whether no more can be added.
    public var isFull: Bool { all.count >= Limits.accounts }

    /// Adds an account and makes it current. An existing account with the same server and name is
    /// made current instead.
    mutating func add(_ account: Account) {
        if let index = all.firstIndex(where: { $0.id == account.id }) {
            all[index].name = account.name
            currentID = account.id
        } else if let known = self.account(on: account.server, named: account.name) {
            currentID = known.id
        } else if !isFull {
            all.append(account)
            currentID = account.id
        }
    }

    mutating func choose(_ id: AccountID) {
        if all.contains(where: { $0.id == id }) { currentID = id }
    }

    /// Removes an account. If it was current, the first remaining one becomes current.
    mutating func remove(_ id: AccountID) {
        all.removeAll { $0.id == id }
        if currentID == id { currentID = all.first?.id }
    }

    /// Changes the current account's name.
    mutating func rename(_ name: String) {
        guard let index = all.firstIndex(where: { $0.id == currentID }) else { return }
        all[index].name = name
    }

    /// Notes whether an account's user has signed in.
    mutating func note(_ id: AccountID, isRegistered: Bool) {
        guard let index = all.firstIndex(where: { $0.id == id }) else { return }
        all[index].isRegistered = isRegistered
    }

    /// The account of this name on a server.
    func account(on server: ServerAddress, named name: String) -> Account? {
        all.first { $0.server == server && $0.name == name }
    }

    /// The account for a link: the current one if it is on that server, otherwise the first that
    /// is.
    func account(for server: ServerAddress) -> Account? {
        if let current, current.server == server { return current }
        return all.first { $0.server == server }
    }
}

extension Accounts: Codable {
    private enum CodingKeys: String, CodingKey {
        case all, current
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        all = Array(try values.decode([Account].self, forKey: .all).prefix(Limits.accounts))
        let id = try values.decodeIfPresent(AccountID.self, forKey: .current)
        currentID = all.contains { $0.id == id } ? id : all.first?.id
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(all, forKey: .all)
        try values.encodeIfPresent(currentID, forKey: .current)
    }
}
