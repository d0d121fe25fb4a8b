import ChatRooms
import ChatWire

/// Limits the lines of one kind in a log: in total and about one address, within an interval. Lines
/// over the limit are counted.
struct LineBudget: Sendable {
    /// The omitted lines of an ended interval.
    struct Omission: Hashable, Sendable {
        var count: UInt64
        /// The addresses with the most omitted lines, most first. Addresses beyond
        /// ``Limits/securityLogAddresses`` are only counted.
        var addresses: [Address]

        struct Address: Hashable, Sendable {
            var address: ClientAddress
            var count: UInt64
        }
    }

    private struct Uses {
        var written = 0
        var omitted: UInt64 = 0
    }

    private var begun: Int64?
    private var written = 0
    private var omitted: UInt64 = 0
    private var addresses: [ClientAddress: Uses] = [:]

    /// Whether a line about an address may be written.
    mutating func take(_ address: ClientAddress, at now: Int64) -> Bool {
        if begun == nil { begun = now }
        let isKnown = addresses[address] != nil
        let uses = addresses[address] ?? Uses()
        guard written < Limits.securityLogLines, uses.written < Limits.securityLogLinesPerAddress,
            isKnown || addresses.count < Limits.securityLogAddresses
        else {
            omitted += 1
            if isKnown || addresses.count < Limits.securityLogAddresses {
                addresses[address] = Uses(written: uses.written, omitted: uses.omitted + 1)
            }
            return false
        }
        written += 1
        addresses[address] = Uses(written: uses.written + 1, omitted: uses.omitted)
        return true
    }

    /// Begins a new interval if the last one has ended.
    ///
    /// - Parameter now: Milliseconds of a clock that does not go back.
    /// - Returns: What was omitted in it; `nil` if nothing was.
    mutating func renew(at now: Int64) -> Omission? {
        guard let begun, now - begun >= Limits.securityLogInterval else { return nil }
        let most = addresses.filter { $0.value.omitted > 0 }.sorted { $0.value.omitted > $1.value.omitted }
            .prefix(Limits.securityLogSummaries).map { Omission.Address(address: $0.key, count: $0.value.omitted) }
        let omission = omitted > 0 ? Omission(count: omitted, addresses: most) : nil
        self = LineBudget()
        return omission
    }
}
