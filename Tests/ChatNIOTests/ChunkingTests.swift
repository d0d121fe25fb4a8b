import ChatTesting
import NIOCore
import Testing

@testable import ChatNIO

struct ChunkingTests {
    private static let stream: [UInt8] = [
        Frames.text("hello"), Frames.text(""), Frames.text("größe €", fin: false), Frames.ping([9, 9]),
        Frames.continuation(" 😀", fin: false), Frames.continuation(""), Frames.binary((0..<200).map { $0 }),
        Frames.bytes(0xA, [1]), Frames.text(String(repeating: "long ", count: 60)), Frames.ping(),
        Frames.close(1000, Array("bye €".utf8)), Frames.text("after"),
    ].flatMap { $0 }

    @Test func `wherever the bytes are cut once, the same comes of them`() {
        let whole = Conversation.effects(of: Self.stream)
        #expect(whole.count == 8)
        for cut in 0...Self.stream.count {
            #expect(Conversation.effects(of: Self.stream, chunkedAt: [cut]) == whole, "cut at \(cut)")
        }
    }

    @Test func `byte by byte the same comes of them`() {
        let cuts = Array(1..<Self.stream.count)
        #expect(Conversation.effects(of: Self.stream, chunkedAt: cuts) == Conversation.effects(of: Self.stream))
    }

    @Test func `cut at random the same comes of them`() {
        var random = SeededGenerator(seed: 1)
        let whole = Conversation.effects(of: Self.stream)
        for _ in 0..<2_000 {
            let cuts = (0..<8).map { _ in Int.random(in: 0...Self.stream.count, using: &random) }.sorted()
            #expect(Conversation.effects(of: Self.stream, chunkedAt: cuts) == whole, "cut at \(cuts)")
        }
    }

    @Test func `a broken stream fails alike however it is cut`() {
        let broken = Frames.text("fine") + Frames.bytes(0x1, [0x61, 0xC0, 0xAF, 0x61])
        let whole = Conversation.effects(of: broken)
        #expect(whole.last?.closeCode == 1007)
        for cut in 0...broken.count { #expect(Conversation.effects(of: broken, chunkedAt: [cut]) == whole) }
    }

    private static let short: [UInt8] = [
        Frames.text("hi"), Frames.text("€", fin: false), Frames.ping([9]), Frames.continuation("😀"),
        Frames.binary([1, 2]),
        Frames.close(1000, Array("bye".utf8)), Frames.text("after"),
    ].flatMap { $0 }

    @Test func `mutated streams trap nothing and end at most once`() {
        var random = SeededGenerator(seed: 20_261_121)
        for _ in 0..<50_000 {
            var bytes = Self.short
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
                default: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                }
            }
            let cut = Int.random(in: 0...bytes.count, using: &random)
            let effects = Conversation.effects(of: bytes, chunkedAt: [cut])
            guard effects.filter({ $0.closeCode != nil }).count <= 1, effects == Conversation.effects(of: bytes) else {
                Issue.record("\(bytes) cut at \(cut)")
                return
            }
        }
    }
}
