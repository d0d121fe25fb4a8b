import ChatNIO
import ChatWire
import NIOCore

extension Line {
    /// The line as it goes over a socket, with its line feed.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }
}

extension JSONWriter {
    /// What has been written, as a WebSocket frame.
    func framed() -> ByteBuffer {
        var frame = ByteBuffer()
        withBytes { WebSocketFraming.appendText($0, to: &frame) }
        return frame
    }
}

extension ServerFrame {
    /// The frame as it goes over a WebSocket.
    func framed() -> ByteBuffer {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.framed()
    }
}
