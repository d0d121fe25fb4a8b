import ChatModel
import ChatWire

extension Row.Bubble {
    /// What the page says that the message links to.
    @MainActor func card(of cards: [String: LinkCard]) -> LinkCard? {
        cards.isEmpty ? nil : PreviewedLinks.shared.link(of: self).flatMap { cards[$0] }
    }
}

/// The links of the messages that were drawn last: a row is drawn often, and its text is read once.
@MainActor
final class PreviewedLinks {
    /// The links of all lists of messages.
    static let shared = PreviewedLinks()

    /// By the text's bytes: strings are equal if they look the same.
    private var entries: BoundedCache<[UInt8], String?>

    /// - Parameters:
    ///   - count: The maximum number of texts.
    ///   - bytes: The maximum of their sizes.
    init(count: Int = Limits.linkTextsKept, bytes: Int = Limits.linkTextBytesKept) {
        entries = BoundedCache(count: count, bytes: bytes)
    }

    /// The number of texts.
    var count: Int { entries.count }

    /// See ``ChatModel/Row/Bubble/previewedLink``.
    func link(of bubble: Row.Bubble) -> String? {
        guard bubble.mayShowCard, let text = bubble.body.said else { return nil }
        let key = Array(text.utf8)
        if let known = entries.value(for: key) { return known }
        let link = Markup(text).previewedLink
        entries.keep(link, for: key, bytes: key.count)
        return link
    }
}
