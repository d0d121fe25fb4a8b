import ChatServer
import ChatWire
import NIOCore

/// The previews that were fetched, and their images: of the newest, as many as there is room for.
///
/// A value: it knows no clock. Times are milliseconds of a clock that does not go back.
struct KeptPreviews: Sendable {
    private struct Entry {
        var preview: LinkPreview?
        var image: (id: String, image: LinkPreviewImage)?
        var until: Int64
    }

    private let most: Int
    private let mostImageBytes: Int
    private var entries: [String: Entry] = [:]
    /// The links, the one that was fetched first in front.
    private var order: [String] = []
    /// The link of each image.
    private var links: [String: String] = [:]
    private(set) var imageBytes = 0

    init(most: Int = Limits.previewsKept, imageBytes: Int = Limits.previewImageBytesKept) {
        self.most = most
        mostImageBytes = imageBytes
    }

    var count: Int { entries.count }

    /// What is known of a link: `.some(nil)` if its page has no preview, `nil` if nothing is known.
    func preview(of link: String, at now: Int64) -> LinkPreview?? {
        guard let entry = entries[link], entry.until > now else { return nil }
        return .some(entry.preview)
    }

    func image(_ id: String) -> LinkPreviewImage? { links[id].flatMap { entries[$0]?.image?.image } }

    /// Keeps what a link's page said, instead of what it said before.
    mutating func keep(
        _ preview: LinkPreview?, _ image: (id: String, image: LinkPreviewImage)?, of link: String, at now: Int64
    ) {
        remove(link)
        let lifetime = preview == nil ? Limits.noPreviewLifetime : Limits.previewLifetime
        entries[link] = Entry(preview: preview, image: image, until: now + lifetime)
        order.append(link)
        if let image {
            links[image.id] = link
            imageBytes += image.image.bytes.readableBytes
        }
        while entries.count > most || imageBytes > mostImageBytes, let oldest = order.first { remove(oldest) }
    }

    private mutating func remove(_ link: String) {
        guard let entry = entries.removeValue(forKey: link) else { return }
        if let index = order.firstIndex(of: link) { order.remove(at: index) }
        guard let image = entry.image else { return }
        links[image.id] = nil
        imageBytes -= image.image.bytes.readableBytes
    }
}
