import CPage

/// The web page: its files, compiled into the binary, so that one file is the whole server.
public enum Page {
    /// A file of the page, stored only in compressed form.
    public struct File: Sendable {
        /// As it stands in a URL, `/` first.
        public let path: String
        /// The value of the header `Content-Type`.
        public let contentType: String
        /// The content compressed with gzip (RFC 1952).
        public let gzip: [UInt8]
        /// The content compressed with Brotli (RFC 7932).
        public let brotli: [UInt8]

        /// Whether the content under this path never changes, because the path has its hash.
        public var isImmutable: Bool { !File.fixed.contains(path) }

        /// Which sites' scripts may read the file.
        public var readers: Readers {
            if path == File.element { return .everyone }
            return isImmutable ? .allowedOrigins : .ownPage
        }

        /// The sites whose scripts may read a file.
        public enum Readers: Sendable {
            /// Only the server's own page.
            case ownPage
            /// The origins that may use the server: the chat is part of their pages.
            case allowedOrigins
            /// All sites. On those that are not allowed, the script says so.
            case everyone
        }

        /// The script with the element `<martlet-chat>`, which other sites load.
        private static let element = "/embed.js"

        /// The paths that are the same in all versions: the page, its service worker, the manifest
        /// with which it is installed, and the element.
        private static let fixed = ["/", "/sw.js", "/manifest.webmanifest", element]

        fileprivate init(_ file: page_file) {
            path = String(cString: file.path)
            contentType = String(cString: file.content_type)
            gzip = Array(UnsafeBufferPointer(start: file.gzip, count: file.gzip_size))
            brotli = Array(UnsafeBufferPointer(start: file.brotli, count: file.brotli_size))
        }
    }

    /// The files of the page. The server serves no others.
    public static let files: [File] = UnsafeBufferPointer(start: page_files(), count: page_files_count()).map(File.init)
}
