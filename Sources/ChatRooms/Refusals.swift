import ChatWire

/// What one connection's refused requests cost it: pauses in which it is not read, then the
/// connection itself.
///
/// ``Strikes`` counts what a working client never sends, ``RefusalBudget`` counts every refusal.
package struct Refusals: Sendable {
    /// What to do when a refusal has been sent.
    package enum Verdict: Hashable, Sendable {
        case goOn
        /// Read nothing of the connection until so many milliseconds have passed, then call
        /// ``Refusals/pauseEnded()``.
        case pause(Int64)
        case close(CloseCode, reason: String)
    }

    private var strikes = Strikes()
    private var budget = RefusalBudget()
    /// Pauses that have not ended. Refusals of requests that were under way can begin a pause
    /// during another one.
    private var pauses = 0

    package init() {}

    package var isPausing: Bool { pauses > 0 }

    /// Counts a refusal.
    /// - Parameter now: nanoseconds of a clock that does not go back
    package mutating func count(_ error: WireError, at now: Int64) -> Verdict {
        let isStrikeTooMany = strikes.count(error)
        let verdict = budget.count(at: now)
        if isStrikeTooMany {
            return .close(.tooManyRefusals, reason: "too many requests in a row were refused")
        }
        switch verdict {
        case .goOn: return .goOn
        case .pause(let milliseconds):
            pauses += 1
            return .pause(milliseconds)
        case .cut:
            return .close(.refusalFlood, reason: "too many requests were refused; connect again later")
        }
    }

    /// A request was understood: strikes count in a row only.
    package mutating func forgive() { strikes.forgive() }

    /// A pause begins that is not of this budget.
    package mutating func pauseBegan() { pauses += 1 }

    package mutating func pauseEnded() { pauses = max(0, pauses - 1) }
}
