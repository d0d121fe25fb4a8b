import ChatRooms
import ChatWire

/// Bans from the server. A subject is stored as `user:` and an id, or as a network.
extension SQLAccountStore {
    /// All bans, in the order of their subjects' bytes.
    public func bans() throws(StoreError) -> [ServerBan] {
        try read { db in
            let select = try RawStatement("SELECT subject, until, reason, name FROM ban ORDER BY subject", in: db)
            var bans: [ServerBan] = []
            while try select.step() {
                guard let subject = select.text(0).flatMap(ServerBan.Subject.init(stored:)) else {
                    throw Damage("a ban in the database of accounts is damaged")
                }
                bans.append(
                    ServerBan(
                        subject, name: select.text(3), until: select.isNull(1) ? nil : select.integer(1),
                        reason: select.text(2)))
            }
            return bans
        }
    }

    /// Adds a ban, in place of another one of the same user or network, and removes those that have
    /// ended, in one transaction.
    ///
    /// - Returns: whether it was added
    public func add(_ ban: ServerBan, at now: Int64, most: Int) throws(StoreError) -> Bool {
        try write { db in
            try db.run("DELETE FROM ban WHERE until <= ?", now)
            _ = try Self.remove(ban.subject, db)
            let count = try RawStatement("SELECT count(*) FROM ban", in: db)
            guard try count.step(), count.integer(0) < Int64(most) else { return false }
            let insert = try RawStatement("INSERT INTO ban (subject, until, reason, name) VALUES (?, ?, ?, ?)", in: db)
            try insert.bind(ban.subject.stored, at: 1)
            insert.bind(ban.until, at: 2)
            try insert.bind(ban.reason, at: 3)
            try insert.bind(ban.name, at: 4)
            try insert.run()
            return true
        }
    }

    /// Removes a ban.
    ///
    /// - Returns: whether there was a ban of this user or network
    public func removeBan(of subject: ServerBan.Subject) throws(StoreError) -> Bool {
        try write { db in try Self.remove(subject, db) }
    }

    private static func remove(_ subject: ServerBan.Subject, _ db: any SQLDatabase) throws -> Bool {
        let delete = try RawStatement("DELETE FROM ban WHERE subject = ?", in: db)
        try delete.bind(subject.stored, at: 1)
        return try delete.runCounting() > 0
    }
}

extension ServerBan.Subject {
    private static let prefix = "user:"

    fileprivate init?(stored text: String) {
        guard text.hasPrefix(Self.prefix) else {
            self = .network(text)
            return
        }
        guard let user = UserID(String(text.dropFirst(Self.prefix.count))) else { return nil }
        self = .user(user)
    }

    fileprivate var stored: String {
        switch self {
        case .user(let user): Self.prefix + user.text
        case .network(let text): text
        }
    }
}
