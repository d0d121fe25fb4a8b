import ChatNIO
import ChatWire
import NIOCore

extension Line {
    /// The line as it goes over a socket.
    var buffer: ByteBuffer {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return ByteBuffer(bytes: bytes)
    }
}

extension ServerFrame {
    /// The frame as it goes over a WebSocket.
    func framed() -> ByteBuffer {
        var writer = JSONWriter()
        write(to: &writer)
        var buffer = ByteBufferAllocator().buffer(capacity: writer.bytes.count + 10)
        WebSocketFraming.appendText(writer.bytes, to: &buffer)
        return buffer
    }
}
