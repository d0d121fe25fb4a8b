import ChatWire

/// The pages of history that wait to be read, bounded and in a fair order (``FairQueue``).
///
/// - Parameter Work: what a reader needs of a page: a ``ReadRequest``, and what goes with it
package struct HistoryQueue<Work: Sendable>: Sendable {
    package typealias Owner = FairQueue<ClientAddress, UserID, Work>.Owner

    private var waiting = FairQueue<ClientAddress, UserID, Work>(
        total: Limits.historyQueue, perMember: Limits.historyQueuePerUser)

    package init() {}

    package var isEmpty: Bool { waiting.count == 0 }

    /// Adds a page that a user asked for.
    ///
    /// - Returns: a refusal when too many wait; then the page is not read
    package mutating func add(_ work: Work, of user: UserID, at client: ClientAddress) -> WireError? {
        let perGroup = client.isLocal ? .max : Limits.historyQueuePerAddress
        return waiting.add(work, of: Owner(group: client, member: user), perGroup: perGroup) ? nil : .overloaded
    }

    /// Takes out what is to be read next.
    ///
    /// - Parameter now: nanoseconds of a clock that does not go back
    package mutating func next(at now: Int64) -> (work: Work, owner: Owner)? { waiting.next(at: now) }

    /// Notes how long a page took to read, in nanoseconds.
    package mutating func charge(_ cost: Int64, to owner: Owner, at now: Int64) {
        waiting.charge(cost, to: owner, at: now)
    }
}
