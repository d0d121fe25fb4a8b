import CPageModel

/// The web page: its files, compiled into the binary, so that one file is the whole server.
public enum Page {
    /// A file of the page.
    public struct File: Sendable {
        /// As it stands in a URL, `/` first.
        public let path: String
        /// The value of the header `Content-Type`.
        public let contentType: String
        /// The content, not compressed; as gzip if ``brotli`` is not `nil`.
        public let bytes: [UInt8]
        /// The content compressed with Brotli (RFC 7932), if it is there only compressed.
        public var brotli: [UInt8]?
    }

    /// Everything that is served, and nothing else is.
    public static let files: [File] = [
        File(path: "/", contentType: "text/html; charset=utf-8", bytes: PackageResources.index_html),
        File(path: "/style.css", contentType: "text/css; charset=utf-8", bytes: PackageResources.style_css),
        model,
        File(path: "/icon.svg", contentType: "image/svg+xml", bytes: PackageResources.icon_svg),
        script("actions", PackageResources.actions_js),
        script("announcer", PackageResources.announcer_js),
        script("bar", PackageResources.bar_js),
        script("blobs", PackageResources.blobs_js),
        script("bubble", PackageResources.bubble_js),
        script("completion", PackageResources.completion_js),
        script("composer", PackageResources.composer_js),
        script("database", PackageResources.database_js),
        script("dimensions", PackageResources.dimensions_js),
        script("dom", PackageResources.dom_js),
        script("door", PackageResources.door_js),
        script("emoji", PackageResources.emoji_js),
        script("emoji-names", PackageResources.emoji_names_js),
        script("engine", PackageResources.engine_js),
        script("excerpt", PackageResources.excerpt_js),
        script("file", PackageResources.file_js),
        script("id", PackageResources.id_js),
        script("intake", PackageResources.intake_js),
        script("journal", PackageResources.journal_js),
        script("links", PackageResources.links_js),
        script("main", PackageResources.main_js),
        script("media", PackageResources.media_js),
        script("metadata", PackageResources.metadata_js),
        script("model", PackageResources.model_js),
        script("notice", PackageResources.notice_js),
        script("people", PackageResources.people_js),
        script("picker", PackageResources.picker_js),
        script("reactions", PackageResources.reactions_js),
        script("socket", PackageResources.socket_js),
        script("state", PackageResources.state_js),
        script("status", PackageResources.status_js),
        script("storage", PackageResources.storage_js),
        script("text", PackageResources.text_js),
        script("timeline", PackageResources.timeline_js),
        script("timers", PackageResources.timers_js),
        script("tip", PackageResources.tip_js),
        script("tray", PackageResources.tray_js),
        script("upload", PackageResources.upload_js),
        script("viewer", PackageResources.viewer_js),
    ]

    /// The page's client as WebAssembly.
    private static var model: File {
        File(
            path: "/model.wasm", contentType: "application/wasm",
            bytes: Array(UnsafeBufferPointer(start: page_model_gzip(), count: page_model_gzip_size())),
            brotli: Array(UnsafeBufferPointer(start: page_model_brotli(), count: page_model_brotli_size())))
    }

    private static func script(_ name: String, _ bytes: [UInt8]) -> File {
        File(path: "/\(name).js", contentType: "text/javascript; charset=utf-8", bytes: bytes)
    }
}
