import ChatWire

/// A file's type, determined from its first bytes alone. The sender's claim and the name do not
/// count.
///
/// Types that a browser could run or lay out (HTML, SVG, XML, scripts) are not in the table, so
/// they are served as plain bytes. An image counts as one only if its header tells its size, so
/// that clients know the size before they decode it.
package struct FileType: Hashable, Sendable {
    package static let unknown = FileType("application/octet-stream")

    package var name: String
    package var dimensions: Attachment.Dimensions?

    private init(_ name: String, _ dimensions: Attachment.Dimensions? = nil) {
        self.name = name
        self.dimensions = dimensions
    }

    /// - Parameter head: The file's first ``ChatWire/Limits/fileHeadBytes``, or all of it.
    package init(head: [UInt8]) {
        self = Self.recognized(HeaderBytes(head)) ?? .unknown
    }

    /// Why a file of this type is not taken: decoding an image of too many pixels would take its
    /// readers' memory.
    package var refusal: WireError? {
        guard let image = dimensions, image.pixels > Limits.filePixels else { return nil }
        return WireError(
            .file,
            "An image can have at most \(Limits.filePixels) pixels; this one has \(image.width) × \(image.height).")
    }

    /// Whether a browser may show it inline. All other types are only saved.
    package static func isShown(_ name: String) -> Bool {
        ["image/", "video/", "audio/"].contains { name.hasPrefix($0) } && name != "image/svg+xml"
    }

    private static func recognized(_ head: HeaderBytes) -> FileType? {
        if head.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            return image("image/png", ImageHeader.png(head))
        }
        if head.has([0xFF, 0xD8, 0xFF]) { return image("image/jpeg", ImageHeader.jpeg(head)) }
        if head.has("GIF87a") || head.has("GIF89a") { return image("image/gif", ImageHeader.gif(head)) }
        if head.has("RIFF") {
            if head.has("WEBP", at: 8) { return image("image/webp", ImageHeader.webP(head)) }
            return head.has("WAVE", at: 8) ? FileType("audio/wav") : nil
        }
        if head.has("ftyp", at: 4) { return isoMedia(head) }
        if head.has([0x1A, 0x45, 0xDF, 0xA3]) { return head.finds("webm", within: 64) ? FileType("video/webm") : nil }
        if head.has("OggS") { return ogg(head) }
        if head.has("fLaC") { return FileType("audio/flac") }
        if head.has("ID3") || isMP3Frame(head) { return FileType("audio/mpeg") }
        if head.has("%PDF-") { return FileType("application/pdf") }
        return nil
    }

    private static func image(_ name: String, _ dimensions: Attachment.Dimensions?) -> FileType? {
        guard let dimensions, dimensions.width > 0, dimensions.height > 0 else { return nil }
        return FileType(name, dimensions)
    }

    /// ISO base media (ISO/IEC 14496-12): the major brand names the type.
    private static func isoMedia(_ head: HeaderBytes) -> FileType? {
        let images: [(String, [String])] = [
            ("image/avif", ["avif", "avis"]),
            ("image/heic", ["heic", "heix", "hevc", "hevx", "mif1", "msf1"]),
        ]
        let others: [(String, [String])] = [
            ("video/quicktime", ["qt  "]),
            ("audio/mp4", ["M4A ", "M4B "]),
            (
                "video/mp4",
                [
                    "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "M4V ", "M4VH", "dash",
                    "MSNV",
                ]
            ),
            ("video/3gpp", ["3gp4", "3gp5", "3gp6", "3gp7"]),
        ]
        func name(in brands: [(String, [String])]) -> String? {
            brands.first { $0.1.contains { head.has($0, at: 8) } }?.0
        }
        if let name = name(in: images) { return image(name, ImageHeader.isoMedia(head)) }
        return name(in: others).map { FileType($0) }
    }

    /// The first packet of the first page names the codec.
    private static func ogg(_ head: HeaderBytes) -> FileType? {
        if ["OpusHead", "\u{1}vorbis", "Speex   "].contains(where: { head.has($0, at: 28) }) {
            return FileType("audio/ogg")
        }
        return head.has([0x80], at: 28) && head.has("theora", at: 29) ? FileType("video/ogg") : nil
    }

    /// A frame of MPEG audio, layer III, without reserved rates.
    private static func isMP3Frame(_ head: HeaderBytes) -> Bool {
        guard let sync = head.bigEndian16(at: 0), let rates = head[2] else { return false }
        let version = sync >> 3 & 3
        return sync & 0xFFE0 == 0xFFE0 && version != 1 && sync >> 1 & 3 == 1
            && (1...14).contains(rates >> 4) && rates >> 2 & 3 != 3
    }
}
