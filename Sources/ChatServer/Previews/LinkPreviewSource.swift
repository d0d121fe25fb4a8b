import ChatRooms
import ChatWire
import NIOCore

/// Looks up what linked web pages say of themselves: the seam of link previews. `LinkPreviews` of
/// `ChatPreviews` fetches the pages.
public protocol LinkPreviewSource: Sendable {
    /// The preview of the first web page that a message links to.
    ///
    /// - Parameters:
    ///   - text: the message's text, which the reader may read
    ///   - reader: on whose behalf a page is fetched
    /// - Returns: `nil` if there is no link, or its page can't be had or says nothing of itself
    /// - Throws: 207 (`addressLimited`) or 201 (`overloaded`), with the time to wait
    func preview(ofLinkIn text: String, for reader: LinkReader) async throws(WireError) -> LinkPreview?
    /// The image at a preview's path; `nil` if it is not kept any more.
    func image(_ id: String) async -> LinkPreviewImage?
    /// Ends the use of the source, and gives up what is under way. It is the last call.
    func end() async
}

/// Who wants to see a preview.
public struct LinkReader: Hashable, Sendable {
    /// The user of the token.
    public let user: UserID
    package let address: ClientAddress

    package init(user: UserID, address: ClientAddress) {
        self.user = user
        self.address = address
    }
}

/// The image of a preview.
public struct LinkPreviewImage: Sendable {
    /// The media type, as its first bytes tell.
    public let type: String
    /// The whole image.
    public let bytes: ByteBuffer

    /// The path of the image with this id, which a source chooses: 1 to 64 letters and digits.
    public static func path(of id: String) -> String { "/v1/previews/images/\(id)" }

    /// Creates the value.
    public init(type: String, bytes: ByteBuffer) {
        self.type = type
        self.bytes = bytes
    }
}
