import Foundation

// Bans from the whole server.
extension ChatClient {
    /// Keeps a user or a network off the whole server. For administrators. The user's connections
    /// are closed, and are told the reason.
    ///
    /// - Parameters:
    ///   - subject: A user, or an address or network as a text: `.network("192.0.2.0/24")`.
    ///   - name: What the list of bans calls the user.
    ///   - end: By the server's clock; `nil`: until it is taken back.
    ///   - reason: One line of at most ``ChatWire/Limits/reasonBytes`` bytes.
    /// - Throws: ``ChatWire/WireError`` 101 for a network that can't be banned, 138 for a user who
    ///   is no administrator, and about another administrator, 149 for a reason that is not
    ///   allowed, 292 without a connection.
    public func banFromServer(
        _ subject: ServerBan.Subject, called name: String? = nil, until end: Date? = nil, reason: String? = nil
    ) async throws {
        let ban = ServerBan(subject, name: name, until: end.map { Int64(end: $0) }, reason: reason)
        if let refusal = ban.check() { throw refusal }
        _ = try await ask(.serverBan(ban))
    }

    /// Takes a ban from the server back. For administrators.
    ///
    /// - Throws: ``ChatWire/WireError`` 101 if there is no such ban, 138, 292.
    public func unbanFromServer(_ subject: ServerBan.Subject) async throws { _ = try await ask(.serverUnban(subject)) }

    /// All bans from the server. For administrators.
    ///
    /// - Throws: ``ChatWire/WireError`` 138, 292.
    public func serverBans() async throws -> [ServerBan] {
        var (bans, after): ([ServerBan], String?) = ([], nil)
        while true {
            guard case .serverBans(let page, let next) = try await ask(.serverBans(after: after)) else { return bans }
            bans += page
            guard let next, next > after ?? "", bans.count < Limits.serverBans else { return bans }
            after = next
        }
    }
}
