import ChatRooms
import ChatServer
import ChatWire
import NIOCore
import Testing

@testable import ChatPreviews

struct KeptPreviewsTests {
    private func preview(_ link: String, _ title: String = "Title") -> LinkPreview {
        LinkPreview(link: link, title: title, site: "example.org")
    }

    private func image(_ id: String, bytes: Int) -> (id: String, image: LinkPreviewImage) {
        (id, LinkPreviewImage(type: "image/png", bytes: ByteBuffer(repeating: 1, count: bytes)))
    }

    @Test func `a preview is known for an hour, and that there is none for five minutes`() {
        var kept = KeptPreviews()
        kept.keep(preview("a"), nil, of: "a", at: 1_000)
        kept.keep(nil, nil, of: "b", at: 1_000)
        #expect(kept.preview(of: "c", at: 1_000) == nil)
        #expect(kept.preview(of: "a", at: 1_000 + Limits.previewLifetime - 1) == .some(preview("a")))
        #expect(kept.preview(of: "a", at: 1_000 + Limits.previewLifetime) == nil)
        #expect(kept.preview(of: "b", at: 1_000 + Limits.noPreviewLifetime - 1) == .some(nil))
        #expect(kept.preview(of: "b", at: 1_000 + Limits.noPreviewLifetime) == nil)
    }

    @Test func `the oldest ones make room`() {
        var kept = KeptPreviews(most: 2)
        for link in ["a", "b", "c"] { kept.keep(preview(link), image(link, bytes: 10), of: link, at: 0) }
        #expect(kept.count == 2)
        #expect(kept.imageBytes == 20)
        #expect(kept.preview(of: "a", at: 0) == nil)
        #expect(kept.image("a") == nil)
        #expect(kept.image("b")?.bytes.readableBytes == 10)
        #expect(kept.preview(of: "c", at: 0) == .some(preview("c")))
    }

    @Test func `images make room by their bytes, and one that is too large is not kept`() {
        var kept = KeptPreviews(imageBytes: 100)
        kept.keep(preview("a"), image("a", bytes: 60), of: "a", at: 0)
        kept.keep(preview("b"), image("b", bytes: 40), of: "b", at: 0)
        #expect(kept.imageBytes == 100)
        kept.keep(preview("c"), image("c", bytes: 50), of: "c", at: 0)
        #expect(kept.image("a") == nil)
        #expect(kept.imageBytes == 90)
        kept.keep(preview("d"), image("d", bytes: 101), of: "d", at: 0)
        #expect(kept.count == 0)
        #expect(kept.imageBytes == 0)
        #expect(kept.image("d") == nil)
    }

    @Test func `what a page says now takes the place of what it said`() {
        var kept = KeptPreviews(most: 2)
        kept.keep(preview("a", "One"), image("1", bytes: 10), of: "a", at: 0)
        kept.keep(preview("b"), nil, of: "b", at: 0)
        kept.keep(preview("a", "Two"), image("2", bytes: 20), of: "a", at: 5)
        #expect(kept.count == 2)
        #expect(kept.imageBytes == 20)
        #expect(kept.image("1") == nil)
        #expect(kept.image("2") != nil)
        #expect(kept.preview(of: "a", at: 5) == .some(preview("a", "Two")))
        // It is the newest one now.
        kept.keep(preview("c"), nil, of: "c", at: 5)
        #expect(kept.preview(of: "b", at: 5) == nil)
        #expect(kept.preview(of: "a", at: 5) != nil)
    }
}
