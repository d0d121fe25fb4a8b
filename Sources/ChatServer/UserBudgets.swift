import ChatRooms
import ChatWire
import NIOConcurrencyHelpers

/// The rate budgets of users, in a bounded table. A user's connections and their requests over HTTP
/// share one. A connection gets it from here once, and does not use this lock after that.
final class UserBudgets: Sendable {
    private struct Entry {
        /// `nil` for no limit.
        var sends: Budget?
        /// The rate of other requests over HTTP, which is that of one connection; `nil` before the
        /// first of them.
        var requests: TokenBucket?

        /// Whether a connection has the budget, so that a second one must not begin anew.
        var isInUse: Bool { mutating get { sends != nil && !isKnownUniquelyReferenced(&sends) } }
        var fullAt: Int64 { max(sends?.fullAt ?? .min, requests?.fullAt ?? .min) }
    }

    private struct State {
        var entries: [UserID: Entry] = [:]
        /// At this count, entries are forgotten.
        var limit: Int
    }

    private let rate: TokenBucket.Rate?
    private let kept: Int
    private let spendings: Spendings?
    private let clock: ServerClock
    private let state: NIOLockedValueBox<State>

    /// - Parameters:
    ///   - rate: of a user's messages; `nil` for no limit
    ///   - kept: users without a connection whose budgets are remembered
    ///   - spendings: notes messages; `nil` without other servers
    init(
        _ rate: TokenBucket.Rate?, kept: Int = Limits.userBudgetsKept, telling spendings: Spendings? = nil,
        clock: ServerClock = ServerClock()
    ) {
        self.rate = rate
        self.kept = kept
        self.spendings = spendings
        self.clock = clock
        state = NIOLockedValueBox(State(limit: kept))
    }

    /// The budget for messages that a user's connections and requests share; `nil` if there is no
    /// limit.
    func budget(of user: UserID) -> Budget? {
        guard rate != nil else { return nil }
        return state.withLockedValue { update(user, &$0) { $0.sends } }
    }

    /// The budget of a connection without a user.
    func anonymous() -> Budget? { rate.map { Budget($0) } }

    /// Takes what a user has spent on another server. The user need not be connected here: they may
    /// be the next moment.
    func take(_ spending: Spending) {
        guard case .user(let user) = spending.payer else { return }
        budget(of: user)?.take(spending, at: clock.nanoseconds())
    }

    /// Counts a request over HTTP.
    ///
    /// - Returns: the user's budget for messages; `nil` for no limit
    func admit(
        _ request: ClientFrame.Request, of user: UserID, at now: Int64
    ) -> Result<Budget?, WireError> {
        state.withLockedValue { state in
            update(user, &state) { entry in
                var requests = entry.requests ?? TokenBucket(.ofRequests)
                if let refusal = requests.refusal(of: request, at: now) { return .failure(refusal) }
                entry.requests = requests
                return .success(entry.sends)
            }
        }
    }

    /// Users whose budgets are remembered.
    var count: Int { state.withLockedValue { $0.entries.count } }

    private func update<Value>(_ user: UserID, _ state: inout State, _ body: (inout Entry) -> Value) -> Value {
        if state.entries[user] == nil {
            if state.entries.count >= state.limit { makeRoom(&state) }
            let told = spendings.map { (user: user, spendings: $0) }
            state.entries[user] = Entry(sends: rate.map { Budget($0, telling: told) })
        }
        return body(&state.entries[user, default: Entry()])
    }

    /// Forgets all users without a connection whose budgets are full: these are as good as new. Of
    /// the others without a connection it keeps at most half of `kept`: those whose budgets will be
    /// full last.
    private func makeRoom(_ state: inout State) {
        let now = clock.nanoseconds()
        var idle: [(user: UserID, fullAt: Int64)] = []
        for user in Array(state.entries.keys) where state.entries[user]?.isInUse == false {
            idle.append((user, state.entries[user]?.fullAt ?? .min))
        }
        idle.sort { $0.fullAt < $1.fullAt }
        let owing = idle.drop { $0.fullAt <= now }
        let forgotten = idle.count - min(owing.count, kept / 2)
        for entry in idle.prefix(forgotten) { state.entries[entry.user] = nil }
        state.limit = max(kept, state.entries.count * 2)
    }
}
