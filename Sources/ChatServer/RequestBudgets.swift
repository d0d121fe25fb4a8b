import ChatRooms
import ChatWire
import NIOConcurrencyHelpers

/// What users may do by single requests over HTTP: as much as on one connection, whose budgets would
/// be forgotten after each request.
final class RequestBudgets: Sendable {
    private struct Entry {
        var sends: Budget?
        var requests = TokenBucket(.init(perSecond: Limits.requestsPerSecond, burst: Limits.requestBurst))
    }

    private let rate: TokenBucket.Rate?
    private let entries = NIOLockedValueBox<[UserID: Entry]>([:])

    /// - Parameter rate: of a user's messages; `nil` for no limit
    init(_ rate: TokenBucket.Rate?) { self.rate = rate }

    /// Counts a request.
    ///
    /// - Returns: the user's budget for messages; `nil` for no limit
    func admit(
        _ request: ClientFrame.Request, of user: UserID, at now: Int64
    ) -> Result<Budget?, WireError> {
        entries.withLockedValue { entries in
            if entries[user] == nil, entries.count >= Limits.requestBudgetsKept {
                // Any half: they begin anew.
                for user in Array(entries.keys.prefix(entries.count / 2)) { entries[user] = nil }
            }
            var entry = entries[user] ?? Entry(sends: rate.map(Budget.init))
            defer { entries[user] = entry }
            guard !request.isMutation else { return .success(entry.sends) }
            if let wait = entry.requests.wait(at: now) {
                let text = "Too many requests; try again in \(wait) ms."
                return .failure(WireError(.rateLimited, text, retry: wait))
            }
            entry.requests.spend(1, at: now)
            return .success(entry.sends)
        }
    }
}
