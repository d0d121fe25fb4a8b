import ChatWire
import NIOCore

/// Splits bytes into frames, at whatever places the network cuts the bytes.
///
/// Headers are checked byte by byte, so a wrong one fails before its payload arrives. A payload
/// comes in as many parts as it arrives in; nothing is buffered here. After a violation the
/// remaining bytes have no meaning: stop reading.
public struct WebSocketFrameReader: Sendable {
    /// An item that was read from the bytes.
    public enum Output: Sendable {
        /// A frame begins.
        case header(WebSocketFrameHeader)
        /// The next part of the payload of the last header. Every header is followed by at least
        /// one part.
        case payload(WebSocketPayload)
        /// The connection must fail: the frame breaks RFC 6455.
        case violation(WebSocketViolation)
    }

    private enum State {
        case first
        case second
        case length(bytesLeft: Int)
        case key(bytesLeft: Int)
        case payload(bytesLeft: UInt64)
    }

    private let role: WebSocketRole
    private var state = State.first
    private var header = WebSocketFrameHeader(isFinal: true, opcode: .continuation, length: 0)
    private var extendedLength = 0
    private var key: UInt32 = 0
    private var mask: WebSocketMask?

    /// - Parameter role: This side. A server requires masked frames, a client refuses them.
    public init(role: WebSocketRole) { self.role = role }

    /// Reads the next item from `bytes`; `nil` if more bytes are needed.
    public mutating func next(_ bytes: inout ByteBuffer) -> Output? {
        if case .payload(let left) = state { return payload(&bytes, left) }
        while let byte = bytes.readInteger(as: UInt8.self) {
            if let violation = read(byte) { return .violation(violation) }
            if case .payload = state { return .header(header) }
        }
        return nil
    }

    private mutating func payload(_ bytes: inout ByteBuffer, _ left: UInt64) -> Output? {
        let count = Int(min(left, UInt64(bytes.readableBytes)))
        guard left == 0 || count > 0, let part = bytes.readSlice(length: count) else { return nil }
        let rest = left - UInt64(count)
        state = rest == 0 ? .first : .payload(bytesLeft: rest)
        let payload = WebSocketPayload(masked: part, mask: mask, endsFrame: rest == 0)
        mask?.skip(count)
        return .payload(payload)
    }

    /// Reads the next byte of a header.
    private mutating func read(_ byte: UInt8) -> WebSocketViolation? {
        switch state {
        case .first: return readFirst(byte)
        case .second: return readSecond(byte)
        case .length(let left):
            header.length = header.length << 8 | UInt64(byte)
            if left > 1 { state = .length(bytesLeft: left - 1) } else { return lengthIsRead() }
        case .key(let left):
            key = key >> 8 | UInt32(byte) << 24
            if left > 1 { state = .key(bytesLeft: left - 1) } else { payloadBegins(WebSocketMask(key: key)) }
        case .payload: break
        }
        return nil
    }

    private mutating func readFirst(_ byte: UInt8) -> WebSocketViolation? {
        guard byte & 0x70 == 0 else { return .init(.protocolError, "reserved bits without an extension") }
        guard let opcode = WebSocketFrameHeader.Opcode(rawValue: byte & 0x0F) else {
            return .init(.protocolError, "reserved opcode")
        }
        header = WebSocketFrameHeader(isFinal: byte & 0x80 != 0, opcode: opcode, length: 0)
        guard header.isFinal || !opcode.isControl else { return .init(.protocolError, "fragmented control frame") }
        state = .second
        return nil
    }

    private mutating func readSecond(_ byte: UInt8) -> WebSocketViolation? {
        switch (role, byte & 0x80 != 0) {
        case (.server, false): return .init(.protocolError, "a client's frames are masked")
        case (.client, true): return .init(.protocolError, "a server's frames are not masked")
        default: break
        }
        let short = byte & 0x7F
        guard short <= 125 || !header.opcode.isControl else {
            return .init(.protocolError, "control frame of more than 125 bytes")
        }
        switch short {
        case 126: extendedLength = 2
        case 127: extendedLength = 8
        default:
            header.length = UInt64(short)
            lengthEnds()
            return nil
        }
        state = .length(bytesLeft: extendedLength)
        return nil
    }

    /// Checks the length: it must use the minimal number of bytes, and the highest bit of eight
    /// must be 0 (RFC 6455 section 5.2).
    private mutating func lengthIsRead() -> WebSocketViolation? {
        guard header.length < 1 << 63 else { return .init(.protocolError, "length of more than 63 bits") }
        guard header.length >= (extendedLength == 2 ? 126 : 65_536) else {
            return .init(.protocolError, "length in more bytes than it needs")
        }
        lengthEnds()
        return nil
    }

    private mutating func lengthEnds() {
        if role == .server { state = .key(bytesLeft: 4) } else { payloadBegins(nil) }
    }

    private mutating func payloadBegins(_ mask: WebSocketMask?) {
        self.mask = mask
        state = .payload(bytesLeft: header.length)
    }
}

/// A part of a frame's payload as it arrived, still masked.
public struct WebSocketPayload: Sendable {
    private let masked: ByteBuffer
    private let mask: WebSocketMask?
    /// Whether this is the last part of its frame's payload.
    public let endsFrame: Bool

    init(masked: ByteBuffer, mask: WebSocketMask?, endsFrame: Bool) {
        self.masked = masked
        self.mask = mask
        self.endsFrame = endsFrame
    }

    /// The number of bytes in this part.
    public var count: Int { masked.readableBytes }

    /// Appends the unmasked bytes. They are copied only once.
    public func append(to target: inout ByteBuffer) {
        if var mask {
            mask.append(masked, to: &target)
        } else {
            target.writeImmutableBuffer(masked)
        }
    }
}
