import ChatRooms
import ChatWire
import NIOConcurrencyHelpers

/// Limits how many files an address (of IPv6, a site) downloads at once, so that nobody has all
/// that can be open, or all connections to an object store.
final class DownloadsUnderWay: Sendable {
    /// Gives its place back when it is released.
    final class Download: Sendable {
        private let downloads: DownloadsUnderWay
        private let client: ClientAddress

        fileprivate init(_ downloads: DownloadsUnderWay, _ client: ClientAddress) {
            (self.downloads, self.client) = (downloads, client)
        }

        deinit { downloads.end(client) }
    }

    /// How many downloads one address may have at once.
    private let limit: Int
    private let counts = NIOLockedValueBox<[ClientAddress: Int]>([:])

    /// - Parameter openAtOnce: the maximum of open files; an address reads an eighth of them at
    ///   most, but always four
    init(openAtOnce: Int = .max) { limit = min(Limits.downloadsPerAddress, max(4, openAtOnce / 8)) }

    /// Admits a download. A local address may stand for everyone, and has no limit.
    func begin(at address: ClientAddress) throws(HTTPRefusal) -> Download {
        let client = address.ofSite
        let isAdmitted = counts.withLockedValue { counts in
            guard client.isLocal || counts[client, default: 0] < limit else { return false }
            counts[client, default: 0] += 1
            return true
        }
        guard isAdmitted else { throw .tooManyDownloads(limit) }
        return Download(self, client)
    }

    private func end(_ client: ClientAddress) {
        counts.withLockedValue { counts in
            let others = counts[client, default: 1] - 1
            counts[client] = others > 0 ? others : nil
        }
    }
}
