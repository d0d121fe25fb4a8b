import ChatWire
import NIOCore
import NIOEmbedded

@testable import ChatNIO

/// Records what a WebSocket tells its endpoint.
final class Recorder: WebSocketEndpoint {
    enum Told: Equatable {
        case opened
        case text(String)
        case binary([UInt8])
        case closed(UInt16?)
        case caughtUp
    }

    private(set) var told: [Told] = []
    private(set) var socket: WebSocketHandler?
    /// Called with each text that arrives.
    var onText: (WebSocketHandler, String) -> Void = { _, _ in }

    func opened(_ socket: WebSocketHandler) {
        self.socket = socket
        told.append(.opened)
    }

    func received(text: ByteBuffer) {
        told.append(.text(String(buffer: text)))
        if let socket { onText(socket, String(buffer: text)) }
    }

    func caughtUp() { told.append(.caughtUp) }

    func received(binary: ByteBuffer) { told.append(.binary(Array(binary.readableBytesView))) }

    func closed(_ code: CloseCode?) {
        told.append(.closed(code?.number))
        socket = nil
    }
}

/// A full socket: what is flushed keeps waiting in the channel.
final class FullSocket: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    func flush(context: ChannelHandlerContext) {}
}

/// A channel that stays half open like a real one: closing the output is only noted.
final class HalfClosing: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    private(set) var outputIsClosed = false

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output else { return context.close(mode: mode, promise: promise) }
        outputIsClosed = true
        promise?.succeed()
    }
}

extension EmbeddedChannel {
    /// All that was written, in one piece.
    func written() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let buffer = try readOutbound(as: ByteBuffer.self) { bytes += buffer.readableBytesView }
        return bytes
    }

    func arrive(_ bytes: [UInt8]) throws {
        try writeInbound(ByteBuffer(bytes: bytes))
        embeddedEventLoop.run()
    }
}
