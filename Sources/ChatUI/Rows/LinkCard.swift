import ChatModel
import ChatWire
import Foundation

/// What a linked page says of itself, as its message shows it.
public struct LinkCard: Hashable, Sendable {
    /// The title of the page, and what it is about.
    public let preview: LinkPreview
    /// The address of the page's picture on the chat server; `nil` if it has none.
    public let image: URL?

    /// Creates the value.
    ///
    /// - Parameter image: The address of the picture of `preview` on the chat server; `nil` if it
    ///   has none.
    public init(_ preview: LinkPreview, image: URL? = nil) {
        self.preview = preview
        self.image = image
    }

    /// The address of the page; `nil` if the system can't open it.
    public var url: URL? { URL(string: preview.link) }

    /// What VoiceOver says: “Link to Swifts never land, Birds”.
    public var label: String { localized("Link to \(preview.title), \(preview.site)") }

    /// The size of the picture, known before it is loaded.
    var frame: PhotoFrame? { image == nil ? nil : preview.image.map { PhotoFrame($0.dimensions) } }
}
