import ChatRooms
import ChatTesting
import ChatWire
import Foundation
import Testing

@Suite struct `A file is what its first bytes say` {
    private static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + ascii("IHDR") + [
            0, 0, 6, 64, 0, 0, 4, 176, 8, 6, 0, 0, 0,
        ]
    private static let jpeg: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + ascii("JFIF") + Array(repeating: 0, count: 10)
        + [0xFF, 0xFF, 0xC2, 0, 17, 8, 4, 176, 6, 64, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
    private static let gif = ascii("GIF89a") + [64, 6, 176, 4, 0, 0, 0]
    private static let animated =
        ascii("GIF89a") + [1, 0, 1, 0, 0x80, 0, 0] + [0, 0, 0, 255, 255, 255, 0x21, 0xF9, 4, 0, 0, 0, 0, 0]
        + [0x2C, 0, 0, 0, 0, 64, 6, 176, 4, 0]

    private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let size = UInt32(content.count + 8)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + ascii(name) + content
    }

    /// An image of 1600 × 1200 with smaller tiles, turned by as many quarters.
    private static func items(_ brand: String, _ size: [UInt8], turns: UInt8) -> [UInt8] {
        let tile = box("ispe", [0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 2, 0])
        let properties = tile + box("hvcC", [1, 2, 3]) + box("ispe", [0, 0, 0, 0] + size) + box("irot", [turns])
        let meta = box("hdlr", [0, 0, 0, 0]) + box("iprp", box("ipco", properties) + box("ipma", [0]))
        return box("ftyp", ascii(brand + "\0\0\0\0mif1")) + box("free", []) + box("meta", [0, 0, 0, 0] + meta)
            + [0, 0, 0, 0] + ascii("mdat")
    }

    private static let avif = items("avif", [0, 0, 6, 64, 0, 0, 4, 176], turns: 0)
    private static let heic = items("heic", [0, 0, 4, 176, 0, 0, 6, 64], turns: 3)
    private static let lossy = ascii("RIFF----WEBPVP8 ----") + [0, 0, 0, 0x9D, 1, 0x2A, 64, 6, 176, 4]
    private static let lossless = ascii("RIFF----WEBPVP8L----") + [0x2F, 0x3F, 0xC6, 0x2B, 0x01]
    private static let extended = ascii("RIFF----WEBPVP8X----") + [0, 0, 0, 0, 0x3F, 6, 0, 0xAF, 4, 0]

    @Test(arguments: [
        ("image/png", png), ("image/jpeg", jpeg), ("image/gif", gif), ("image/webp", lossy), ("image/webp", lossless),
        ("image/webp", extended), ("image/gif", animated), ("image/avif", avif), ("image/heic", heic),
    ])
    func `an image's header says how large it is`(type: String, head: [UInt8]) {
        let found = FileType(head: head)
        #expect(found.name == type)
        #expect(found.dimensions == Attachment.Dimensions(width: 1_600, height: 1_200))
    }

    @Test(arguments: [
        ("video/mp4", "\0\0\0\u{18}ftypisom"), ("video/quicktime", "\0\0\0\u{18}ftypqt  "),
        ("audio/mp4", "\0\0\0\u{18}ftypM4A "),
        ("application/pdf", "%PDF-1.7"),
        ("audio/wav", "RIFF----WAVEfmt "), ("audio/flac", "fLaC"), ("audio/mpeg", "ID3\u{4}"),
        ("audio/ogg", "OggS" + String(repeating: "-", count: 24) + "OpusHead"),
        ("application/octet-stream", "<svg xmlns=\"http://www.w3.org/2000/svg\">"),
        ("application/octet-stream", "<!DOCTYPE html>"),
        ("application/octet-stream", "<?xml version=\"1.0\"?>"), ("application/octet-stream", "GIF88a----"),
        ("application/octet-stream", "RIFF----AVI "), ("application/octet-stream", "\0\0\0\u{18}ftypevil"),
        ("application/octet-stream", "MZ"), ("application/octet-stream", "x"), ("application/octet-stream", ""),
        ("application/octet-stream", "OggS"), ("application/octet-stream", " %PDF-1.7"),
    ])
    func `a table says the rest, and what a browser could run is not in it`(type: String, head: String) {
        #expect(FileType(head: Self.ascii(head)).name == type)
    }

    @Test func `binary ones`() {
        #expect(FileType(head: [0x1A, 0x45, 0xDF, 0xA3, 0x9F] + Self.ascii("B\u{2}webm")).name == "video/webm")
        #expect(FileType(head: [0x1A, 0x45, 0xDF, 0xA3, 0x9F] + Self.ascii("matroska")) == .unknown)
        #expect(FileType(head: [0xFF, 0xFB, 0x90, 0x64]).name == "audio/mpeg")
        // UTF-16, and a frame of reserved rates.
        #expect(FileType(head: [0xFF, 0xFE, 0x3C, 0x00]) == .unknown)
        #expect(FileType(head: [0xFF, 0xFB, 0xF0, 0x64]) == .unknown)
    }

    @Test func `an image that does not say how large it is is none`() {
        #expect(FileType(head: Array(Self.png.prefix(20))) == .unknown)
        #expect(FileType(head: [0xFF, 0xD8, 0xFF, 0xD9]) == .unknown)
        #expect(FileType(head: Self.ascii("GIF89a") + [0, 0, 1, 0]) == .unknown)
        #expect(FileType(head: Self.box("ftyp", Self.ascii("heic"))) == .unknown)
        #expect(FileType(head: Self.box("ftyp", Self.ascii("avif")) + Self.box("meta", [0, 0])) == .unknown)
        // Segments without an end, and a segment of no length.
        #expect(
            FileType(head: [0xFF, 0xD8] + Array(repeating: [0xFF, 0xE1, 0, 2], count: 60_000).joined()) == .unknown)
        #expect(FileType(head: [0xFF, 0xD8, 0xFF, 0xE1, 0, 0, 0xFF, 0xC0]) == .unknown)
    }

    @Test func `a pixel flood is told by its header`() throws {
        var flood = Self.png
        flood.replaceSubrange(16..<24, with: [0, 0, 0xC3, 0x50, 0, 0, 0xC3, 0x50])
        let dimensions = try #require(FileType(head: flood).dimensions)
        #expect(dimensions.width * dimensions.height > Limits.filePixels)
    }

    @Test func `cut and changed at random, nothing traps`() {
        var random = SeededGenerator(seed: 7)
        let heads = [
            Self.png, Self.jpeg, Self.gif, Self.lossy, Self.lossless, Self.extended, Self.animated, Self.avif,
            Self.heic,
        ]
        for _ in 0..<50_000 {
            var head = heads[Int.random(in: 0..<heads.count, using: &random)]
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                head[Int.random(in: 0..<head.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            head = Array(head.prefix(Int.random(in: 0...head.count, using: &random)))
            let type = FileType(head: head)
            #expect(FileRule.isMediaType(type.name))
        }
    }

    @Test func `only pictures, films and sound are shown in their place`() {
        #expect(["image/png", "video/mp4", "audio/mpeg"].allSatisfy(FileType.isShown))
        #expect(
            ["application/pdf", "application/octet-stream", "text/html", "image/svg+xml"].allSatisfy {
                !FileType.isShown($0)
            })
    }
}
