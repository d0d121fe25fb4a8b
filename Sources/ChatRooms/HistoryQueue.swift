import ChatWire

/// The pages of history that wait to be read, bounded and in a fair order (``FairQueue``).
///
/// They are shared by site, as every limit of what is scarce: of IPv6, a site has 65,536 networks,
/// and each counts as an address.
///
/// - Parameter Work: what a reader needs of a page: a ``ReadRequest``, and what goes with it
package struct HistoryQueue<Work: Sendable>: Sendable {
    /// A user at an address. At another address the same user counts as another one.
    package struct Member: Hashable, Sendable {
        var address: ClientAddress
        var user: UserID
    }

    package typealias Queue = FairQueue<ClientAddress, Member, Work>

    private var waiting = Queue(total: Limits.historyQueue, perMember: Limits.historyQueuePerUser)
    private var underWay: UnderWay

    /// The pages that are being read: never more than there are readers.
    ///
    /// One reader is always for others than one address, or one site's IPv6 addresses: a page that
    /// takes long can't be interrupted.
    private struct UnderWay {
        let perSite: Int
        private var pages: [ClientAddress: Int] = [:]

        init(perSite: Int) { self.perSite = perSite }

        func allows(_ site: ClientAddress) -> Bool { site.isLocal || pages[site] ?? 0 < perSite }

        mutating func begin(_ site: ClientAddress) { pages[site, default: 0] += 1 }

        mutating func end(_ site: ClientAddress) {
            let others = (pages[site] ?? 1) - 1
            pages[site] = others > 0 ? others : nil
        }
    }

    /// - Parameter readers: how many pages are read at once
    package init(readers: Int = 1) { underWay = UnderWay(perSite: max(1, readers - 1)) }

    package var isEmpty: Bool { waiting.count == 0 }

    /// Adds a page that a user asked for. Who is refused, or has lost their place, is told
    /// ``ChatWire/WireError/overloaded``.
    package mutating func add(
        _ work: Work, of user: UserID, at client: ClientAddress
    ) -> Queue.Admission {
        let perGroup = client.isLocal ? .max : Limits.historyQueuePerAddress
        let owner = Queue.Owner(group: client.ofSite, member: Member(address: client, user: user))
        return waiting.add(work, of: owner, perGroup: perGroup)
    }

    /// Takes out what is to be read next. Call ``ended(_:_:at:)`` when it has been read.
    ///
    /// - Parameter now: nanoseconds of a clock that does not go back
    package mutating func next(at now: Int64) -> (work: Work, owner: Queue.Owner)? {
        let underWay = underWay
        guard let next = waiting.next(at: now, where: underWay.allows) else { return nil }
        self.underWay.begin(next.owner.group)
        return next
    }

    /// Notes that a page has been read, or that nobody waits for it any more.
    ///
    /// - Parameter cost: how long it took to read, in nanoseconds; `nil` if it was not read
    package mutating func ended(_ owner: Queue.Owner, _ cost: Int64?, at now: Int64) {
        underWay.end(owner.group)
        if let cost { waiting.charge(cost, to: owner, at: now) }
    }
}
