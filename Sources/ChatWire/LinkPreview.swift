/// What a web page says of itself, for the people who see a link to it. The server has fetched it
/// (`docs/protocol.md`, "Link previews").
public struct LinkPreview: Hashable, Sendable {
    /// A picture of the page, which the server keeps for a while.
    public struct Image: Hashable, Sendable {
        /// The path on the chat server. It needs no token.
        public var path: String
        /// Its size.
        public var dimensions: Attachment.Dimensions

        /// Creates the value.
        public init(path: String, dimensions: Attachment.Dimensions) {
            self.path = path
            self.dimensions = dimensions
        }
    }

    /// The link in the message. Redirects may have led elsewhere.
    public var link: String
    /// At most ``Limits/previewTitle`` characters, and an ellipsis if it was cut; on one line.
    public var title: String
    /// At most ``Limits/previewSummary`` characters, and an ellipsis if it was cut; on one line.
    public var summary: String?
    /// The name of the site, or its host.
    public var site: String
    /// A picture, if the page names one.
    public var image: Image?

    /// Creates the value.
    public init(link: String, title: String, summary: String? = nil, site: String, image: Image? = nil) {
        self.link = link
        self.title = title
        self.summary = summary
        self.site = site
        self.image = image
    }
}

extension LinkPreview {
    /// Reads the answer to a request for a preview.
    package init(_ object: JSONObject) throws(WireError) {
        self.init(
            link: try object.string("link"), title: try object.string("title"),
            summary: try object.optionalString("summary"), site: try object.string("site"),
            image: try object.optionalObject("image").map { image throws(WireError) in try Image(image) })
    }

    /// Writes the answer to a request for a preview.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("link", link as String?)
        writer.member("title", title as String?)
        writer.member("summary", summary)
        writer.member("site", site as String?)
        if let image {
            writer.key("image")
            writer.beginObject()
            writer.member("path", image.path as String?)
            writer.member("width", image.dimensions.width as UInt64?)
            writer.member("height", image.dimensions.height as UInt64?)
            writer.endObject()
        }
        writer.endObject()
    }
}

extension LinkPreview.Image {
    fileprivate init(_ object: JSONObject) throws(WireError) {
        let dimensions = Attachment.Dimensions(
            width: try object.number("width", from: 1), height: try object.number("height", from: 1))
        self.init(path: try object.string("path"), dimensions: dimensions)
    }
}
