import ChatModel
import ChatWire
import Foundation
import Testing

@testable import ChatUI

struct FileTests {
    private let words = FileWords(locale: Locale(identifier: "en_GB"))

    @Test(arguments: [
        ("image/jpeg", FileKind.photo), ("image/svg+xml", .other), ("video/mp4", .video), ("audio/mpeg", .audio),
        ("application/pdf", .document), ("application/octet-stream", .other), ("imagery/x", .other), ("", .other),
    ])
    func `a media type says what a file is`(type: String, kind: FileKind) {
        #expect(FileKind(type: type) == kind)
    }

    @Test func `an image of too many pixels is not drawn`() {
        let large = ChatWire.Attachment.Dimensions(width: 10_000, height: 5_001)
        let endless = ChatWire.Attachment.Dimensions(width: .max, height: .max)
        #expect(FileKind(type: "image/png", dimensions: large) == .other)
        #expect(FileKind(type: "image/png", dimensions: endless) == .other)
        #expect(FileKind(type: "image/png", dimensions: .init(width: 10_000, height: 5_000)) == .photo)
    }

    @Test func `sizes are written as the reader's language has them`() {
        #expect(words.size(178_900) == "179 kB")
        #expect(words.size(1_240_000) == "1.2 MB")
        #expect(FileWords(locale: Locale(identifier: "de_DE")).size(1_240_000) == "1,2 MB")
        #expect(words.size(.max).isEmpty == false)
    }

    @Test func `progress never says more than is done`() {
        #expect(words.progress(0.999) == "99%" && words.progress(1) == "100%" && words.progress(.nan) == "0%")
        #expect(words.progress(-3) == "0%" && words.progress(.infinity) == "100%")
    }

    @Test func `a photo takes its place by its dimensions, and never more than there is`() {
        let frame = PhotoFrame(ChatWire.Attachment.Dimensions(width: 1_600, height: 1_200))
        #expect(frame.width == 280 && frame.height == 210 && !frame.isCropped)
        let high = PhotoFrame(ChatWire.Attachment.Dimensions(width: 1_000, height: 2_000))
        #expect(high.width == 170 && high.height == 340 && !high.isCropped)
        let small = PhotoFrame(ChatWire.Attachment.Dimensions(width: 200, height: 160))
        #expect(small.width == 100 && small.height == 80)
    }

    @Test func `a very long picture is cropped, and dimensions from outside do no harm`() {
        let ribbon = PhotoFrame(ChatWire.Attachment.Dimensions(width: 10_000, height: 100))
        #expect(ribbon.width == 280 && ribbon.height == PhotoFrame.least && ribbon.isCropped)
        #expect(PhotoFrame(nil) == .unknown)
        #expect(PhotoFrame(ChatWire.Attachment.Dimensions(width: 0, height: 5)) == .unknown)
        let endless = PhotoFrame(ChatWire.Attachment.Dimensions(width: .max, height: 1))
        #expect(endless.width == 280 && endless.height == PhotoFrame.least && endless.pixels(scale: 2) <= 2_040)
        #expect(PhotoFrame.unknown.pixels(scale: .infinity) <= 2_040 && PhotoFrame.unknown.pixels(scale: 0) > 0)
    }

    @Test func `a cache keeps what was asked for last, within its bytes and its number`() {
        var cache = BoundedCache<Int, String>(count: 3, bytes: 100)
        func kept() -> [Int] { (0..<9).filter { cache.contains($0) } }
        cache.keep("one", for: 1, bytes: 40)
        cache.keep("two", for: 2, bytes: 40)
        #expect(cache.value(for: 1) == "one")
        cache.keep("three", for: 3, bytes: 40)
        #expect(kept() == [1, 3])
        #expect(cache.bytes == 80)
        cache.keep("more", for: 4, bytes: 101)
        #expect(kept() == [1, 3])
        cache.keep("three", for: 3, bytes: 1)
        #expect(cache.bytes == 41)
        for key in 5..<9 { cache.keep("few", for: key, bytes: 1) }
        #expect(kept() == [6, 7, 8])
        cache.removeAll()
        #expect(cache.count == 0 && cache.bytes == 0)
    }

    @Test(arguments: [
        ("swift.jpg", "swift.jpg"), ("../../etc/passwd", "....etcpasswd"), ("a\nb\u{202E}gpj.exe", "abgpj.exe"),
        ("..", "File"), ("", "File"), (" ", "File"), ("👩‍👩‍👧.png", "👩‍👩‍👧.png"), ("a\\b", "ab"),
    ])
    func `a file gets a name that it may have`(name: String, allowed: String) {
        #expect(FileName.allowed(name) == allowed)
        #expect(FileRule.check(name: allowed) == nil)
    }

    @Test func `a name that is too long keeps its ending`() {
        let name = FileName.allowed(String(repeating: "ü", count: 300) + ".jpeg")
        #expect(name.utf8.count <= Limits.fileNameBytes && name.hasSuffix("üü.jpeg"))
        let dots = FileName.allowed(String(repeating: "a", count: 200) + "." + String(repeating: "b", count: 200))
        #expect(FileRule.check(name: dots) == nil)
    }

    @Test func `a chosen file is copied under a name it may have, and its copy goes when it was sent`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("out-\(FileID.random().text)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let outgoing = OutgoingFolder(folder.appendingPathComponent("Outgoing", isDirectory: true))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let original = folder.appendingPathComponent("a\\b.txt")
        try Data("tea".utf8).write(to: original)
        let id = FileID(high: 3, low: 3)
        let copy = try outgoing.copy(original, id: id)
        #expect(try copy.lastPathComponent == "ab.txt" && Data(contentsOf: copy) == Data("tea".utf8))
        outgoing.remove(id)
        #expect(!FileManager.default.fileExists(atPath: copy.path))
        #expect(throws: (any Error).self) { try outgoing.copy(folder.appendingPathComponent("none"), id: id) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: outgoing.folder.path).isEmpty)
    }

    @Test(arguments: [
        ("IMG_1.HEIC", "IMG_1.jpg"), ("IMG.1.heic", "IMG.1.jpg"), ("photo", "photo.jpg"), ("a.JPG", "a.JPG"),
        ("a.jpeg", "a.jpeg"),
    ])
    func `a picture that has become a JPEG is called one`(name: String, jpeg: String) {
        #expect(FileName.jpeg(name) == jpeg)
    }

    @Test(arguments: [
        ("image/gif", 500 as UInt64, 500 as UInt64, true), ("image/gif", 5_000, 500, false),
        ("image/png", 50, 50, false),
        ("image/gif", .max, 2, false),
    ])
    func `a small GIF plays in its bubble`(type: String, width: UInt64, height: UInt64, plays: Bool) {
        let dimensions = Attachment.Dimensions(width: width, height: height)
        let file = Row.File(id: FileID(high: 1, low: 1), name: "a", type: type, size: 1, dimensions: dimensions)
        #expect(file.playsInBubble == plays)
        #expect(!Row.File(id: file.id, name: "a", type: type, size: 1, dimensions: nil).playsInBubble)
    }

    @Test(arguments: [
        (2_000 as UInt64, 1_999 as UInt64, true), (2_000, 2_000, true), (4_000_001, 1, false), (.max, 2, false),
    ])
    func `an animation of up to 4 million pixels plays in the viewer`(width: UInt64, height: UInt64, plays: Bool) {
        #expect(Attachment.Dimensions(width: width, height: height).playsInViewer == plays)
    }

    @Test func `a zoomed picture lies in the middle, and a double tap shows what was tapped`() {
        let zoom = Zoom(picture: CGSize(width: 4000, height: 2000), space: CGSize(width: 400, height: 800))
        #expect(zoom.fitted == CGSize(width: 400, height: 200))
        #expect(zoom.margins(at: 1) == CGSize(width: 0, height: 300))
        #expect(zoom.margins(at: 2) == CGSize(width: 0, height: 200))
        #expect(zoom.margins(at: Zoom.most) == .zero)
        #expect(Zoom.toggled(1) == Zoom.near && Zoom.toggled(Zoom.near) == 1 && Zoom.toggled(Zoom.most) == 1)
        // The picture is lower than the part: it stays in the middle. Its edges are not passed.
        #expect(zoom.part(around: CGPoint(x: 200, y: 50)) == CGRect(x: 120, y: -60, width: 160, height: 320))
        #expect(zoom.part(around: CGPoint(x: 0, y: 0)).minX == 0)
        #expect(zoom.part(around: CGPoint(x: 400, y: 200)).maxX == 400)
        #expect(Zoom(picture: .zero, space: CGSize(width: 400, height: 800)).fitted == .zero)
        #expect(Zoom(picture: CGSize(width: 1, height: 1), space: .zero).fitted == .zero)
    }

    @Test func `a place opens in Maps, with its name made safe for a link`() throws {
        let place = try #require(Location(millionthsNorth: 50_087_000, millionthsEast: -14_420_800, label: "A & B?"))
        #expect(
            MapLink.url(place)?.absoluteString == "https://maps.apple.com/?ll=50.087,-14.4208&q=A%20%26%20B?")
        #expect(MapLink.degrees(place, locale: Locale(identifier: "en_GB")) == "50.0870° N, 14.4208° W")
        #expect(MapLink.label(place) == "Location, \u{2068}A & B?\u{2069}")
    }
}
