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

    private let clock: ServerClock

    init(_ rates: AddressBudget.Rates?, clock: ServerClock = ServerClock()) {
        self.rates = rates
        self.clock = clock
    }

    /// The budget that all clients at this address share; `nil` if there is no limit, as for a
    /// local address. An IPv6 address also takes from the budget of its site.
    func budget(of client: ClientAddress) -> SharedAddressBudget? {
        guard let rates, !client.isLocal else { return nil }
        return budgets.withLockedValue { budgets in
            if let known = budgets.addresses[client] { return known }
            let site =
                client.isOfSite
                ? budget(of: client.ofSite, in: &budgets.sites) { SharedAddressBudget(rates.ofSite, clock: clock) }
                : nil
            return budget(of: client, in: &budgets.addresses) { SharedAddressBudget(rates, of: site, clock: clock) }
        }
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
    private let left: NIOLockedValueBox<AddressBudget>
    /// That of the IPv6 site of which the address is one; `nil` for other addresses.
    private let site: SharedAddressBudget?
    private let clock: ServerClock

    init(_ rates: AddressBudget.Rates, of site: SharedAddressBudget? = nil, clock: ServerClock = ServerClock()) {
        self.clock = clock
        self.site = site
        left = NIOLockedValueBox(AddressBudget(rates))
    }

    func refusal(ofMessage bytes: Int, at now: Int64) -> WireError? {
        left.withLockedValue { $0.refusal(ofMessage: bytes, at: now) } ?? site?.refusal(ofMessage: bytes, at: now)
    }

    func refusalOfSignal(at now: Int64) -> WireError? {
        left.withLockedValue { $0.refusalOfSignal(at: now) } ?? site?.refusalOfSignal(at: now)
    }

    func refusalOfHello() -> WireError? {
        left.withLockedValue { $0.refusalOfHello(at: clock.nanoseconds()) } ?? site?.refusalOfHello()
    }

    func refusal(ofUpload bytes: UInt64) -> WireError? {
        left.withLockedValue { $0.refusal(ofUpload: bytes, at: clock.nanoseconds()) } ?? site?.refusal(ofUpload: bytes)
    }

    func refusalOfRequest() -> WireError? {
        left.withLockedValue { $0.refusalOfRequest(at: clock.nanoseconds()) } ?? site?.refusalOfRequest()
    }

    func pause(ofRefusalAt now: Int64) -> Int64 {
        max(left.withLockedValue { $0.pause(ofRefusalAt: now) }, site?.pause(ofRefusalAt: now) ?? 0)
    }

    func isFull(at now: Int64) -> Bool { left.withLockedValue { $0.isFull(at: now) } }
}
