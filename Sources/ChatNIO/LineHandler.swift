import ChatWire
import NIOCore

/// Receives the lines of a ``LineHandler``, and sends lines through it. All functions are called on
/// the connection's event loop, and must not block.
public protocol LineEndpoint: AnyObject {
    /// Lines can be sent now. The handler calls this first, and once.
    func opened(_ connection: LineHandler)
    /// A whole line, of any bytes. Line feeds are inside only if the client ends lines with pauses.
    func received(line: ByteBuffer)
    /// The connection is about to be closed for this; a last line may be sent from here.
    func refused(_ why: LineSplitter.Refusal)
    /// The peer sends no more, but may still read.
    func ended()
    /// The connection was closed. Called once, in a turn of the event loop of its own. What is sent
    /// from then on is dropped.
    /// - Parameter code: ``CloseCode/tooSlow`` for a reader that was cut; the protocol itself has
    ///   no codes
    func closed(_ code: CloseCode?)
}

/// One connection of the line protocol: a thin shell around ``LineSplitter``.
///
/// The last handler of its pipeline; it takes and writes `ByteBuffer`s. Everything here belongs to
/// the channel's event loop. The loop's owner must call ``tick(_:)`` about once a second.
public final class LineHandler: ChannelDuplexHandler {
    /// Bytes from the socket, or from the cipher.
    public typealias InboundIn = ByteBuffer
    /// Bytes that are written to the channel from elsewhere. They pass through unchanged.
    public typealias OutboundIn = ByteBuffer
    /// Bytes for the socket, or for the cipher.
    public typealias OutboundOut = ByteBuffer

    private var endpoint: (any LineEndpoint)?
    private var context: ChannelHandlerContext?
    private var splitter = LineSplitter()
    private var gate = ReadGate()
    private let writeBuffer: WriteBuffer
    /// Whether lines wait for ``flush()`` and share a write: a line feed ended the peer's latest
    /// line, so it reads a stream of lines. A client that ends its lines with pauses takes what one
    /// read brings for one line.
    private var joinsLines = false
    private let writesToSocket: Bool
    private var pause: Scheduled<Void>?
    private var isOpened = false
    private var isClosed = false
    private var wasToldEnded = false
    private var wasToldClosed = false
    private var inputHasEnded = false
    private var closeCode: CloseCode?
    private var outputHasEnded = false
    private var closeDeadline = CloseDeadline()
    /// The number of lines received.
    private var lines: UInt64 = 0
    /// When a tick first found the current line unfinished, and ``lines`` at that time. A
    /// connection that has sent nothing counts as one whose first line is unfinished.
    private var unfinishedSince: (lines: UInt64, NIODeadline)?

    /// - Parameters:
    ///   - writeBufferBytes: bytes that may wait for the reader; with more for
    ///     ``ChatWire/Limits/slowReaderGrace`` the connection is closed
    ///   - isSealed: whether a cipher stands between the handler and the socket
    public init(_ endpoint: any LineEndpoint, writeBufferBytes: Int = Limits.writeBufferBytes, isSealed: Bool = false) {
        self.endpoint = endpoint
        writesToSocket = !isSealed
        writeBuffer = WriteBuffer(capacity: writeBufferBytes, isSealed: isSealed)
        writeBuffer.whenTooSlow = { [weak self] in self?.cut() }
    }

    /// The channel, while the connection lasts.
    public var channel: (any Channel)? { context?.channel }

    /// Whether the connection is closing or closed. Then what is sent is dropped.
    public var isClosing: Bool { closeDeadline.isSet || isClosed || context == nil }

    /// Sends lines with the next ``flush()``. A peer whose latest line did not end with a line feed
    /// gets each line at once, in a write of its own.
    public func send(_ lines: LineBlock) {
        if joinsLines {
            write(lines.bytes)
        } else {
            lines.forEachLine {
                send(line: $0)
                return !isClosing
            }
        }
    }

    /// Sends a line that has its line feed, like ``send(_:)``.
    public func send(line: ByteBuffer) {
        write(line)
        if !joinsLines { flush() }
    }

    /// Sends what was written. Without anything written it costs nothing.
    public func flush() {
        guard let context else { return }
        context.eventLoop.assertInEventLoop()
        writeBuffer.flush(context)
    }

    private func write(_ bytes: ByteBuffer) {
        guard !isClosing, let context else { return }
        context.eventLoop.assertInEventLoop()
        if !writeBuffer.write(bytes, to: context) { cut() }
    }

    /// Ends the connection of a reader that is too slow.
    private func cut() {
        guard !isClosing, let context else { return }
        closeCode = .tooSlow
        context.close(promise: nil)
    }

    /// Closes, once what was sent is out.
    public func close() {
        guard !isClosing, let context else { return }
        flush()
        // A flush that fails ends the channel.
        guard self.context != nil, !isClosed else { return }
        closeDeadline.set(context, milliseconds: Limits.closeDeadline)
        splitter = LineSplitter()
        pause?.cancel()
        gate.isPaused = false
        let isOut = context.eventLoop.makePromise(of: Void.self)
        isOut.futureResult.assumeIsolated().whenComplete { [self] _ in
            outputHasEnded = true
            if inputHasEnded { self.context?.close(promise: nil) }
        }
        context.close(mode: .output, promise: isOut)
        readOn()
        tellClosed()
    }

    /// From now on nothing is received until ``resumeReading()``: back-pressure reaches the peer
    /// through TCP.
    public func pauseReading() { gate.isPaused = !isClosing }

    /// Goes on where ``pauseReading()`` stopped.
    public func resumeReading() {
        guard gate.isPaused else { return }
        gate.isPaused = false
        parse()
        readOn()
    }

    /// Keeps the deadlines: for an unfinished line, and for the first one.
    public func tick(_ now: NIODeadline) {
        guard let context else { return }
        context.eventLoop.assertInEventLoop()
        guard !closeDeadline.isSet else { return }
        guard lines == 0 || splitter.isMidLine, !gate.isPaused, !inputHasEnded else { return unfinishedSince = nil }
        guard let (known, since) = unfinishedSince, known == lines else { return unfinishedSince = (lines, now) }
        guard now - since >= .milliseconds(Limits.unfinishedDeadline) else { return }
        if let output = splitter.refuse(.unfinished) { perform(output) }
    }

    /// Opens the connection if the channel is active already.
    public func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        if writesToSocket { writeBuffer.bypassChannel(context) }
        if context.channel.isActive { open() }
    }

    /// Tells the endpoint that the connection is closed, unless it was told before.
    public func handlerRemoved(context: ChannelHandlerContext) {
        tellClosed()
        writeBuffer.end()
        self.context = nil
    }

    /// Opens the connection.
    public func channelActive(context: ChannelHandlerContext) {
        open()
        context.fireChannelActive()
    }

    /// Splits the bytes into lines for the endpoint. While reading is paused, they wait here.
    public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        splitter.append(unwrapInboundIn(data))
        parse()
    }

    /// Asks the socket for more. While reading is paused, that waits for ``resumeReading()``.
    public func read(context: ChannelHandlerContext) {
        if gate.isPaused {
            gate.readIsHeldBack = true
        } else {
            context.read()
        }
    }

    /// Ends the input when the peer has closed its side. The bytes behind the last line feed are a
    /// line.
    public func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case ChannelEvent.inputClosed = event else { return context.fireUserInboundEventTriggered(event) }
        inputHasEnded = true
        parse()
        if outputHasEnded { context.close(promise: nil) }
    }

    /// Reads what arrived before the end, and then tells the endpoint that the connection is
    /// closed.
    public func channelInactive(context: ChannelHandlerContext) {
        // What arrived before the peer's end counts, even while the endpoint pauses.
        inputHasEnded = true
        gate.isPaused = false
        parse()
        isClosed = true
        pause?.cancel()
        closeDeadline.cancel()
        tellClosed()
        context.fireChannelInactive()
    }

    /// Closes the connection, whatever the error is.
    public func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

extension LineHandler {
    private func open() {
        guard !isOpened else { return }
        isOpened = true
        endpoint?.opened(self)
    }

    private func parse() {
        guard !gate.isParsing else { return }
        gate.isParsing = true
        while !gate.isPaused, !isClosing, let output = splitter.next() {
            // Only a line feed ends a line here.
            if case .line = output { joinsLines = true }
            perform(output)
        }
        if inputHasEnded, !gate.isPaused, !isClosing { tellEnded() }
        gate.isParsing = false
        awaitPause()
    }

    private func perform(_ output: LineSplitter.Output) {
        switch output {
        case .line(let line):
            lines &+= 1
            endpoint?.received(line: line)
        case .refused(let why):
            endpoint?.refused(why)
            close()
        }
    }

    private func tellEnded() {
        guard !wasToldEnded else { return }
        wasToldEnded = true
        if let rest = splitter.ended() { perform(rest) }
        endpoint?.ended()
    }

    /// New bytes start the pause afresh.
    private func awaitPause() {
        pause?.cancel()
        pause = nil
        guard splitter.awaitsPause, !gate.isPaused, let context else { return }
        pause = context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(Limits.linePause)) { [self] in
            pause = nil
            guard !gate.isPaused, !isClosing, let line = splitter.paused() else { return }
            joinsLines = false
            perform(line)
        }
    }

    private func readOn() {
        if gate.takeHeldBack() { context?.read() }
    }

    private func tellClosed() {
        guard isOpened, !wasToldClosed, let context else { return }
        wasToldClosed = true
        context.eventLoop.assumeIsolated().execute { [self] in
            endpoint?.closed(closeCode)
            endpoint = nil
        }
    }
}

@available(*, unavailable)
extension LineHandler: Sendable {}
