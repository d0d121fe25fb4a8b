import ChatWire
import NIOCore
import Testing

@testable import ChatNIO

struct ControlFrameTests {
    @Test func `a ping is answered with its payload`() {
        #expect(Conversation.effects(of: Frames.ping([1, 2, 3]) + Frames.ping()) == [.pong([1, 2, 3]), .pong([])])
    }

    @Test func `a pong that nobody asked for is ignored`() {
        #expect(Conversation.effects(of: Frames.bytes(0xA, [1])).isEmpty)
    }

    @Test(arguments: [-1, 0, 1, 1_000])
    func `of a flood of pings the first are answered, and then the latest`(more: Int) {
        var conversation = Conversation()
        let count = Limits.pongsPerTick + more
        let pings = (0..<count).flatMap { Frames.ping([UInt8($0 >> 8), UInt8($0 & 0xFF)]) }
        #expect(conversation.effects(of: pings).count == min(count, Limits.pongsPerTick))
        let last: WebSocketProtocol.Effect = .pong([UInt8((count - 1) >> 8), UInt8((count - 1) & 0xFF)])
        #expect(conversation.machine.handle(.tick) == (more > 0 ? last : .none))
        #expect(conversation.machine.handle(.tick) == .none)
        // The next second begins afresh.
        #expect(conversation.effects(of: Frames.ping()) == [.pong([])])
    }

    @Test(
        arguments: [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999]
            as [UInt16])
    func `a close code that may travel is answered with itself`(code: UInt16) {
        let told = Conversation.effects(of: Frames.close(code, Array("bye".utf8)) + Frames.text("ignored"))
        #expect(told == [.endWithClose(CloseCode(code), WebSocketFraming.closePayload(CloseCode(code), ""))])
    }

    @Test(arguments: [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535] as [UInt16])
    func `a close code that may not travel fails`(code: UInt16) {
        #expect(Conversation.effects(of: Frames.close(code)).map(\.closeCode) == [1002])
    }

    @Test func `a close frame without a code is answered with one without`() {
        #expect(Conversation.effects(of: Frames.bytes(0x8)) == [.endWithClose(CloseCode(1005), ByteBuffer())])
    }

    @Test func `half a close code fails`() {
        #expect(Conversation.effects(of: Frames.bytes(0x8, [3])).map(\.closeCode) == [1002])
    }

    @Test(arguments: [[0xFF], [0xE2, 0x82]])
    func `a close reason is UTF-8`(reason: [UInt8]) {
        #expect(Conversation.effects(of: Frames.close(1000, reason)).map(\.closeCode) == [1007])
    }

    @Test func `after this end's close frame only the peer's counts`() {
        var conversation = Conversation()
        #expect(conversation.effects(of: Frames.text("a", fin: false)).isEmpty)
        let close = conversation.machine.handle(.close(.goingAway, "stop"))
        #expect(close == .sendClose(.goingAway, WebSocketFraming.closePayload(.goingAway, "stop")))
        #expect(!conversation.machine.isOpen)
        #expect(conversation.machine.handle(.close(.normal, "")) == .none)
        let ignored = Frames.continuation("b") + Frames.text("c") + Frames.ping() + Frames.binary([0xFF])
        #expect(conversation.effects(of: ignored).isEmpty)
        #expect(conversation.effects(of: Frames.close(1001) + Frames.text("d")) == [.end])
        #expect(conversation.machine.hasEnded)
    }

    @Test func `after this end's close frame no second one is sent, also for a bad frame`() {
        var conversation = Conversation()
        _ = conversation.machine.handle(.close(.goingAway, ""))
        #expect(conversation.effects(of: Frames.close(999)) == [.end])
    }

    @Test func `a reason is cut between characters at 123 bytes`() {
        #expect(WebSocketFraming.closePayload(.normal, String(repeating: "a", count: 200)).readableBytes == 125)
        #expect(WebSocketFraming.closePayload(.normal, String(repeating: "€", count: 200)).readableBytes == 125)
        #expect(WebSocketFraming.closePayload(.normal, String(repeating: "😀", count: 200)).readableBytes == 122)
    }
}
