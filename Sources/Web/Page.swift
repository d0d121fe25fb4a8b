/// The web page: its files, compiled into the binary, so that one file is the whole server.
public enum Page {
    /// A file of the page.
    public struct File: Sendable {
        /// As it stands in a URL, `/` first.
        public let path: String
        public let contentType: String
        public let bytes: [UInt8]
    }

    /// Everything that is served, and nothing else is.
    public static let files: [File] = [
        File(path: "/", contentType: "text/html; charset=utf-8", bytes: PackageResources.index_html),
    ]
}
