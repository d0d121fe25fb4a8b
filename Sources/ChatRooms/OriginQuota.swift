import ChatWire

/// Decides how often all users of one address, or of one site's IPv6 addresses, may do something to
/// one person or to one room: so many times at once, and then slowly more.
///
/// Guests are free, so a limit by user alone would bound nobody.
struct OriginQuota<Subject: Hashable & Sendable>: Sendable {
    private enum Origin: Hashable {
        case address(ClientAddress)
        case site(UInt64)
    }

    private struct Key: Hashable {
        var origin: Origin
        var subject: Subject

        init(_ subject: Subject, from client: ClientAddress) {
            origin = client.site.map { .site($0) } ?? .address(client)
            self.subject = subject
        }
    }

    private var buckets: TokenBuckets<Key>

    /// - Parameter capacity: subjects and origins that are remembered
    init(_ rate: TokenBucket.Rate, capacity: Int) { buckets = TokenBuckets(rate, capacity: capacity) }

    /// Takes one; `nil` when it was there, else the milliseconds to wait.
    ///
    /// - Parameter now: nanoseconds of a clock that does not go back
    mutating func take(_ subject: Subject, from client: ClientAddress, at now: Int64) -> UInt64? {
        buckets.take(Key(subject, from: client), at: now)
    }

    /// Gives one back that was taken for something that did not happen.
    mutating func giveBack(_ subject: Subject, from client: ClientAddress) {
        buckets.giveBack(Key(subject, from: client))
    }
}
