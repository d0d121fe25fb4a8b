import ChatWire
import NIOCore

/// A WebSocket on its channel. ``WebSocketFrameReader`` and ``WebSocketProtocol`` decide.
///
/// It is the last handler of its pipeline, and takes and writes `ByteBuffer`s. Everything belongs
/// to the channel's event loop. It has no timer: the owner of the loop calls ``tick(_:)`` about
/// once a second, or ``keepTicking()`` does.
public final class WebSocketHandler: ChannelDuplexHandler {
    /// Bytes from the socket, or from the cipher.
    public typealias InboundIn = ByteBuffer
    /// Bytes that are written to the channel from elsewhere. They pass through unchanged.
    public typealias OutboundIn = ByteBuffer
    /// Frames for the socket, or for the cipher.
    public typealias OutboundOut = ByteBuffer

    private let configuration: Configuration
    /// Released after it was told that the connection is closed.
    private var endpoint: (any WebSocketEndpoint)?
    private var context: ChannelHandlerContext?
    private var reader: WebSocketFrameReader
    private var machine: WebSocketProtocol
    private var gate = ReadGate()
    private var unread = ByteBuffer()
    private let writeBuffer: WriteBuffer
    private var heartbeat: Heartbeat
    /// Whether pongs were written and not flushed.
    private var owesPongs = false
    private var isOpened = false
    /// Whether it opens as soon as its channel is active.
    var opensByItself = true
    private var wasToldClosed = false
    private var inputHasEnded = false
    private var outputHasEnded = false
    private var closeDeadline = CloseDeadline()
    private var messageSince: (number: UInt32, NIODeadline)?

    /// Creates the handler of one connection. The handler retains its endpoint until the endpoint
    /// was told that the connection is closed.
    public init(_ endpoint: any WebSocketEndpoint, configuration: Configuration) {
        self.endpoint = endpoint
        self.configuration = configuration
        reader = WebSocketFrameReader(role: configuration.role)
        machine = WebSocketProtocol(
            messageBytes: configuration.messageBytes, fragments: configuration.fragments,
            acceptsBinary: configuration.acceptsBinary)
        writeBuffer = WriteBuffer(capacity: configuration.writeBufferBytes, isSealed: configuration.isSealed)
        heartbeat = Heartbeat(interval: configuration.pingInterval, deadline: configuration.pongDeadline)
        writeBuffer.whenTooSlow = { [weak self] in self?.cut(.tooSlow, "too slow") }
    }

    /// The channel, while the connection lasts.
    public var channel: (any Channel)? { context?.channel }

    // Commands of the endpoint.

    /// Whether a close frame was sent or received, or the connection has ended. What is sent from
    /// then on is dropped.
    public var isClosing: Bool { !machine.isOpen || context == nil }

    /// Whether so much waits for the peer that the channel should not be written to. The endpoint
    /// is told when that ends (``WebSocketEndpoint/caughtUp()``).
    public var isBackedUp: Bool { context.map { !$0.channel.isWritable } ?? false }

    /// Sends a text message, which must be UTF-8, with the next ``flush()``.
    public func send(text: ByteBuffer) { send(.text, text) }

    /// Sends a text message, which must be UTF-8, with the next ``flush()``.
    public func send(text: [UInt8]) { send(.text, ByteBuffer(bytes: text)) }

    /// Sends a binary message with the next ``flush()``.
    public func send(binary: ByteBuffer) { send(.binary, binary) }

    /// Sends bytes that are complete frames, with the next ``flush()``. Many connections share one
    /// buffer. Server only: a client masks each frame with its own key.
    public func send(framed: ByteBuffer) {
        assert(configuration.role == .server)
        guard machine.isOpen else { return }
        enqueue(framed)
    }

    /// Sends everything written since the last flush. If there is nothing, it costs nothing.
    public func flush() {
        guard let context else { return }
        context.eventLoop.assertInEventLoop()
        writeBuffer.flush(context)
    }

    /// Closes the connection, after sending everything written before. The endpoint is told
    /// `closed` with this code.
    ///
    /// - Parameters:
    ///   - code: The close code.
    ///   - reason: The reason, truncated to 123 bytes.
    public func close(_ code: CloseCode, _ reason: String) {
        perform(machine.handle(.close(code, reason)))
    }

    /// Stops receiving until ``resumeReading()``. TCP passes the back-pressure on to the peer.
    public func pauseReading() { gate.isPaused = machine.isOpen }

    /// Continues after ``pauseReading()``.
    public func resumeReading() {
        guard gate.isPaused else { return }
        gate.isPaused = false
        parse()
        readOn()
    }

    /// Enforces the deadlines: pings silent peers, and closes connections that are dead or whose
    /// message never ends.
    public func tick(_ now: NIODeadline) {
        guard let context else { return }
        context.eventLoop.assertInEventLoop()
        guard !closeDeadline.isSet else { return }
        perform(machine.handle(.tick))
        flushPongs()
        // While reading is paused, silence means nothing.
        if gate.isPaused { _ = heartbeat.handle(.heard) }
        switch heartbeat.handle(.tick(now)) {
        case .none: if messageIsOverdue(now) { cut(.policyViolation, "message takes too long") }
        case .ping:
            send(.ping, ByteBuffer())
            flush()
        case .dead: cut(.pingUnanswered, "no answer to a ping")
        }
    }

    // Events of the channel.

    /// Opens the connection if the channel is active already.
    public func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        if configuration.writesToSocket { writeBuffer.bypassChannel(context) }
        if opensByItself, context.channel.isActive { open() }
    }

    /// Tells the endpoint that the connection is closed, unless it was told before.
    public func handlerRemoved(context: ChannelHandlerContext) {
        tellClosed(nil)
        writeBuffer.end()
        self.context = nil
    }

    /// Opens the connection.
    public func channelActive(context: ChannelHandlerContext) {
        open()
        context.fireChannelActive()
    }

    /// Splits the bytes into frames, and tells the endpoint the messages. While reading is paused,
    /// the bytes wait here.
    public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        _ = heartbeat.handle(.heard)
        guard !machine.hasEnded else { return }
        let bytes = unwrapInboundIn(data)
        if unread.readableBytes == 0 {
            unread = bytes
        } else {
            unread.writeImmutableBuffer(bytes)
        }
        parse()
    }

    /// Asks the socket for more. While reading is paused, that waits until reading goes on.
    public func read(context: ChannelHandlerContext) {
        if gate.isPaused {
            gate.readIsHeldBack = true
        } else {
            context.read()
        }
    }

    /// Tells the endpoint when the peer has caught up.
    public func channelWritabilityChanged(context: ChannelHandlerContext) {
        if isOpened, !wasToldClosed, context.channel.isWritable { endpoint?.caughtUp() }
        context.fireChannelWritabilityChanged()
    }

    /// Reads what arrived before the peer closed its side of TCP, and ends the connection.
    public func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case ChannelEvent.inputClosed = event else { return context.fireUserInboundEventTriggered(event) }
        inputEnds()
        if outputHasEnded { context.close(promise: nil) }
    }

    /// Reads what arrived before the end, and tells the endpoint that the connection is closed.
    public func channelInactive(context: ChannelHandlerContext) {
        inputEnds()
        closeDeadline.cancel()
        context.fireChannelInactive()
    }

    /// Closes the connection, whatever the error is.
    public func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

extension WebSocketHandler {
    func open() {
        guard !isOpened, context != nil else { return }
        isOpened = true
        endpoint?.opened(self)
    }

    private func parse() {
        guard !gate.isParsing else { return }
        gate.isParsing = true
        while !gate.isPaused, !machine.hasEnded, let output = reader.next(&unread) {
            perform(machine.handle(.frame(output)))
        }
        gate.isParsing = false
        // An idle connection keeps no buffer.
        if machine.hasEnded || unread.readableBytes == 0 { unread = ByteBuffer() }
        flushPongs()
    }

    private func flushPongs() {
        guard owesPongs else { return }
        owesPongs = false
        flush()
    }

    private func perform(_ effect: WebSocketProtocol.Effect) {
        switch effect {
        case .none: break
        case .text(let text): endpoint?.received(text: text)
        case .binary(let binary): endpoint?.received(binary: binary)
        case .pong(let payload):
            send(.pong, payload)
            owesPongs = true
        case .sendClose(let code, let payload):
            sendClose(code, payload)
            readOn()
        case .endWithClose(let code, let payload):
            sendClose(code, payload)
            end()
        case .end: end()
        }
    }

    private func send(_ opcode: WebSocketFrameHeader.Opcode, _ payload: ByteBuffer) {
        guard machine.isOpen else { return }
        enqueue(framed(opcode, payload))
    }

    private func framed(_ opcode: WebSocketFrameHeader.Opcode, _ payload: ByteBuffer) -> ByteBuffer {
        var frame = ByteBuffer()
        let key: UInt32? = configuration.role == .client ? .random(in: 0 ... .max) : nil
        WebSocketFraming.append(opcode, payload, mask: key, to: &frame)
        return frame
    }

    private func enqueue(_ frame: ByteBuffer) {
        guard let context else { return }
        context.eventLoop.assertInEventLoop()
        if !writeBuffer.write(frame, to: context) { cut(.tooSlow, "too slow") }
    }

    /// Closes without waiting for an answer.
    private func cut(_ code: CloseCode, _ reason: String) {
        guard machine.isOpen else { return }
        _ = machine.handle(.end)
        sendClose(code, WebSocketFraming.closePayload(code, reason))
        end()
    }

    /// Sends the last frame, behind everything that waits, however much that is.
    private func sendClose(_ code: CloseCode, _ payload: ByteBuffer) {
        guard let context else { return }
        context.eventLoop.assertInEventLoop()
        // Tell the endpoint first: if the flush finds the peer gone, this code is still the reason.
        tellClosed(code)
        closeDeadline.set(context, milliseconds: configuration.closeDeadline)
        gate.isPaused = false
        _ = writeBuffer.write(framed(.close, payload), to: context)
        writeBuffer.flush(context)
    }

    /// Closes this side of TCP once everything is sent, and keeps reading until the peer closes its
    /// side. Closing at once would reset the connection if the peer still sends, and the close
    /// frame could get lost (RFC 6455 section 7.1.1).
    private func end() {
        guard let context, !outputHasEnded else { return }
        closeDeadline.set(context, milliseconds: configuration.closeDeadline)
        gate.isPaused = false
        let isOut = context.eventLoop.makePromise(of: Void.self)
        isOut.futureResult.assumeIsolated().whenComplete { [self] _ in
            outputHasEnded = true
            if inputHasEnded { self.context?.close(promise: nil) }
        }
        context.close(mode: .output, promise: isOut)
        readOn()
    }

    /// Handles the end of the input. What arrived before it counts, even while the endpoint pauses.
    private func inputEnds() {
        guard !inputHasEnded else { return }
        inputHasEnded = true
        gate.isPaused = false
        parse()
        guard !machine.hasEnded else { return }
        _ = machine.handle(.end)
        tellClosed(nil)
        flush()
        end()
    }

    private func readOn() {
        if gate.takeHeldBack() { context?.read() }
    }

    private func tellClosed(_ code: CloseCode?) {
        guard isOpened, !wasToldClosed, let context else { return }
        wasToldClosed = true
        context.eventLoop.assumeIsolated().execute { [self] in
            endpoint?.closed(code)
            endpoint = nil
        }
    }

    private func messageIsOverdue(_ now: NIODeadline) -> Bool {
        guard machine.isMidMessage, !gate.isPaused else {
            messageSince = nil
            return false
        }
        guard let (number, since) = messageSince, number == machine.messagesBegun else {
            messageSince = (machine.messagesBegun, now)
            return false
        }
        return now - since >= .milliseconds(configuration.messageDeadline)
    }
}

@available(*, unavailable)
extension WebSocketHandler: Sendable {}
