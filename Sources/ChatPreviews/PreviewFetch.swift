import ChatRooms
import ChatServer
import ChatWire
import NIOCore

/// Fetches a page, and the image that it names, and makes a preview of them.
struct PreviewFetch: Sendable {
    let download: WebDownload

    /// - Parameter reader: the address, or the IPv6 site, of the reader for whom it is fetched
    /// - Returns: no preview if the page can't be fetched or has no title
    func preview(
        of link: String, _ target: LinkTarget, for reader: ClientAddress
    ) async throws(WebDownload.Busy) -> (preview: LinkPreview?, image: (id: String, image: LinkPreviewImage)?) {
        guard let page = try await download.fetch(target, accept: "text/html,application/xhtml+xml", for: reader),
            page.type.hasPrefix("text/html") || page.type.hasPrefix("application/xhtml+xml")
        else { return (nil, nil) }
        let head = PageHead(page.bytes, contentType: page.type)
        let title = Self.line(head.meta("og:title", "twitter:title") ?? head.title ?? "", limit: Limits.previewTitle)
        guard !title.isEmpty else { return (nil, nil) }
        let summary = head.meta("og:description", "twitter:description", "description") ?? ""
        let site = head.meta("og:site_name") ?? page.target.host
        var preview = LinkPreview(
            link: link, title: title,
            summary: summary.isEmpty ? nil : Self.line(summary, limit: Limits.previewSummary),
            site: Self.line(site, limit: Limits.previewTitle))
        let picture = head.meta("og:image:secure_url", "og:image", "twitter:image", "twitter:image:src")
        guard let address = picture.flatMap({ LinkTarget($0, relativeTo: page.target.url) }),
            let (image, dimensions) = await image(address, for: reader)
        else { return (preview, nil) }
        let id = Self.makeID()
        preview.image = LinkPreview.Image(path: LinkPreviewImage.path(of: id), dimensions: dimensions)
        return (preview, (id, image))
    }

    /// Downloads an image. Its first bytes decide its type, not the server's `Content-Type`. `nil`
    /// if it can't be downloaded, is cut, is no known image, or has more than
    /// ``ChatWire/Limits/previewPixels``.
    private func image(
        _ target: LinkTarget, for reader: ClientAddress
    ) async -> (LinkPreviewImage, Attachment.Dimensions)? {
        guard let content = try? await download.fetch(target, accept: "image/*", for: reader), !content.isCut
        else { return nil }
        let type = FileType(head: Array(content.bytes.prefix(Limits.fileHeadBytes)))
        guard let dimensions = type.dimensions, dimensions.pixels <= Limits.previewPixels else { return nil }
        return (LinkPreviewImage(type: type.name, bytes: ByteBuffer(bytes: content.bytes)), dimensions)
    }

    /// Cuts the text to `limit` characters, and to ``ChatWire/Limits/previewCharacterBytes`` bytes
    /// a character on average. A text that was cut ends with one more character, an ellipsis.
    static func line(_ text: String, limit: Int) -> String {
        var (line, bytes) = ("", 0)
        for character in text.prefix(limit) {
            bytes += character.utf8.count
            guard bytes <= limit * Limits.previewCharacterBytes else { break }
            line.append(character)
        }
        return line.isEmpty || line.utf8.count == text.utf8.count ? line : line + "…"
    }

    /// 128 random bits, so that only clients that have the preview know the image's address.
    private static func makeID() -> String { (0..<16).map { _ in UInt8.random(in: 0...255) }.hexadecimal }
}
