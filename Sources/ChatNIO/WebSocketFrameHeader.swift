import ChatWire

/// The header of a frame (RFC 6455 section 5.2). Headers read by ``WebSocketFrameReader`` are
/// well-formed.
public struct WebSocketFrameHeader: Hashable, Sendable {
    public enum Opcode: UInt8, Hashable, Sendable {
        case continuation = 0x0
        case text = 0x1
        case binary = 0x2
        case close = 0x8
        case ping = 0x9
        case pong = 0xA

        /// Close, ping and pong: never fragmented, at most 125 bytes, and allowed between the
        /// fragments of a message.
        public var isControl: Bool { rawValue & 0x8 != 0 }
    }

    public var isFinal: Bool
    public var opcode: Opcode
    /// Bytes of the payload, below 2⁶³.
    public var length: UInt64

    public init(isFinal: Bool, opcode: Opcode, length: UInt64) {
        self.isFinal = isFinal
        self.opcode = opcode
        self.length = length
    }
}

/// The side of the connection. A client masks its frames, a server does not (RFC 6455 section 5.1).
public enum WebSocketRole: Sendable {
    case server
    case client
}

/// Why a connection must fail (RFC 6455 section 7.1.7), with the reason for its close frame.
public struct WebSocketViolation: Hashable, Sendable {
    public var code: CloseCode
    /// At most 123 bytes of UTF-8.
    public var reason: String

    init(_ code: CloseCode, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}
