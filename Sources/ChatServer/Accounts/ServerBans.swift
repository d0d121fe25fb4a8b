import ChatRooms
import ChatWire

/// The bans of a server, as each hello and each HTTP request asks them.
struct ServerBans: Sendable {
    private var users: [UserID: ServerBan] = [:]
    private var networks: [AddressNetwork: ServerBan] = [:]
    /// How many of ``networks`` have prefixes of a length.
    private var lengths: [Int: Int] = [:]

    /// - Parameter bans: as the store has them; some may have ended
    init(_ bans: [ServerBan] = []) {
        for ban in bans { add(ban) }
    }

    /// Adds a ban, in place of another one of the same user or network.
    mutating func add(_ ban: ServerBan) {
        switch ban.subject {
        case .user(let user): users[user] = ban
        case .network(let text):
            guard let network = AddressNetwork(text) else { return }
            if networks.updateValue(ban, forKey: network) == nil { lengths[network.bits, default: 0] += 1 }
        }
    }

    mutating func remove(_ subject: ServerBan.Subject) {
        switch subject {
        case .user(let user): users[user] = nil
        case .network(let text):
            guard let network = AddressNetwork(text), networks.removeValue(forKey: network) != nil else { return }
            let left = lengths[network.bits, default: 1] - 1
            lengths[network.bits] = left > 0 ? left : nil
        }
    }

    /// Why a user may not use the server.
    ///
    /// - Parameter now: milliseconds since 1970-01-01 UTC
    func refusal(of user: UserID, at now: Int64) -> WireError? {
        users[user].flatMap { $0.counts(at: now) ? .banned($0, at: now) : nil }
    }

    /// Why the clients of an address may not use the server. A local address is the operator's, or
    /// a proxy's that the server was not told of, and is never banned.
    ///
    /// - Parameter now: milliseconds since 1970-01-01 UTC
    func refusal(of client: ClientAddress, at now: Int64) -> WireError? {
        guard !lengths.isEmpty, !client.isLocal, let address = IPAddress(client) else { return nil }
        // A network of IPv6 addresses has no IPv4 address, wherever IPv6 maps those.
        for bits in lengths.keys where bits >= 96 || !address.isV4 {
            if let ban = networks[AddressNetwork(address, bits: bits)], ban.counts(at: now) {
                return .banned(ban, at: now)
            }
        }
        return nil
    }
}

extension WireError {
    fileprivate static func banned(_ ban: ServerBan, at now: Int64) -> WireError {
        let subject = if case .user = ban.subject { "You are" } else { "Your network address is" }
        let rest = ban.until.map { UInt64(max($0.subtractingReportingOverflow(now).partialValue, 0)) }
        let time = rest.map { " for another \(WaitingTime(milliseconds: $0).text)" } ?? ""
        let reason = ban.reason.map { ": \($0)" } ?? "."
        return WireError(
            .serverBanned, "\(subject) banned from this server\(time)\(reason)", retry: rest, reason: ban.reason)
    }
}

extension ServerBan.Subject {
    /// The same with a network in the one spelling that it has.
    ///
    /// - Throws: what is wrong with a network
    package func checked() throws(WireError) -> ServerBan.Subject {
        guard case .network(let text) = self else { return self }
        guard var network = AddressNetwork(text) else {
            throw WireError(
                .badRequest,
                "\(text) is neither a user id nor an address: 192.0.2.7, 192.0.2.0/24 or 2001:db8::/48, for instance.")
        }
        // A host changes between all addresses of its network of 64 bits (RFC 4291 section 2.5.4).
        if !network.isV4, network.bits > 64 {
            guard !text.contains("/"), let address = IPAddress(text) else {
                throw WireError(.badRequest, "An IPv6 network has at most 64 bits: its clients choose the others.")
            }
            network = AddressNetwork(address, bits: 64)
        }
        guard network.bits >= (network.isV4 ? 104 : 16) else {
            throw WireError(.badRequest, "\(text) is too much of the internet: at least /8 of IPv4, or /16 of IPv6.")
        }
        guard !network.contains(IPAddress(v4: 0x7F00_0001)), !network.contains(.loopback) else {
            throw WireError(
                .badRequest, "\(text) is this machine, or has it within: it can't be banned. Name other addresses.")
        }
        return .network(network.description)
    }
}
