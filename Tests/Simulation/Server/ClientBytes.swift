import ChatNIO
import ChatWire
import NIOCore

/// What a client puts on a socket: the handshake, and frames as its protocol writes them.
enum ClientBytes {
    static func handshake(_ path: String) -> ByteBuffer {
        ByteBuffer(
            string:
                "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
    }

    static func frame(_ frame: ClientFrame, mask: UInt32) -> ByteBuffer {
        var writer = JSONWriter()
        frame.write(to: &writer)
        return text(writer, mask: mask)
    }

    static func frame(_ frame: SwiftChatFrame.Submitted, mask: UInt32) -> ByteBuffer {
        var writer = JSONWriter()
        frame.write(to: &writer)
        return text(writer, mask: mask)
    }

    static func control(
        _ opcode: WebSocketFrameHeader.Opcode, _ payload: ByteBuffer = ByteBuffer(), mask: UInt32
    ) -> ByteBuffer {
        var bytes = ByteBuffer()
        WebSocketFraming.append(opcode, payload, mask: mask, to: &bytes)
        return bytes
    }

    private static func text(_ writer: JSONWriter, mask: UInt32) -> ByteBuffer {
        var bytes = ByteBuffer()
        let payload = writer.withBytes { ByteBuffer(bytes: $0) }
        WebSocketFraming.append(.text, payload, mask: mask, to: &bytes)
        return bytes
    }
}
