import ChatWire

/// What waits for group commits and does not fit into the next one. Sites take turns
/// (``ClientAddress/ofSite``), in a site its connections do, and what one connection asks for stays
/// in its order. The site and the connection that were served longest ago come first, also in the
/// next commit.
///
/// So nobody waits behind all that somebody else sends, at another address or at the same.
struct SubmissionShares: Sendable {
    private var sites: [ClientAddress: Site] = [:]
    private var turns = FIFO<ClientAddress>()

    var isEmpty: Bool { sites.isEmpty }

    /// How much of a site waits.
    func waiting(of site: ClientAddress) -> (count: Int, bytes: Int) {
        sites[site].map { ($0.count, $0.bytes) } ?? (0, 0)
    }

    mutating func add(_ submission: Submission) {
        let site = submission.client.ofSite
        if sites[site] == nil { turns.append(site) }
        sites[site, default: Site()].add(submission)
    }

    /// Takes one of each in turn, until there are enough.
    ///
    /// - Parameters:
    ///   - most: how many
    ///   - mostChanges: how many of them may change messages. A connection whose next submission
    ///     does waits with all that follows.
    mutating func next(_ most: Int, changes mostChanges: Int) -> [Submission] {
        var taken: [Submission] = []
        var changes = 0
        var passed: [ClientAddress] = []
        while taken.count < most, let site = turns.popFirst() {
            guard let submission = sites[site]?.next(mayChange: changes < mostChanges) else {
                passed.append(site)
                continue
            }
            if submission.changesMessage { changes += 1 }
            taken.append(submission)
            if sites[site]?.isEmpty == true { sites[site] = nil } else { turns.append(site) }
        }
        turns.prepend(passed)
        return taken
    }

    private struct Site: Sendable {
        private var connections: [Origin: FIFO<Submission>] = [:]
        /// The connections in turn: those whose next submission changes no message, and the others.
        private var plain = FIFO<Turn>()
        private var changing = FIFO<Turn>()
        private var lastTurn: UInt64 = 0
        private(set) var count = 0
        private(set) var bytes = 0

        var isEmpty: Bool { count == 0 }

        /// A connection's turn, with the number of its place among all.
        private struct Turn: Sendable {
            var origin: Origin
            var number: UInt64
        }

        mutating func add(_ submission: Submission) {
            count += 1
            bytes += submission.textBytes
            let isFirst = connections[submission.origin] == nil
            connections[submission.origin, default: FIFO()].append(submission)
            if isFirst { queue(submission) }
        }

        mutating func next(mayChange: Bool) -> Submission? {
            let change = mayChange ? changing.first?.number : nil
            let turn = change ?? .max < plain.first?.number ?? .max ? changing.popFirst() : plain.popFirst()
            guard let turn, let submission = connections[turn.origin]?.popFirst() else { return nil }
            count -= 1
            bytes -= submission.textBytes
            if let next = connections[turn.origin]?.first { queue(next) } else { connections[turn.origin] = nil }
            return submission
        }

        /// Puts the connection last whose next submission this is.
        private mutating func queue(_ next: Submission) {
            lastTurn += 1
            let turn = Turn(origin: next.origin, number: lastTurn)
            if next.changesMessage { changing.append(turn) } else { plain.append(turn) }
        }
    }
}
