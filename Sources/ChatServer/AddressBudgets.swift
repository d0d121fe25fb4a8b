import ChatRooms
import ChatWire
import NIOConcurrencyHelpers

/// The rate budgets of addresses, in a bounded table. A connection gets its address's budget from
/// here once, and does not use this lock after that.
final class AddressBudgets: Sendable {
    private typealias Table = [ClientAddress: SharedAddressBudget]
    private let budgets = NIOLockedValueBox<(addresses: Table, sites: Table)>(([:], [:]))
    /// `nil` for no limit.
    private let rates: AddressBudget.Rates?

    private let spendings: Spendings?
    private let clock: ServerClock

    /// - Parameters:
    ///   - rates: `nil` for no limit
    ///   - spendings: notes what is taken; `nil` without other servers
    init(_ rates: AddressBudget.Rates?, telling spendings: Spendings? = nil, clock: ServerClock = ServerClock()) {
        self.rates = rates
        self.spendings = spendings
        self.clock = clock
    }

    /// The budget that all clients at this address share; `nil` if there is no limit, as for a
    /// local address. An IPv6 address also takes from the budget of its site.
    func budget(of client: ClientAddress) -> SharedAddressBudget? {
        guard let rates, !client.isLocal else { return nil }
        return budgets.withLockedValue { budgets in
            if let known = budgets.addresses[client] { return known }
            let site = client.isOfSite ? budget(ofSite: client.ofSite, rates, in: &budgets.sites) : nil
            return budget(of: client, in: &budgets.addresses) {
                SharedAddressBudget(rates, telling: told(.address(client)), of: site, clock: clock)
            }
        }
    }

    /// Takes what an address or a site has spent on another server.
    func take(_ spending: Spending) {
        let known: SharedAddressBudget? =
            switch spending.payer {
            case .address(let client): budget(of: client)
            case .site(let site):
                rates.map { rates in
                    budgets.withLockedValue { budget(ofSite: site, rates, in: &$0.sites) }
                }
            case .user, .name: nil
            }
        known?.take(spending)
    }

    private func told(_ payer: Spending.Payer) -> SharedAddressBudget.Told? {
        spendings.map { (payer: payer, spendings: $0) }
    }

    private func budget(
        ofSite site: ClientAddress, _ rates: AddressBudget.Rates, in table: inout Table
    ) -> SharedAddressBudget {
        budget(of: site, in: &table) { SharedAddressBudget(rates.ofSite, telling: told(.site(site)), clock: clock) }
    }

    private func budget(
        of client: ClientAddress, in table: inout Table, _ make: () -> SharedAddressBudget
    ) -> SharedAddressBudget {
        if let known = table[client] { return known }
        if table.count >= Limits.addressBudgetsKept { Self.makeRoom(&table, at: clock.nanoseconds()) }
        let budget = make()
        table[client] = budget
        return budget
    }

    /// Forgets budgets that are as good as new. If there are few of those, it forgets any half, so
    /// that the next clients find room without a search.
    private static func makeRoom(_ budgets: inout Table, at now: Int64) {
        budgets = budgets.filter { !$0.value.isFull(at: now) }
        for client in Array(budgets.keys.prefix(max(0, budgets.count - Limits.addressBudgetsKept / 2))) {
            budgets[client] = nil
        }
    }
}

/// What the clients at one address together may still request.
final class SharedAddressBudget: Sendable {
    typealias Told = (payer: Spending.Payer, spendings: Spendings)

    private let left: NIOLockedValueBox<AddressBudget>
    /// Whose budget this is, and where the other servers are told of what is taken from it; `nil`
    /// without other servers.
    private let told: Told?
    /// The budget of the IPv6 site that has the address; `nil` for other addresses.
    private let site: SharedAddressBudget?
    private let clock: ServerClock

    init(
        _ rates: AddressBudget.Rates, telling told: Told? = nil, of site: SharedAddressBudget? = nil,
        clock: ServerClock = ServerClock()
    ) {
        self.clock = clock
        self.told = told
        self.site = site
        left = NIOLockedValueBox(AddressBudget(rates))
    }

    func refusal(ofMessage bytes: Int, at now: Int64) -> WireError? {
        spend(
            .messages, bytes: bytes, storing: (.storedMessages, AddressBudget.stored(ofMessage: bytes)), at: now
        ) { $0.refusal(ofMessage: bytes, at: now) } ?? site?.refusal(ofMessage: bytes, at: now)
    }

    func refusalOfSignal(at now: Int64) -> WireError? {
        spend(.signals, at: now) { $0.refusalOfSignal(at: now) } ?? site?.refusalOfSignal(at: now)
    }

    func refusalOfMark(at now: Int64) -> WireError? {
        spend(.signals, storing: (.storedMessages, Limits.markStoredBytes), at: now) {
            $0.refusalOfMark(at: now)
        } ?? site?.refusalOfMark(at: now)
    }

    func refusalOfHello() -> WireError? {
        let now = clock.nanoseconds()
        return spend(.hellos, at: now) { $0.refusalOfHello(at: now) } ?? site?.refusalOfHello()
    }

    func refusal(ofUpload bytes: UInt64) -> WireError? {
        let now = clock.nanoseconds()
        let charge = Int(clamping: FileLimits.charge(ofSize: bytes))
        return spend(.uploads, charge, storing: (.storedFiles, charge), at: now) {
            $0.refusal(ofUpload: bytes, at: now)
        } ?? site?.refusal(ofUpload: bytes)
    }

    /// Gives back what was taken for an upload that failed.
    ///
    /// - Parameter received: the bytes that came; `nil` if it was not admitted
    func giveBack(upload bytes: UInt64, except received: UInt64?) {
        left.withLockedValue { left in
            let count = left.giveBack(upload: bytes, except: received)
            guard let (payer, spendings) = told else { return }
            for limit in [Spending.Limit.uploads, .storedFiles] {
                spendings.takeBack(Spending(limit, of: payer, count))
            }
        }
        site?.giveBack(upload: bytes, except: received)
    }

    func refusalOfRequest() -> WireError? {
        let now = clock.nanoseconds()
        return spend(.requests, at: now) { $0.refusalOfRequest(at: now) } ?? site?.refusalOfRequest()
    }

    func pause(ofRefusalAt now: Int64) -> Int64 {
        let pause = pause(of: .refusals, at: now) { $0.pause(ofRefusalAt: now) }
        return max(pause, site?.pause(ofRefusalAt: now) ?? 0)
    }

    func pause(ofRequestAt now: Int64) -> Int64 {
        let pause = pause(of: .requests, at: now) { $0.pause(ofRequestAt: now) }
        return max(pause, site?.pause(ofRequestAt: now) ?? 0)
    }

    func isFull(at now: Int64) -> Bool { left.withLockedValue { $0.isFull(at: now) } }

    /// Takes what was spent on another server.
    func take(_ spending: Spending) { left.withLockedValue { $0.take(spending, at: clock.nanoseconds()) } }

    private func pause(
        of limit: Spending.Limit, at now: Int64, _ pause: (inout AddressBudget) -> Int64
    ) -> Int64 {
        left.withLockedValue { left in
            let pause = pause(&left)
            // At the longest pause, nothing was taken.
            if pause < Limits.refusalPauseLongest { tell(limit, 1, 0, left, at: now) }
            return pause
        }
    }

    private func spend(
        _ limit: Spending.Limit, _ count: Int = 1, bytes: Int = 0, storing: (limit: Spending.Limit, bytes: Int)? = nil,
        at now: Int64, _ refusal: (inout AddressBudget) -> WireError?
    ) -> WireError? {
        left.withLockedValue { left in
            let refusal = refusal(&left)
            guard refusal == nil else { return refusal }
            tell(limit, count, bytes, left, at: now)
            if let storing { tell(storing.limit, storing.bytes, 0, left, at: now) }
            return refusal
        }
    }

    private func tell(
        _ limit: Spending.Limit, _ count: Int, _ bytes: Int, _ left: AddressBudget, at now: Int64
    ) {
        guard let (payer, spendings) = told, left.isLow(limit, at: now) else { return }
        spendings.note(Spending(limit, of: payer, count, bytes: bytes))
    }
}
