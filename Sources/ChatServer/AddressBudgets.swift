import ChatRooms
import ChatWire
import NIOConcurrencyHelpers

/// The rate budgets of addresses, in a bounded table. A connection gets its address's budget from
/// here once, and does not use this lock after that.
final class AddressBudgets: Sendable {
    private let budgets = NIOLockedValueBox<[ClientAddress: SharedAddressBudget]>([:])
    /// `nil` for no limit.
    private let rates: AddressBudget.Rates?

    private let clock: ServerClock

    init(_ rates: AddressBudget.Rates?, clock: ServerClock = ServerClock()) {
        self.rates = rates
        self.clock = clock
    }

    /// The budget that all clients at this address share; `nil` if there is no limit, as for a
    /// local address.
    func budget(of client: ClientAddress) -> SharedAddressBudget? {
        guard let rates, !client.isLocal else { return nil }
        return budgets.withLockedValue { budgets in
            if let known = budgets[client] { return known }
            if budgets.count >= Limits.addressBudgetsKept { Self.makeRoom(&budgets, at: clock.nanoseconds()) }
            let budget = SharedAddressBudget(rates, clock: clock)
            budgets[client] = budget
            return budget
        }
    }

    /// Forgets budgets that are as good as new. If there are few of those, it forgets any half, so
    /// that the next clients find room without a search.
    private static func makeRoom(_ budgets: inout [ClientAddress: SharedAddressBudget], at now: Int64) {
        budgets = budgets.filter { !$0.value.isFull(at: now) }
        for client in Array(budgets.keys.prefix(max(0, budgets.count - Limits.addressBudgetsKept / 2))) {
            budgets[client] = nil
        }
    }
}

/// What the clients at one address together may still request.
final class SharedAddressBudget: Sendable {
    private let left: NIOLockedValueBox<AddressBudget>

    private let clock: ServerClock

    init(_ rates: AddressBudget.Rates, clock: ServerClock = ServerClock()) {
        self.clock = clock
        left = NIOLockedValueBox(AddressBudget(rates))
    }

    func refusal(ofMessage bytes: Int, at now: Int64) -> WireError? {
        left.withLockedValue { $0.refusal(ofMessage: bytes, at: now) }
    }

    func refusalOfSignal(at now: Int64) -> WireError? { left.withLockedValue { $0.refusalOfSignal(at: now) } }

    func refusalOfHello() -> WireError? {
        left.withLockedValue { $0.refusalOfHello(at: clock.nanoseconds()) }
    }

    func refusal(ofUpload bytes: UInt64) -> WireError? {
        left.withLockedValue { $0.refusal(ofUpload: bytes, at: clock.nanoseconds()) }
    }

    func refusalOfRequest() -> WireError? {
        left.withLockedValue { $0.refusalOfRequest(at: clock.nanoseconds()) }
    }

    func pause(ofRefusalAt now: Int64) -> Int64 { left.withLockedValue { $0.pause(ofRefusalAt: now) } }

    func isFull(at now: Int64) -> Bool { left.withLockedValue { $0.isFull(at: now) } }
}
