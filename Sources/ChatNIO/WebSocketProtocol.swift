import ChatWire
import NIOCore

/// The rules of one WebSocket as a value: messages from fragments, UTF-8, ping and pong, the
/// closing handshake (RFC 6455 sections 5.4–5.6, 7 and 8.1). It knows no socket and no clock.
public struct WebSocketProtocol: Sendable {
    /// What happens to the WebSocket.
    public enum Input: Sendable {
        /// The frame reader has read this item.
        case frame(WebSocketFrameReader.Output)
        /// The time between two ticks has passed: a second, if the shell does not choose another.
        case tick
        /// This side closes.
        case close(CloseCode, String)
        /// The connection has ended: nothing more can be sent or received.
        case end
    }

    /// What the shell must do.
    public enum Effect: Hashable, Sendable {
        /// Nothing.
        case none
        /// Deliver this text message. It is complete and valid UTF-8.
        case text(ByteBuffer)
        /// Deliver this binary message. It is complete.
        case binary(ByteBuffer)
        /// Send a pong with this payload.
        case pong(ByteBuffer)
        /// Send a close frame with this payload, and wait for the peer's.
        case sendClose(CloseCode, ByteBuffer)
        /// Send a close frame with this payload. After that, nothing is read or sent.
        case endWithClose(CloseCode, ByteBuffer)
        /// The peer answered this side's close frame: nothing more is read or sent.
        case end
    }

    private enum Phase { case open, closing, ended }

    private enum Message { case text, binary }

    private let messageBytes: Int
    private let maximumFragments: Int
    private let acceptsBinary: Bool
    private var phase = Phase.open

    private var frame: WebSocketFrameHeader.Opcode = .continuation
    private var frameIsFinal = true
    /// The current message: its bytes so far, and the state of its UTF-8 check.
    private var message: Message?
    private var assembled = ByteBuffer()
    private var fragments = 0
    private var text = UTF8Validator()
    /// The payload of the current control frame.
    private var control = ByteBuffer()

    /// Pongs since the last tick.
    private var pongs = 0
    private var unansweredPing: ByteBuffer?

    /// Creates the state of an open connection.
    ///
    /// - Parameters:
    ///   - messageBytes: The maximum size of a message in bytes.
    ///   - fragments: The maximum of fragments of a message.
    ///   - acceptsBinary: Whether binary messages are delivered; otherwise they fail the connection
    ///     with 1003.
    public init(
        messageBytes: Int = Limits.frameBytes, fragments: Int = Limits.fragments, acceptsBinary: Bool = false
    ) {
        self.messageBytes = messageBytes
        self.maximumFragments = fragments
        self.acceptsBinary = acceptsBinary
    }

    /// Whether messages may be sent: no close frame was sent or received.
    public var isOpen: Bool { phase == .open }
    /// Whether further input has no meaning.
    public var hasEnded: Bool { phase == .ended }
    /// Counts messages as they begin, to tell whether the current one is still the same.
    public private(set) var messagesBegun: UInt32 = 0
    /// Whether a message has begun and not ended.
    public var isMidMessage: Bool { message != nil }

    /// Handles an input. After the end, each input has the effect ``Effect/none``.
    public mutating func handle(_ input: Input) -> Effect {
        guard phase != .ended else { return .none }
        switch input {
        case .frame(.header(let header)): return begin(header)
        case .frame(.payload(let payload)): return take(payload)
        case .frame(.violation(let violation)): return fail(violation)
        case .tick:
            pongs = 0
            guard phase == .open, let payload = unansweredPing else { return .none }
            unansweredPing = nil
            return .pong(payload)
        case .close(let code, let reason):
            guard phase == .open else { return .none }
            phase = .closing
            return .sendClose(code, WebSocketFraming.closePayload(code, reason))
        case .end:
            end()
            return .none
        }
    }

    private mutating func begin(_ header: WebSocketFrameHeader) -> Effect {
        frame = header.opcode
        frameIsFinal = header.isFinal
        guard !header.opcode.isControl else { return .none }
        switch (header.opcode, message) {
        case (.continuation, nil): return fail(.init(.protocolError, "continuation of nothing"))
        case (.text, nil): message = .text
        case (.binary, nil):
            guard acceptsBinary || phase == .closing else {
                return fail(.init(.unacceptableData, "binary messages are not accepted"))
            }
            message = .binary
        case (.continuation, _): break
        default: return fail(.init(.protocolError, "new message within a fragmented one"))
        }
        if header.opcode != .continuation { messagesBegun &+= 1 }
        guard phase == .open else { return .none }
        fragments += 1
        guard fragments <= maximumFragments else { return fail(.init(.policyViolation, "too many fragments")) }
        guard header.length <= UInt64(max(0, messageBytes - assembled.readableBytes)) else {
            return fail(.init(.tooBig, "message too big"))
        }
        return .none
    }

    private mutating func take(_ payload: WebSocketPayload) -> Effect {
        guard !frame.isControl else {
            payload.append(to: &control)
            return payload.endsFrame ? endControl() : .none
        }
        if phase == .open, payload.count > 0 {
            let start = assembled.readableBytes
            payload.append(to: &assembled)
            guard message != .text || textIsValid(from: start) else {
                return fail(.init(.invalidText, "text is not UTF-8"))
            }
        }
        return payload.endsFrame && frameIsFinal ? endMessage() : .none
    }

    private mutating func textIsValid(from start: Int) -> Bool {
        assembled.withUnsafeReadableBytes { bytes in
            text.accept(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
    }

    private mutating func endMessage() -> Effect {
        guard phase == .open else {
            message = nil
            return .none
        }
        guard text.isComplete else { return fail(.init(.invalidText, "text ends within a character")) }
        let effect: Effect = message == .binary ? .binary(assembled) : .text(assembled)
        message = nil
        fragments = 0
        assembled = ByteBuffer()
        return effect
    }

    private mutating func endControl() -> Effect {
        let payload = control
        control = ByteBuffer()
        switch frame {
        case .close: return peerCloses(payload)
        case .ping where phase == .open: return answer(payload)
        default: return .none
        }
    }

    /// Section 5.5.3 allows answering only the latest of several pings. A few between two ticks are
    /// all answered; of a flood, the latest is, with the next tick.
    private mutating func answer(_ ping: ByteBuffer) -> Effect {
        guard pongs < Limits.pongsPerTick else {
            unansweredPing = ping
            return .none
        }
        pongs += 1
        return .pong(ping)
    }

    /// Handles the peer's close frame (sections 5.5.1 and 7.4): no payload, or an allowed code with
    /// a reason in UTF-8. It is answered with the same code.
    private mutating func peerCloses(_ payload: ByteBuffer) -> Effect {
        var reason = payload
        var code: CloseCode?
        if payload.readableBytes > 0 {
            guard let number = reason.readInteger(as: UInt16.self), CloseCode(number).mayTravel else {
                return fail(.init(.protocolError, "no valid close code"))
            }
            var validator = UTF8Validator()
            guard reason.withUnsafeReadableBytes({ validator.accept($0) }), validator.isComplete else {
                return fail(.init(.invalidText, "close reason is not UTF-8"))
            }
            code = CloseCode(number)
        }
        let answered = phase == .closing
        end()
        guard !answered else { return .end }
        guard let code else { return .endWithClose(CloseCode(1005), ByteBuffer()) }
        return .endWithClose(code, WebSocketFraming.closePayload(code, ""))
    }

    /// Fails the connection (section 7.1.7). If this side has sent a close frame, it does not send
    /// another one.
    private mutating func fail(_ violation: WebSocketViolation) -> Effect {
        let hasSentClose = phase == .closing
        end()
        guard !hasSentClose else { return .end }
        return .endWithClose(violation.code, WebSocketFraming.closePayload(violation.code, violation.reason))
    }

    private mutating func end() {
        phase = .ended
        message = nil
        assembled = ByteBuffer()
        control = ByteBuffer()
        unansweredPing = nil
    }
}
