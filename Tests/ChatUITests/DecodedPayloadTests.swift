import ChatWire
import Foundation
import Testing

@testable import ChatUI

/// An app's content, which counts how often it is decoded.
private struct Counted: Decodable {
    @MainActor static var count = 0

    let text: String

    init(from decoder: any Decoder) throws {
        MainActor.assumeIsolated { Counted.count += 1 }
        text = try decoder.singleValueContainer().decode([String: String].self)["text"] ?? ""
    }
}

private struct Other: Decodable {
    let text: String
}

@MainActor
@Suite(.serialized)
struct DecodedPayloadTests {
    private func payload(_ text: String, type: String = "example.poll") -> Payload {
        Payload(type: type, data: #"{"text":"\#(text)"}"#)
    }

    private func decodings(_ work: () -> Void) -> Int {
        let before = Counted.count
        work()
        return Counted.count - before
    }

    @Test func `a payload is decoded once, however often its message is drawn`() {
        let payloads = DecodedPayloads()
        let count = decodings {
            for _ in 1...3 { #expect(payloads.content(of: payload("tea"), as: Counted.self)?.text == "tea") }
        }
        #expect(count == 1)
        // An edit is other content, and so is another model.
        #expect(payloads.content(of: payload("coffee"), as: Counted.self)?.text == "coffee")
        #expect(payloads.content(of: payload("tea"), as: Other.self)?.text == "tea")
    }

    @Test func `content that looks the same and has other bytes is decoded for itself`() throws {
        let payloads = DecodedPayloads()
        let (composed, decomposed) = (payload("\u{E9}"), payload("e\u{301}"))
        #expect(composed == decomposed)
        let first = try #require(payloads.content(of: composed, as: Other.self))
        let second = try #require(payloads.content(of: decomposed, as: Other.self))
        #expect(Array(first.text.utf8) != Array(second.text.utf8))
    }

    @Test func `a payload that does not fit is not tried again`() {
        let payloads = DecodedPayloads()
        let broken = Payload(type: "example.poll", data: "[]")
        let count = decodings {
            for _ in 1...3 { #expect(payloads.content(of: broken, as: Counted.self) == nil) }
        }
        #expect(count == 1)
    }

    @Test func `the number and the size of what is kept are bounded`() {
        let few = DecodedPayloads(count: 2)
        let small = DecodedPayloads(bytes: 40)
        for payloads in [few, small] {
            for text in ["1", "2", "3", "4", "5"] { _ = payloads.content(of: payload(text), as: Counted.self) }
            #expect(decodings { _ = payloads.content(of: payload("5"), as: Counted.self) } == 0)
            #expect(decodings { _ = payloads.content(of: payload("1"), as: Counted.self) } == 1)
        }
    }
}
