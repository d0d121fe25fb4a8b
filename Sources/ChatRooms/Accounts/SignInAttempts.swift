import ChatWire

/// Limits how often passwords are tried: by address, and by name from all addresses together.
package struct SignInAttempts: Sendable {
    private var addresses = AddressQuota(
        .init(Limits.signInsPerAddress, within: Limits.signInPeriod), capacity: Limits.signInsKept)
    private var names = TokenBuckets<String>(
        .init(Limits.signInsPerAccount, within: Limits.signInPeriod), capacity: Limits.signInsKept)

    package init() {}

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
        return nil
    }

    package mutating func succeeded(_ name: String) { names.giveBack(name) }
}
