import ChatModel
import ChatRooms
import ChatServer
import ChatWire
import NIOCore

/// Previews of linked web pages, which the server fetches itself, once for all readers. So a page
/// learns of the server, and never of the people who read the link.
///
/// Only addresses of the public internet are asked, at most ``ChatWire/Limits/previewsAtOnce``
/// pages at a time. Previews are kept in memory for an hour, and the answer that a page has none
/// for five minutes. The oldest go when there is no room.
public actor LinkPreviews: LinkPreviewSource {
    private typealias Outcome = Result<LinkPreview?, WireError>

    private let fetcher: PreviewFetch
    /// Finds the links of texts. Readers take turns.
    private let reading = BoundedThread(
        limit: Limits.previewTexts,
        full: WireError(.overloaded, "The server is reading too many texts; ask again in a second.", retry: 1_000),
        isPolite: true)
    private var kept = KeptPreviews()
    /// How many pages each address of readers makes the server fetch, so that nobody uses up its
    /// connections.
    private var readers = AddressQuota(
        TokenBucket.Rate(Limits.previewsPerAddress, within: 60), capacity: Limits.previewCounts)
    private var underWay: [String: Task<Outcome, Never>] = [:]
    /// How many of the fetches under way the readers of each address have begun; for IPv6, of each
    /// site.
    private var begun: [ClientAddress: Int] = [:]
    private var running = 0
    /// Fetches that wait, the oldest first.
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// - Parameter networks: Networks whose pages may be fetched although they are not public, such
    ///   as an intranet's: `10.1.0.0/16`. What is no network is ignored.
    public init(networks: [String] = []) {
        let allowed = networks.compactMap { AddressNetwork($0) }
        fetcher = PreviewFetch(download: WebDownload(ReachableNetworks(allowed: allowed)))
    }

    /// The preview of the first web page that a text links to.
    ///
    /// - Returns: `nil` if there is no link, or its page can't be had or says nothing of itself
    /// - Throws: 207 (`addressLimited`) or 201 (`overloaded`), with the time to wait
    public nonisolated func preview(
        ofLinkIn text: String, for reader: LinkReader
    ) async throws(WireError) -> LinkPreview? {
        // Reading a long text takes milliseconds.
        let found = try await reading.run(for: reader.address) { () throws(WireError) -> (String, LinkTarget)? in
            guard let link = Markup(text).previewedLink, let target = LinkTarget(link) else { return nil }
            return (link, target)
        }
        guard let (link, target) = found else { return nil }
        return try await preview(of: link, target, for: reader)
    }

    private func preview(
        of link: String, _ target: LinkTarget, for reader: LinkReader
    ) async throws(WireError) -> LinkPreview? {
        if let known = kept.preview(of: link, at: Self.now) { return known }
        if let task = underWay[link] { return try await task.value.get() }
        let site = reader.address.ofSite
        guard underWay.count < Limits.previewsAtOnce + Limits.previewsWaiting,
            begun[site, default: 0] < Limits.previewsAtOnceOfSite
        else {
            throw WireError(.overloaded, "The server is fetching too many pages; ask again in a second.", retry: 1_000)
        }
        if let wait = readers.take(reader.address, at: Self.now * 1_000_000) {
            throw WireError(
                .addressLimited,
                "Too many previews were asked for from your address. Ask again when the pause is over.", retry: wait)
        }
        begun[site, default: 0] += 1
        let task = Task { await self.fetch(link, target, for: site) }
        underWay[link] = task
        return try await task.value.get()
    }

    /// The image at a preview's path; `nil` if it is not kept any more.
    public func image(_ id: String) -> LinkPreviewImage? { kept.image(id) }

    /// Cancels the fetches under way, and returns when they have ended.
    public func end() async {
        for task in underWay.values { task.cancel() }
        for task in underWay.values { _ = await task.value }
        await reading.end()
        fetcher.download.end()
    }

    private func fetch(_ link: String, _ target: LinkTarget, for site: ClientAddress) async -> Outcome {
        await begin()
        let outcome: Outcome
        do throws(WebDownload.Busy) {
            let (preview, image) =
                Task.isCancelled ? (nil, nil) : try await fetcher.preview(of: link, target, for: site)
            kept.keep(preview, image, of: link, at: Self.now)
            outcome = .success(preview)
        } catch {
            let sentence =
                switch error.reason {
                case .site: "\(target.host) was asked too often of late; ask again."
                case .lookups: "The server is looking up too many names of sites; ask again."
                }
            outcome = .failure(WireError(.overloaded, sentence, retry: error.wait))
        }
        finish()
        underWay[link] = nil
        let left = begun[site, default: 1] - 1
        begun[site] = left > 0 ? left : nil
        return outcome
    }

    private func begin() async {
        guard running >= Limits.previewsAtOnce else { return running += 1 }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// The place goes to the one that waits longest.
    private func finish() {
        if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().resume() }
    }

    private static var now: Int64 { Int64(clamping: NIODeadline.now().uptimeNanoseconds / 1_000_000) }
}
