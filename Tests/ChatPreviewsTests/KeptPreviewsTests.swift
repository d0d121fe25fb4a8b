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

struct PreviewBudgetTests {
    private let second: Int64 = 1_000_000_000

    private func client(_ number: UInt32) -> ClientAddress { ClientAddress(.v4(number), isLocal: false) }

    @Test func `one address has so many fetches in a minute`() throws {
        var budget = PreviewBudget()
        for number in 0..<Limits.previewsPerAddress {
            #expect(budget.take(client(1), "host\(number)", at: 0) == nil)
        }
        let refused = budget.take(client(1), "other", at: 0)
        let refusal = try #require(refused)
        #expect(refusal.code == .addressLimited)
        #expect(refusal.retry.map { (1...60_000).contains($0) } == true)
        #expect(budget.take(client(2), "other", at: 0) == nil)
        #expect(budget.take(client(1), "other", at: 60 * second) == nil)
    }

    @Test func `one host is asked so often in a minute, whatever its case`() throws {
        var budget = PreviewBudget()
        for number in 0..<Limits.previewsPerHost {
            #expect(budget.take(client(UInt32(number)), number.isMultiple(of: 2) ? "a.org" : "A.org", at: 0) == nil)
        }
        let refused = budget.take(client(99), "a.ORG", at: 0)
        let refusal = try #require(refused)
        #expect(refusal.code == .overloaded)
        #expect(refusal.retry.map { (1...60_000).contains($0) } == true)
        #expect(budget.take(client(99), "b.org", at: 0) == nil)
        #expect(budget.take(client(99), "a.org", at: 60 * second) == nil)
    }

    @Test func `a refused fetch counts for nobody`() {
        var budget = PreviewBudget()
        for number in 0..<Limits.previewsPerHost { _ = budget.take(client(UInt32(number)), "a.org", at: 0) }
        for _ in 0..<100 { #expect(budget.take(client(99), "a.org", at: 0)?.code == .overloaded) }
        for number in 0..<Limits.previewsPerAddress {
            #expect(budget.take(client(99), "host\(number)", at: 0) == nil)
        }
        for number in 0..<100 { #expect(budget.take(client(99), "n\(number)", at: 0)?.code == .addressLimited) }
        #expect(budget.take(client(100), "n1", at: 0) == nil)
    }
}
