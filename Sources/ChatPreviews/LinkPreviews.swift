import ChatModel
import ChatRooms
import ChatServer
import ChatWire
import NIOCore
import NIOPosix

/// Previews of linked web pages, which the server fetches itself, once for all readers. So a page
/// learns of the server, and never of the people who read the link.
///
/// Only addresses of the public internet are asked, at most ``ChatWire/Limits/previewsAtOnce`` pages
/// at a time. Previews are kept in memory for an hour.
public actor LinkPreviews: LinkPreviewSource {
    private let fetcher: PreviewFetch
    private var kept = KeptPreviews()
    private var budget = PreviewBudget()
    private var underWay: [String: Task<LinkPreview?, Never>] = [:]
    private var running = 0
    /// Those that wait for their turn, the first first.
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// - Parameter networks: Networks whose pages may be fetched although they are not public, such
    ///   as an intranet's: `10.1.0.0/16`. What is no network is ignored.
    public init(networks: [String] = []) {
        fetcher = PreviewFetch(
            download: WebDownload(
                networks: ReachableNetworks(allowed: networks.compactMap { AddressNetwork($0) }),
                threads: NIOThreadPool(numberOfThreads: Limits.previewsAtOnce)))
        fetcher.download.threads.start()
    }

    /// The preview of the first web page that a text links to.
    ///
    /// - Returns: `nil` if there is no link, or its page can't be had or says nothing of itself
    /// - Throws: 207 (`addressLimited`) or 201 (`overloaded`), with the time to wait
    public func preview(ofLinkIn text: String, for reader: LinkReader) async throws(WireError) -> LinkPreview? {
        guard let link = Markup(text).previewedLink, let target = LinkTarget(link) else { return nil }
        if let known = kept.preview(of: link, at: Self.now) { return known }
        if let task = underWay[link] { return await task.value }
        guard underWay.count < Limits.previewsAtOnce + Limits.previewsWaiting else {
            throw WireError(.overloaded, "Too many links are looked at; ask again in a second.", retry: 1_000)
        }
        if let refusal = budget.take(reader.address, target.host, at: Self.now * 1_000_000) { throw refusal }
        let task = Task { await self.fetch(link, target) }
        underWay[link] = task
        return await task.value
    }

    /// The image at a preview's path; `nil` if it is not kept any more.
    public func image(_ id: String) -> LinkPreviewImage? { kept.image(id) }

    /// Waits for the pages under way, a few seconds at most.
    public func end() async {
        for task in underWay.values { _ = await task.value }
        try? await fetcher.download.threads.shutdownGracefully()
    }

    private func fetch(_ link: String, _ target: LinkTarget) async -> LinkPreview? {
        await begin()
        let (preview, image) = await fetcher.preview(of: link, target)
        finish()
        kept.keep(preview, image, of: link, at: Self.now)
        underWay[link] = nil
        return preview
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
