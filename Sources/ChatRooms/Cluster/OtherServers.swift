import ChatWire

/// The other servers that share a log, and the people who are connected there, as far as this
/// server has heard.
///
/// When a message of a server is missing, nothing that it says of its people counts until it has
/// told all of them again. What it has told before stays until then. A server that says nothing for
/// ``ChatWire/Limits/serverSilence`` milliseconds has ended, and its people have left. Time in
/// which this server itself stood still does not count.
package struct OtherServers: Sendable {
    fileprivate struct Server {
        /// The number of its next message.
        var next: UInt64
        /// As this server has taken them in.
        var people = ServerPeople()
        /// Those that it is telling again.
        var told: ServerPeople?
        /// Whether no message is missing since it told all its people.
        var isCurrent = false
        /// The addresses that have many connections to it.
        var busyAddresses: [BusyAddress] = []
        /// When it was last heard, in milliseconds of a clock that does not go back.
        var heard: Int64
        /// When it was last asked to tell its people.
        var asked: Int64?
    }

    /// What follows for this server.
    package enum Effect: Hashable, Sendable {
        /// Take this in, and tell the people here.
        case presence(PresenceChange)
        /// Do what the item says.
        case take(ServerMessage.Item)
        /// Busy addresses and sites have so many connections to all other servers together.
        case countConnections([Spending.Payer: Int])
        /// Tell all people of this server.
        case tellPeople
        /// Ask that server for all its people.
        case ask(ServerID)
        /// A message came twice, or after a later one. It has no effect.
        case ignored
    }

    private let id: ServerID
    private var servers: [ServerID: Server] = [:]
    /// Servers that have said goodbye in the last ``ChatWire/Limits/serverSilence`` milliseconds,
    /// and when. A message of theirs with a number below `next` is late, and has no effect.
    private var ended: [ServerID: (next: UInt64, at: Int64)] = [:]
    /// Whether messages are missing since ``takeMissed()`` was called.
    private var hasMissed = false
    /// When ``tick(at:)`` was called last.
    private var lastTick: Int64?

    /// Notes that messages may be missing: this server could not hear the others for a time.
    package mutating func noteMissed() { hasMissed = true }

    /// - Parameter id: this server's, whose own messages are left out
    package init(besides id: ServerID) { self.id = id }

    /// How many there are.
    package var count: Int { servers.count }

    /// - Parameter now: milliseconds of a clock that does not go back
    package mutating func receive(_ message: ServerMessage, at now: Int64) -> [Effect] {
        guard message.server != id else { return [] }
        let known = servers[message.server]?.next
        guard known != nil || servers.count < Limits.clusterServers else { return [] }
        // A late message counted as missing when a later one came.
        guard message.number >= known ?? ended[message.server]?.next ?? 1 else { return [.ignored] }
        // Taken out: while the dictionary had it, too, a change would copy all its people.
        var server = servers.removeValue(forKey: message.server) ?? Server(next: 1, heard: now)
        var effects: [Effect] = []
        if message.number > server.next {
            server.isCurrent = false
            server.told = nil
            hasMissed = true
            // It may have said that no address is busy any more. Busy ones are told again every
            // tick.
            take([], of: &server, &effects)
        }
        server.next = message.number + 1
        server.heard = now
        for item in message.items {
            switch item {
            case .goodbye:
                servers[message.server] = server
                if ended.count < Limits.clusterServers { ended[message.server] = (server.next, now) }
                return effects + end(message.server)
            case .presence(let change): server.take(change, &effects)
            case .peopleBegin: server.told = ServerPeople()
            case .peopleEnd:
                guard let told = server.told else { continue }
                effects += told.changes(from: server.people).map { .presence($0) }
                server.people = told
                server.told = nil
                server.isCurrent = true
            case .busyAddresses(let busy):
                take(busy, of: &server, &effects)
            case .tellPeople(let asked): if asked == id { effects.append(.tellPeople) }
            case .appended, .typing, .mark, .draft, .bansChanged, .spent: effects.append(.take(item))
            case .sessionsEnded, .nameTaken, .nameFreed:
                // Of a server that stood still, it may be old: a session that has begun since would
                // end. The store has what is true now.
                if server.isCurrent { effects.append(.take(item)) } else { hasMissed = true }
            }
        }
        if !server.isCurrent, server.told == nil, server.asked.map({ now - $0 >= Limits.serverTick }) ?? true {
            server.asked = now
            effects.append(.ask(message.server))
        }
        servers[message.server] = server
        return effects
    }

    /// Whether messages are or may be missing since the last call: what they have said of accounts
    /// must be read in the store.
    package mutating func takeMissed() -> Bool {
        defer { hasMissed = false }
        return hasMissed
    }

    /// Called every ``ChatWire/Limits/serverTick`` milliseconds: takes the people of servers that
    /// have ended away.
    package mutating func tick(at now: Int64) -> [Effect] {
        var effects: [Effect] = []
        let late = now - (lastTick ?? now) - Limits.serverTick
        lastTick = now
        if late > 0 {
            // What the others have said meanwhile may still wait to be read.
            for (id, server) in servers { servers[id]?.heard = min(now, server.heard + late) }
            if late >= Limits.serverSilence { hasMissed = true }
        }
        ended = ended.filter { now - $0.value.at < Limits.serverSilence }
        for (id, server) in servers.sorted(by: { ($0.key.high, $0.key.low) < ($1.key.high, $1.key.low) })
        where now - server.heard >= Limits.serverSilence {
            // It may have ended before the bus had its last messages, and no number shows that.
            hasMissed = true
            effects += end(id)
        }
        return effects
    }

    /// - Parameter server: not among ``servers`` now
    private func take(_ busy: [BusyAddress], of server: inout Server, _ effects: inout [Effect]) {
        guard busy != server.busyAddresses else { return }
        server.busyAddresses = busy
        effects.append(.countConnections(connections(and: busy)))
    }

    /// The connections to all ``servers``, and these.
    private func connections(and others: [BusyAddress] = []) -> [Spending.Payer: Int] {
        var all: [Spending.Payer: Int] = [:]
        for address in servers.values.flatMap(\.busyAddresses) + others {
            all[address.payer, default: 0] += address.connections
        }
        return all
    }

    /// Takes away a server and what it had.
    private mutating func end(_ id: ServerID) -> [Effect] {
        guard let server = servers.removeValue(forKey: id) else { return [] }
        let left = ServerPeople().changes(from: server.people).map { Effect.presence($0) }
        return server.busyAddresses.isEmpty ? left : left + [.countConnections(connections())]
    }
}

extension OtherServers.Server {
    fileprivate mutating func take(_ change: PresenceChange, _ effects: inout [OtherServers.Effect]) {
        if told != nil {
            told?.note(change)
        } else if isCurrent {
            people.note(change)
            effects.append(.presence(change))
        }
    }
}
