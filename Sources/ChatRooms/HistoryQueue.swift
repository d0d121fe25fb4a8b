import ChatWire

/// The pages of history that wait to be read, bounded and in a fair order (``FairQueue``).
///
/// - Parameter Work: what a reader needs of a page: a ``ReadRequest``, and what goes with it
package struct HistoryQueue<Work: Sendable>: Sendable {
    package typealias Owner = FairQueue<ClientAddress, UserID, Work>.Owner

    private var waiting = FairQueue<ClientAddress, UserID, Work>(
        total: Limits.historyQueue, perMember: Limits.historyQueuePerUser)
    private var underWay: UnderWay

    /// The pages that are being read: never more than there are readers.
    ///
    /// One reader is always for others than one address, or one site's IPv6 addresses: a page that
    /// takes long can't be interrupted.
    private struct UnderWay {
        let perAddress: Int
        private var pages: [ClientAddress: Int] = [:]

        init(perAddress: Int) { self.perAddress = perAddress }

        func allows(_ client: ClientAddress) -> Bool {
            if client.isLocal { return true }
            guard let site = client.site else { return pages[client] ?? 0 < perAddress }
            return pages.lazy.filter { $0.key.site == site }.reduce(0) { $0 + $1.value } < perAddress
        }

        mutating func begin(_ client: ClientAddress) { pages[client, default: 0] += 1 }

        mutating func end(_ client: ClientAddress) {
            let others = (pages[client] ?? 1) - 1
            pages[client] = others > 0 ? others : nil
        }
    }

    /// - Parameter readers: how many pages are read at once
    package init(readers: Int = 1) { underWay = UnderWay(perAddress: max(1, readers - 1)) }

    package var isEmpty: Bool { waiting.count == 0 }

    /// Adds a page that a user asked for. Who is refused, or has lost their place, is told
    /// ``ChatWire/WireError/overloaded``.
    package mutating func add(
        _ work: Work, of user: UserID, at client: ClientAddress
    ) -> FairQueue<ClientAddress, UserID, Work>.Admission {
        let perGroup = client.isLocal ? .max : Limits.historyQueuePerAddress
        return waiting.add(work, of: Owner(group: client, member: user), perGroup: perGroup)
    }

    /// Takes out what is to be read next. Call ``ended(_:_:at:)`` when it has been read.
    ///
    /// - Parameter now: nanoseconds of a clock that does not go back
    package mutating func next(at now: Int64) -> (work: Work, owner: Owner)? {
        let underWay = underWay
        guard let next = waiting.next(at: now, where: underWay.allows) else { return nil }
        self.underWay.begin(next.owner.group)
        return next
    }

    /// Notes that a page has been read, or that nobody waits for it any more.
    ///
    /// - Parameter cost: how long it took to read, in nanoseconds; `nil` if it was not read
    package mutating func ended(_ owner: Owner, _ cost: Int64?, at now: Int64) {
        underWay.end(owner.group)
        if let cost { waiting.charge(cost, to: owner, at: now) }
    }
}
