import FuzzSupport
import NIOCore

@testable import ChatNIO

/// WebSocket frames from either end: however the bytes are cut, they come to the same.
enum WebSocketFrames {
    static func run(_ bytes: [UInt8]) {
        var input = FuzzInput(bytes)
        let choice = input.byte()
        let seed = input.byte()
        let role: WebSocketRole = choice & 1 == 0 ? .server : .client
        let acceptsBinary = choice & 2 == 0
        var copy = input
        let whole = effects(of: [copy.all()], role, acceptsBinary)
        require(
            effects(of: input.chunks(seed), role, acceptsBinary) == whole, "frames are the same however they are cut")
    }

    private static func effects(
        of chunks: [[UInt8]], _ role: WebSocketRole, _ acceptsBinary: Bool
    ) -> [WebSocketProtocol.Effect] {
        var reader = WebSocketFrameReader(role: role)
        var machine = WebSocketProtocol(acceptsBinary: acceptsBinary)
        var effects: [WebSocketProtocol.Effect] = []
        for chunk in chunks {
            var buffer = ByteBuffer(bytes: chunk)
            while !machine.hasEnded, let output = reader.next(&buffer) {
                let effect = machine.handle(.frame(output))
                if effect != .none { effects.append(effect) }
            }
        }
        return effects
    }
}
