/// The web page: its files, compiled into the binary, so that one file is the whole server.
public enum Page {
    /// A file of the page.
    public struct File: Sendable {
        /// As it stands in a URL, `/` first.
        public let path: String
        /// The value of the header `Content-Type`.
        public let contentType: String
        /// The content, not compressed.
        public let bytes: [UInt8]
    }

    /// Everything that is served, and nothing else is.
    public static let files: [File] = [
        File(path: "/", contentType: "text/html; charset=utf-8", bytes: PackageResources.index_html),
        File(path: "/style.css", contentType: "text/css; charset=utf-8", bytes: PackageResources.style_css),
        File(path: "/icon.svg", contentType: "image/svg+xml", bytes: PackageResources.icon_svg),
        script("actions", PackageResources.actions_js),
        script("blobs", PackageResources.blobs_js),
        script("bubble", PackageResources.bubble_js),
        script("chat", PackageResources.chat_js),
        script("composer", PackageResources.composer_js),
        script("connection", PackageResources.connection_js),
        script("devices", PackageResources.devices_js),
        script("dom", PackageResources.dom_js),
        script("door", PackageResources.door_js),
        script("file", PackageResources.file_js),
        script("fold", PackageResources.fold_js),
        script("id", PackageResources.id_js),
        script("intake", PackageResources.intake_js),
        script("link", PackageResources.link_js),
        script("links", PackageResources.links_js),
        script("log", PackageResources.log_js),
        script("main", PackageResources.main_js),
        script("media", PackageResources.media_js),
        script("metadata", PackageResources.metadata_js),
        script("outbox", PackageResources.outbox_js),
        script("people", PackageResources.people_js),
        script("presence", PackageResources.presence_js),
        script("rows", PackageResources.rows_js),
        script("socket", PackageResources.socket_js),
        script("status", PackageResources.status_js),
        script("storage", PackageResources.storage_js),
        script("text", PackageResources.text_js),
        script("timeline", PackageResources.timeline_js),
        script("transfer", PackageResources.transfer_js),
        script("tray", PackageResources.tray_js),
        script("upload", PackageResources.upload_js),
    ]

    private static func script(_ name: String, _ bytes: [UInt8]) -> File {
        File(path: "/\(name).js", contentType: "text/javascript; charset=utf-8", bytes: bytes)
    }
}
