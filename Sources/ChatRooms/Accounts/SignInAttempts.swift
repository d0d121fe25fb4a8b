import ChatWire

/// Limits how often passwords are tried: by address, and by name from all addresses together.
package struct SignInAttempts: Sendable {
    private var addresses: AddressQuota
    private var names = TokenBuckets<String>(
        .init(Limits.signInsPerAccount, within: Limits.signInPeriod), capacity: Limits.signInsKept)

    private let spendings: Spendings?

    /// - Parameter spendings: notes attempts; `nil` without other servers
    package init(telling spendings: Spendings? = nil) {
        self.spendings = spendings
        addresses = AddressQuota(
            .init(Limits.signInsPerAddress, within: Limits.signInPeriod), capacity: Limits.signInsKept, as: .signIns,
            telling: spendings)
    }

    /// The same for all ways to write a name.
    package static func key(_ name: ConfusableSkeleton) -> String {
        String((name.looks.min() ?? "").prefix(Limits.nameBytes))
    }

    /// Counts an attempt; ``succeeded(_:)`` takes it back for the name.
    ///
    /// - Parameter name: `nil` for a registration
    package mutating func refusal(of name: String?, from client: ClientAddress, at now: Int64) -> WireError? {
        if !client.isLocal, let wait = addresses.take(client, at: now) {
            return AddressBudget.refusal("sign-ins", wait)
        }
        if let name, let wait = names.take(name, at: now) {
            let text =
                "Too many passwords were tried for this name; try again in \(WaitingTime(milliseconds: wait).text)."
            return WireError(.rateLimited, text, retry: wait)
        }
        if let name, let spendings, names.isLow(name, at: now) {
            spendings.note(Spending(.signIns, of: .name(name), 1))
        }
        return nil
    }

    /// Takes what was tried on another server.
    package mutating func take(_ spending: Spending, at now: Int64) {
        if case .name(let name) = spending.payer {
            names.owe(spending.count, of: name, at: now)
        } else {
            addresses.take(spending, at: now)
        }
    }

    package mutating func succeeded(_ name: String) { names.giveBack(name) }
}
