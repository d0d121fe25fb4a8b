import ChatNIO
import ChatWire
import NIOCore

/// Takes out the frames that a load consists of, before the WebSocket's handler. All other frames
/// (pings, closes, errors, unknown ones) go on to that handler unchanged.
///
/// This is the generator's hot path, with a frame per delivery: it looks at some 60 bytes of each,
/// and allocates nothing.
final class DeliveryScanner: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let recognition: Recognition
    private let connection: LoadConnection
    /// The beginning of an incomplete frame.
    private var rest = ByteBuffer()
    /// A frame was too long to wait for: the handler gets it, and everything after it.
    private var passesAll = false

    init(_ recognition: Recognition, for connection: LoadConnection) {
        self.recognition = recognition
        self.connection = connection
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !passesAll else { return context.fireChannelRead(data) }
        var bytes = unwrapInboundIn(data)
        if rest.readableBytes > 0 {
            rest.writeImmutableBuffer(bytes)
            bytes = rest
            rest = ByteBuffer()
        }
        let now = NIODeadline.now().uptimeNanoseconds
        let arrived = bytes
        arrived.withUnsafeReadableBytes { raw in
            var position = 0
            while position < raw.count, let frame = FrameBounds(raw, at: position, most: Limits.frameBytes) {
                passesAll = frame.isTooLong
                take(frame, raw, now) ?? pass(arrived, position..<frame.payload.upperBound, context)
                position = frame.payload.upperBound
            }
            // A copy: a slice would keep all that arrived.
            if position < raw.count { rest = ByteBuffer(bytes: raw[position...]) }
        }
    }

    private func take(_ frame: FrameBounds, _ raw: UnsafeRawBufferPointer, _ now: UInt64) -> Void? {
        guard frame.isWholeText, !frame.isTooLong,
            let found = recognition.find(UnsafeRawBufferPointer(rebasing: raw[frame.payload]))
        else { return nil }
        connection.arrived(found, at: now)
        return ()
    }

    private func pass(_ bytes: ByteBuffer, _ frame: Range<Int>, _ context: ChannelHandlerContext) {
        guard let slice = bytes.getSlice(at: bytes.readerIndex + frame.lowerBound, length: frame.count) else { return }
        context.fireChannelRead(wrapInboundOut(slice))
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        connection.flush()
        context.fireChannelReadComplete()
    }
}

@available(*, unavailable)
extension DeliveryScanner: Sendable {}
