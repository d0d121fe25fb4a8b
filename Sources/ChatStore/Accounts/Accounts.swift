import ChatWire

/// Who one is, on which servers; at most ``ChatWire/Limits/accounts``. One of them is in use, and connected.
public struct Accounts: Hashable, Sendable {
    public private(set) var all: [Account] = []
    public private(set) var currentID: AccountID?

    public init() {}

    public var current: Account? { all.first { $0.id == currentID } }

    public var isFull: Bool { all.count >= Limits.accounts }

    /// Adds one and uses it; an account of the same server under the same name is used instead.
    mutating func add(_ account: Account) {
        if let known = all.first(where: { $0.server == account.server && $0.name == account.name }) {
            currentID = known.id
        } else if !isFull, !all.contains(where: { $0.id == account.id }) {
            all.append(account)
            currentID = account.id
        }
    }

    mutating func choose(_ id: AccountID) {
        if all.contains(where: { $0.id == id }) { currentID = id }
    }

    /// Forgets an account; where it was in use, the first that is left is used.
    mutating func remove(_ id: AccountID) {
        all.removeAll { $0.id == id }
        if currentID == id { currentID = all.first?.id }
    }

    /// The current one goes by another name.
    mutating func rename(_ name: String) {
        guard let index = all.firstIndex(where: { $0.id == currentID }) else { return }
        all[index].name = name
    }

    /// The account that a link leads to: the current one if it is of that server, else the first that is.
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
        let id = try values.decodeIfPresent(Coded<AccountID>.self, forKey: .current)?.value
        currentID = all.contains { $0.id == id } ? id : all.first?.id
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(all, forKey: .all)
        try values.encodeIfPresent(currentID.map { Coded($0) }, forKey: .current)
    }
}
