/// Work that waits for its turn, shared fairly by what it costs. The group (address) whose work has
/// cost least of late goes first, and within it the member (user) whose work has. Equals go in the
/// order in which they came.
///
/// The cost of work is known only when the work is done, so it is charged then. Costs are forgotten
/// with time. A new group and a new member begin with the average cost of a piece of work, so that
/// they do not go before those who ask for little.
///
/// A value: it knows no clock. Times are nanoseconds of a clock that does not go back.
public struct FairQueue<Group: Hashable & Sendable, Member: Hashable & Sendable, Work: Sendable>: Sendable {
    /// Whom a piece of work is for.
    public struct Owner: Hashable, Sendable {
        /// The group, such as an address.
        public var group: Group
        /// A member of the group, such as a user. In another group the same member counts as
        /// another one.
        public var member: Member

        /// Creates the value.
        public init(group: Group, member: Member) {
            self.group = group
            self.member = member
        }
    }

    /// What became of work that was to be added.
    public enum Admission: Sendable {
        /// It waits for its turn.
        case added
        /// It was added in place of this work, which is not done.
        case replaced(Work)
        /// There is no place for it.
        case refused
    }

    private struct Waiting {
        var number: UInt64
        var work: Work
    }

    private struct Share {
        /// What it cost of late; `nil` before the first time.
        var cost: Int64?
        /// In the order in which they came.
        var waiting: [Waiting] = []
        /// How much waits. Of two with as much, the one that asked last has more.
        var size: (Int, UInt64) { (waiting.count, waiting.last?.number ?? 0) }
    }

    private struct Shares {
        /// What it cost of late; `nil` before the first time.
        var cost: Int64?
        var count = 0
        var members: [Member: Share] = [:]

        mutating func add(_ spent: Int64, of member: Member) {
            cost = (cost ?? 0) + spent
            let before = members[member]?.cost ?? 0
            members[member, default: Share()].cost = before + spent
        }
    }

    private let total: Int
    private let perMember: Int
    private var groups: [Group: Shares] = [:]
    private var nextNumber: UInt64 = 0
    private var averageCost: Int64 = 0
    private var forgottenAt: Int64?
    /// How many pieces of work wait.
    public private(set) var count = 0

    /// - Parameters:
    ///   - total: how many may wait
    ///   - perMember: of them, of one member of a group
    public init(total: Int, perMember: Int) {
        self.total = total
        self.perMember = perMember
    }

    /// Adds work to what waits.
    ///
    /// When all places are taken, the group with the most work gives one up, if it has at least two
    /// more than the newcomer's group. Otherwise the member with the most in the newcomer's own
    /// group does, by the same rule.
    /// - Parameter perGroup: how much of its group may wait
    public mutating func add(_ work: Work, of owner: Owner, perGroup: Int = .max) -> Admission {
        guard waiting(of: owner) < perMember, groups[owner.group]?.count ?? 0 < perGroup else { return .refused }
        var replaced: Work?
        if count >= total {
            replaced = takeLast(for: owner)
            if replaced == nil { return .refused }
        }
        nextNumber += 1
        groups[owner.group, default: Shares()].members[owner.member, default: Share()].waiting.append(
            Waiting(number: nextNumber, work: work))
        groups[owner.group]?.count += 1
        count += 1
        return replaced.map { .replaced($0) } ?? .added
    }

    private func waiting(of owner: Owner) -> Int { groups[owner.group]?.members[owner.member]?.waiting.count ?? 0 }

    /// Takes out the last work of the group, or of the member, that gives its place to a newcomer.
    private mutating func takeLast(for newcomer: Owner) -> Work? {
        let own = groups[newcomer.group]?.count ?? 0
        let most = groups.max { size($0.value) < size($1.value) }
        let group = most.flatMap { $0.value.count > own + 1 ? $0.key : nil } ?? newcomer.group
        guard let member = groups[group]?.members.max(by: { $0.value.size < $1.value.size }) else { return nil }
        if group == newcomer.group, member.value.waiting.count <= waiting(of: newcomer) + 1 { return nil }
        count -= 1
        groups[group]?.count -= 1
        return groups[group]?.members[member.key]?.waiting.removeLast().work
    }

    /// Takes out what is to be done next.
    ///
    /// - Parameter isReady: whether work of a group may be done now; called for groups with work
    public mutating func next(
        at now: Int64, where isReady: (Group) -> Bool = { _ in true }
    ) -> (work: Work, owner: Owner)? {
        forget(at: now)
        guard let group = firstGroup(where: isReady), let member = groups[group].flatMap({ first(of: $0) })?.member,
            let taken = groups[group]?.members[member]?.waiting.removeFirst()
        else { return nil }
        groups[group]?.count -= 1
        count -= 1
        return (taken.work, Owner(group: group, member: member))
    }

    /// Notes what a piece of work has cost.
    /// - Parameter cost: nanoseconds
    public mutating func charge(_ cost: Int64, to owner: Owner, at now: Int64) {
        forget(at: now)
        averageCost += (cost - averageCost) / 16
        groups[owner.group, default: Shares()].add(cost, of: owner.member)
    }

    /// Forgets an eighth of all costs for each second that has passed, and those of which nothing
    /// is left.
    private mutating func forget(at now: Int64) {
        guard let last = forgottenAt else { return forgottenAt = now }
        let seconds = (now - last) / Self.second
        guard seconds > 0 else { return }
        forgottenAt = last + seconds * Self.second
        for _ in 0..<min(seconds, 64) { forgetAnEighth() }
    }

    private mutating func forgetAnEighth() {
        for (group, shares) in groups {
            var shares = shares
            shares.cost = shares.cost.map { $0 - $0 / 8 }
            for (member, share) in shares.members {
                let cost = share.cost.map { $0 - $0 / 8 }
                shares.members[member]?.cost = cost
                if share.waiting.isEmpty, cost ?? 0 < Self.forgettable { shares.members[member] = nil }
            }
            groups[group] = shares.members.isEmpty ? nil : shares
        }
    }

    /// The group that has cost least; of several that cost the same, the one that came first.
    private func firstGroup(where isReady: (Group) -> Bool) -> Group? {
        var first: (group: Group, order: (Int64, UInt64))?
        for (group, shares) in groups where shares.count > 0 && isReady(group) {
            let order = order(shares)
            if let first, first.order <= order { continue }
            first = (group, order)
        }
        return first?.group
    }

    /// By what groups are compared: their cost, and then the number of their first work.
    private func order(_ shares: Shares) -> (Int64, UInt64) {
        (shares.cost ?? averageCost, first(of: shares)?.number ?? .max)
    }

    /// How much of a group waits. Of two with as much, the one that has cost more has more.
    private func size(_ shares: Shares) -> (Int, Int64, UInt64) {
        let order = order(shares)
        return (shares.count, order.0, order.1)
    }

    private func first(of shares: Shares) -> (member: Member, number: UInt64)? {
        var first: (member: Member, cost: Int64, number: UInt64)?
        for (member, share) in shares.members {
            guard let number = share.waiting.first?.number else { continue }
            let cost = share.cost ?? averageCost
            if let first, (first.cost, first.number) <= (cost, number) { continue }
            first = (member, cost, number)
        }
        return first.map { ($0.member, $0.number) }
    }

    private static var second: Int64 { 1_000_000_000 }
    /// A tenth of a millisecond: less than most pages take.
    private static var forgettable: Int64 { 100_000 }
}
