import ChatWire
import NIOCore

/// The first bytes of a connection from a proxy that uses the PROXY protocol, version 1 (text) or 2
/// (binary).
enum ProxyHeader {
    enum Outcome: Hashable {
        case incomplete
        case invalid
        /// The connection is the proxy's own, such as a health check.
        case own(bytes: Int)
        /// The connection of a client. The address is `nil` if the proxy does not name one, or it
        /// is not an IP address.
        case client(IPAddress?, bytes: Int)
    }

    private static let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]
    private static let word = Array("PROXY ".utf8)

    /// Reads the header at the beginning of `buffer`, within its first
    /// ``ChatWire/Limits/proxyHeaderBytes``.
    static func read(_ buffer: ByteBuffer) -> Outcome {
        let beginning = Array(buffer.readableBytesView.prefix(signature.count))
        if beginning == signature { return readBinary(buffer) }
        if beginning.prefix(word.count).elementsEqual(word) { return readText(buffer) }
        let mayBecome = signature.starts(with: beginning) || word.starts(with: beginning)
        return mayBecome ? .incomplete : .invalid
    }

    private static func readBinary(_ buffer: ByteBuffer) -> Outcome {
        var rest = buffer
        rest.moveReaderIndex(forwardBy: signature.count)
        guard let command = rest.readInteger(as: UInt8.self) else { return .incomplete }
        guard command == 0x20 || command == 0x21 else { return .invalid }
        guard let family = rest.readInteger(as: UInt8.self), let length = rest.readInteger(as: UInt16.self) else {
            return .incomplete
        }
        let bytes = signature.count + 4 + Int(length)
        guard bytes <= Limits.proxyHeaderBytes else { return .invalid }
        guard var body = rest.readSlice(length: Int(length)) else { return .incomplete }
        guard command == 0x21 else { return .own(bytes: bytes) }
        switch family {
        // TCP over IPv4 and IPv6: source, destination, and their ports. The rest is ignored.
        case 0x11:
            guard length >= 12, let source = body.readInteger(as: UInt32.self) else { return .invalid }
            return .client(IPAddress(v4: source), bytes: bytes)
        case 0x21:
            guard length >= 36, let source = body.readBytes(length: 16) else { return .invalid }
            return .client(IPAddress(v6: source), bytes: bytes)
        default: return .client(nil, bytes: bytes)
        }
    }

    private static func readText(_ buffer: ByteBuffer) -> Outcome {
        let view = buffer.readableBytesView.prefix(Limits.proxyLineBytes)
        guard let end = view.firstIndex(of: UInt8(ascii: "\n")) else {
            return view.count < Limits.proxyLineBytes ? .incomplete : .invalid
        }
        let line = view[..<end]
        guard line.last == UInt8(ascii: "\r") else { return .invalid }
        let words = String(decoding: line.dropLast(), as: UTF8.self).split(
            separator: " ", omittingEmptySubsequences: false)
        let bytes = line.count + 1
        switch words.dropFirst().first {
        case "UNKNOWN": return .client(nil, bytes: bytes)
        case "TCP4", "TCP6":
            guard words.count == 6, let source = words.dropFirst(2).first.flatMap({ IPAddress($0) }) else {
                return .invalid
            }
            return .client(source, bytes: bytes)
        default: return .invalid
        }
    }
}

/// Reads a connection's ``ProxyHeader``, has the rest of the channel set up, and removes itself.
final class ProxyHeaderHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let begin: (any Channel, ProxyHeader.Outcome) throws -> Void
    private var unread = ByteBuffer()
    private var isDone = false

    /// - Parameter begin: Adds the channel's handlers after the header was read. If it throws, the
    ///   channel is closed.
    init(_ begin: @escaping (any Channel, ProxyHeader.Outcome) throws -> Void) { self.begin = begin }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isDone else { return context.fireChannelRead(data) }
        unread.writeImmutableBuffer(unwrapInboundIn(data))
        let outcome = ProxyHeader.read(unread)
        switch outcome {
        case .incomplete: break
        case .invalid: context.close(promise: nil)
        case .own(let bytes), .client(_, let bytes): end(context, outcome, bytes)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event, !isDone { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if isDone { context.fireErrorCaught(error) } else { context.close(promise: nil) }
    }

    private func end(_ context: ChannelHandlerContext, _ outcome: ProxyHeader.Outcome, _ bytes: Int) {
        isDone = true
        do { try begin(context.channel, outcome) } catch { return context.close(promise: nil) }
        unread.moveReaderIndex(forwardBy: bytes)
        let rest = unread
        unread = ByteBuffer()
        if rest.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(rest)) }
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }
}
