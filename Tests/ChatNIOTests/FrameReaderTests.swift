import NIOCore
import Testing

@testable import ChatNIO

struct FrameReaderTests {
    private func closeCode(_ bytes: [UInt8], role: WebSocketRole = .server) -> UInt16? {
        var conversation = Conversation(role: role)
        return conversation.effects(of: bytes).last?.closeCode
    }

    @Test(arguments: [0, 1, 7, 8, 9, 125, 126, 127, 65_535, 65_536])
    func `a payload of any length is unmasked`(length: Int) {
        let payload = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        #expect(Conversation.effects(of: Frames.binary(payload)) == [.binary(ByteBuffer(bytes: payload))])
    }

    @Test func `the example of RFC 6455 section 5.7 is read`() {
        let hello: [UInt8] = [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
        #expect(Conversation.effects(of: hello) == [.text("Hello")])
    }

    @Test(arguments: 1...7)
    func `a reserved bit fails`(reserved: UInt8) {
        #expect(closeCode([Frames.bytes(0x1, [], reserved: reserved)[0]]) == 1002)
    }

    @Test(arguments: [0x3, 0x4, 0x5, 0x6, 0x7, 0xB, 0xC, 0xD, 0xE, 0xF] as [UInt8])
    func `a reserved opcode fails`(opcode: UInt8) {
        #expect(closeCode([0x80 | opcode]) == 1002)
    }

    @Test func `a server refuses what is not masked, a client what is`() {
        #expect(closeCode(Frames.text("a", key: nil)) == 1002)
        #expect(closeCode(Frames.text("a"), role: .client) == 1002)
        var client = Conversation(role: .client)
        #expect(client.effects(of: Frames.text("a", key: nil)) == [.text("a")])
    }

    @Test(arguments: [0x8, 0x9, 0xA] as [UInt8])
    func `a control frame is whole and has at most 125 bytes`(opcode: UInt8) {
        let code: [UInt8] = [3, 232]
        #expect(closeCode(Frames.bytes(opcode, code, fin: false)) == 1002)
        #expect(closeCode(Array(Frames.header(opcode, announcing: 126, bytes: 2).prefix(2))) == 1002)
        #expect(closeCode(Frames.bytes(opcode, code + [UInt8](repeating: 0x61, count: 123))) != 1002)
    }

    @Test(arguments: [0, 1, 125] as [UInt64])
    func `a length in more bytes than it needs fails`(length: UInt64) {
        #expect(closeCode(Frames.header(0x1, announcing: length, bytes: 2)) == 1002)
        #expect(closeCode(Frames.header(0x1, announcing: length, bytes: 8)) == 1002)
    }

    @Test func `lengths at the borders of their encodings`() {
        #expect(closeCode(Frames.header(0x1, announcing: 126, bytes: 2)) == nil)
        #expect(closeCode(Frames.header(0x1, announcing: 65_535, bytes: 8)) == 1002)
        #expect(closeCode(Frames.header(0x1, announcing: 65_536, bytes: 8)) == nil)
        #expect(closeCode(Frames.header(0x1, announcing: 1 << 63, bytes: 8)) == 1002)
        #expect(closeCode(Frames.header(0x1, announcing: .max, bytes: 8)) == 1002)
        #expect(closeCode(Frames.header(0x1, announcing: 1 << 63 - 1, bytes: 8)) == 1009)
        #expect(closeCode(Frames.header(0x1, announcing: 1 << 31, bytes: 8)) == 1009)
    }

    @Test func `a wrong header fails at the byte that makes it wrong`() {
        #expect(closeCode([0x83]) == 1002)
        #expect(closeCode([0x81, 0x05]) == 1002)
        #expect(closeCode([0x81, 0xFE, 0x00, 0x7D]) == 1002)
    }

    @Test func `what a client writes, a server reads`() {
        var frame = ByteBuffer()
        WebSocketFraming.append(.text, ByteBuffer(string: "grüezi"), mask: 0xDEAD_BEEF, to: &frame)
        #expect(Conversation.effects(of: Array(frame.readableBytesView)) == [.text("grüezi")])
    }

    @Test(arguments: [0, 125, 126, 65_535, 65_536])
    func `what a server writes, a client reads`(length: Int) {
        let payload = [UInt8](repeating: 0x61, count: length)
        var shared = ByteBuffer()
        payload.withUnsafeBufferPointer { WebSocketFraming.appendText($0, to: &shared) }
        #expect(Array(shared.readableBytesView) == Frames.bytes(0x1, payload, key: nil))
        var again = ByteBuffer()
        WebSocketFraming.appendText(ByteBuffer(bytes: payload), to: &again)
        #expect(again == shared)
    }
}
