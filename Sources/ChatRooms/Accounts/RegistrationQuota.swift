import ChatWire

/// Limits how many accounts the people of one address make without an invite.
///
/// An account is for good, and a server has room for a bounded number of them.
package struct RegistrationQuota: Sendable {
    private var addresses: AddressQuota

    /// - Parameter spendings: notes registrations; `nil` without other servers
    package init(telling spendings: Spendings? = nil) {
        addresses = AddressQuota(
            .init(Limits.registrationsPerAddress, within: Limits.registrationsPeriod),
            capacity: Limits.registrationQuotasKept, as: .registrations, telling: spendings)
    }

    /// Takes what an account costs. Local addresses have no limit.
    ///
    /// - Parameter now: nanoseconds of a clock that does not go back
    /// - Returns: why it can't be made now
    package mutating func refusal(from client: ClientAddress, at now: Int64) -> WireError? {
        if client.isLocal { return nil }
        return addresses.take(client, at: now).map { AddressBudget.refusal("new accounts", $0) }
    }

    /// Gives back what an account cost that was not made.
    package mutating func giveBack(_ client: ClientAddress) { if !client.isLocal { addresses.giveBack(client) } }

    /// Takes what was made on another server.
    package mutating func take(_ spending: Spending, at now: Int64) { addresses.take(spending, at: now) }
}
