import ChatRooms
import ChatWire

/// How many pages may be fetched: on behalf of one address, so that nobody uses up the server's
/// connections, and from one host, so that nobody aims the server at it.
struct PreviewBudget: Sendable {
    private var addresses = TokenBuckets<ClientAddress.Network>(
        TokenBucket.Rate(Limits.previewsPerAddress, within: 60), capacity: Limits.previewCounts)
    private var hosts = TokenBuckets<String>(
        TokenBucket.Rate(Limits.previewsPerHost, within: 60), capacity: Limits.previewCounts)

    /// Counts a fetch; why it may not be, otherwise.
    ///
    /// - Parameter now: nanoseconds of a clock that does not go back
    mutating func take(_ address: ClientAddress, _ host: String, at now: Int64) -> WireError? {
        let host = host.lowercased()
        if let wait = hosts.wait(host, at: now) {
            return WireError(.overloaded, "Too many pages of \(host) are linked to at once; ask again.", retry: wait)
        }
        if let wait = addresses.take(address.network, at: now) {
            return WireError(.addressLimited, "Too many previews were asked for from your address.", retry: wait)
        }
        _ = hosts.take(host, at: now)
        return nil
    }
}
