import ChatWire

/// The header of a frame (RFC 6455 section 5.2). Headers read by ``WebSocketFrameReader`` are
/// well-formed.
public struct WebSocketFrameHeader: Hashable, Sendable {
    /// What a frame is. All other numbers are reserved: they fail the connection with 1002.
    public enum Opcode: UInt8, Hashable, Sendable {
        /// A further fragment of a message.
        case continuation = 0x0
        /// The first or only fragment of a message in UTF-8.
        case text = 0x1
        /// The first or only fragment of a message of any bytes.
        case binary = 0x2
        /// The sender's last frame: it closes the connection, or answers the peer's close frame.
        case close = 0x8
        /// Asks for a pong with the same payload.
        case ping = 0x9
        /// Answers a ping.
        case pong = 0xA

        /// Close, ping and pong: never fragmented, at most 125 bytes, and allowed between the
        /// fragments of a message.
        public var isControl: Bool { rawValue & 0x8 != 0 }
    }

    /// Whether it is the last fragment of its message. A control frame always is.
    public var isFinal: Bool
    /// What the frame is.
    public var opcode: Opcode
    /// Bytes of the payload, below 2⁶³.
    public var length: UInt64

    /// Creates the value.
    public init(isFinal: Bool, opcode: Opcode, length: UInt64) {
        self.isFinal = isFinal
        self.opcode = opcode
        self.length = length
    }
}

/// The side of the connection. A client masks its frames, a server does not (RFC 6455 section 5.1).
public enum WebSocketRole: Sendable {
    /// Has accepted the connection.
    case server
    /// Has opened the connection.
    case client
}

/// Why a connection must fail (RFC 6455 section 7.1.7), with the reason for its close frame.
public struct WebSocketViolation: Hashable, Sendable {
    /// The code of the close frame: 1002, 1003, 1007, 1008 or 1009.
    public var code: CloseCode
    /// At most 123 bytes of UTF-8.
    public var reason: String

    init(_ code: CloseCode, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}
