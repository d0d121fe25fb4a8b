import ChatTesting
import ChatWire
import NIOCore
import Testing

@testable import ChatNIO

struct MessageTests {
    private func effects(_ frames: [UInt8]...) -> [WebSocketProtocol.Effect] {
        Conversation.effects(of: frames.flatMap { $0 })
    }

    private func closeCode(_ machine: WebSocketProtocol, _ frames: [[UInt8]]) -> UInt16? {
        var conversation = Conversation(machine: machine)
        return conversation.effects(of: frames.flatMap { $0 }).last?.closeCode
    }

    @Test func `fragments make one message, with control frames between them`() {
        let told = effects(
            Frames.text("Hel", fin: false), Frames.ping([1]), Frames.continuation("", fin: false),
            Frames.continuation("lo"),
            Frames.text("next"))
        #expect(told == [.pong([1]), .text("Hello"), .text("next")])
    }

    @Test func `a continuation of nothing fails`() {
        #expect(effects(Frames.continuation("a")).last?.closeCode == 1002)
        #expect(effects(Frames.text("a"), Frames.continuation("a")).last?.closeCode == 1002)
    }

    @Test func `a new message within a fragmented one fails`() {
        #expect(effects(Frames.text("a", fin: false), Frames.text("b")).last?.closeCode == 1002)
        #expect(effects(Frames.binary([0], fin: false), Frames.text("b")).last?.closeCode == 1002)
    }

    @Test(arguments: [-1, 0, 1])
    func `a message is as large as the limit, not larger`(more: Int) {
        let payload = [UInt8](repeating: 0x61, count: Limits.frameBytes + more)
        let told = effects(Frames.bytes(0x1, payload))
        #expect(more > 0 ? told.last?.closeCode == 1009 : told == [.text(ByteBuffer(bytes: payload))])
    }

    @Test(arguments: [-1, 0, 1])
    func `fragments together are as large as the limit, not larger`(more: Int) {
        let half = [UInt8](repeating: 0x61, count: Limits.frameBytes / 2)
        let told = effects(
            Frames.bytes(0x1, half, fin: false), Frames.bytes(0x0, half, fin: false),
            Frames.bytes(0x0, [UInt8](repeating: 0x61, count: max(0, more))))
        #expect(more > 0 ? told.last?.closeCode == 1009 : told.count == 1 && told[0].closeCode == nil)
    }

    @Test func `too large a frame fails at its header, before any of it is awaited`() {
        let header = Frames.header(0x1, announcing: UInt64(Limits.frameBytes) + 1, bytes: 8)
        #expect(effects(Array(header)).last?.closeCode == 1009)
    }

    @Test(arguments: [-1, 0, 1])
    func `a message has as many fragments as the limit, not more`(more: Int) {
        let count = Limits.fragments + more
        let middle = Array(repeating: Frames.continuation("", fin: false), count: count - 2)
        let told = Conversation.effects(
            of: Frames.text("a", fin: false) + middle.flatMap { $0 } + Frames.continuation("z"))
        #expect(more > 0 ? told.last?.closeCode == 1008 : told == [.text("az")])
    }

    @Test func `binary is refused where it is not accepted`() {
        #expect(closeCode(WebSocketProtocol(), [Frames.binary([1])]) == 1003)
        #expect(closeCode(WebSocketProtocol(acceptsBinary: true), [Frames.binary([1])]) == nil)
    }

    @Test(arguments: [
        [0x80], [0xC0], [0xC1], [0xED, 0xA0], [0xE0, 0x80], [0xF0, 0x80], [0xF4, 0x90], [0xF5], [0xFF],
        [0x61, 0xE2, 0x28],
    ])
    func `text that is not UTF-8 fails at its first wrong byte`(bytes: [UInt8]) {
        // More is announced than has come.
        let frame = Frames.bytes(0x1, bytes + [0x61, 0x61, 0x61, 0x61])
        #expect(effects(Array(frame.dropLast(4))).last?.closeCode == 1007)
        #expect(effects(Array(frame.dropLast(5))).isEmpty)
    }

    @Test func `a character may be split between fragments, not by the end`() {
        let euro = Array("€".utf8)
        #expect(
            effects(Frames.bytes(0x1, Array(euro[..<1]), fin: false), Frames.bytes(0x0, Array(euro[1...]))) == [
                .text("€")
            ])
        #expect(effects(Frames.bytes(0x1, Array(euro[..<2]))).last?.closeCode == 1007)
        // The next message begins afresh.
        #expect(effects(Frames.text("€"), Frames.bytes(0x1, [0x82])).last?.closeCode == 1007)
    }

    @Test func `every scalar is valid and what String repairs is not`() {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                [UInt8.random(in: 0...255, using: &random), 0xE2, 0x82, 0xAC, 0xF0, 0x9F, 0x61, 0xED].randomElement(
                    using: &random) ?? 0
            }
            var validator = UTF8Validator()
            let isValid = bytes.withUnsafeBytes { validator.accept($0) } && validator.isComplete
            #expect(isValid == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
        }
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            var validator = UTF8Validator()
            let isValid = Array(String(scalar).utf8).withUnsafeBytes { validator.accept($0) } && validator.isComplete
            if !isValid { Issue.record("U+\(String(value, radix: 16))") }
        }
    }
}
