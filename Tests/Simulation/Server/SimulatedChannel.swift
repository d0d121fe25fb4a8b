import NIOCore

/// A connection's channel on a ``SimulatedLoop``: what `NIOPosix` makes of a socket, with a peer
/// that reads as fast as the simulated network lets it.
///
/// NIO's embedded channel closes both sides where only one should be closed, and takes all that is
/// written. Both matter here.
///
/// @unchecked: a world runs on one thread.
final class SimulatedChannel: Channel, ChannelCore, @unchecked Sendable {
    let eventLoop: any EventLoop
    let allocator = ByteBufferAllocator()
    let remoteAddress: SocketAddress?
    let localAddress: SocketAddress? = nil
    let parent: (any Channel)? = nil
    private(set) var isWritable = true
    private(set) var isActive = false
    private var isOpen = true
    private let closePromise: EventLoopPromise<Void>
    private var channelPipeline: ChannelPipeline?
    /// Takes as much of what is flushed as the peer has room for; what it leaves waits.
    private let transmit: (inout ByteBuffer) -> Void
    private let ends: () -> Void
    private let ended: () -> Void

    // What arrived and was not read.
    private var arrived = CircularBuffer<ByteBuffer>()
    /// Parts that came from the peer, and were not handed to the pipeline.
    private(set) var unread = 0
    private var peerHasEnded = false
    private var wasToldEnded = false
    private var wantsToRead = false
    /// Whether nothing is read although something may come.
    var isPaused: Bool { isOpen && !wantsToRead }
    /// Parts that one event reads at most.
    private var readsAtOnce: () -> Int

    // What was written and not sent.
    private var unflushed = CircularBuffer<(bytes: ByteBuffer, promise: EventLoopPromise<Void>?)>()
    private var unflushedBytes = 0
    private var flushed = ByteBuffer()
    private var outputEnd: EventLoopPromise<Void>??
    private var outputHasEnded = false
    private let highWaterMark: Int

    /// - Parameters:
    ///   - transmit: takes what is sent out of the bytes that it is given
    ///   - ends: called when nothing more will be written
    ///   - ended: called when nothing more will be sent
    init(
        on loop: any EventLoop, from address: SocketAddress?, highWaterMark: Int, readsAtOnce: @escaping () -> Int,
        transmit: @escaping (inout ByteBuffer) -> Void, ends: @escaping () -> Void,
        ended: @escaping () -> Void
    ) {
        eventLoop = loop
        remoteAddress = address
        self.highWaterMark = highWaterMark
        self.readsAtOnce = readsAtOnce
        self.transmit = transmit
        self.ends = ends
        self.ended = ended
        closePromise = loop.makePromise()
        channelPipeline = ChannelPipeline(channel: self)
    }

    var pipeline: ChannelPipeline {
        guard let channelPipeline else { preconditionFailure("A channel has its pipeline from its beginning.") }
        return channelPipeline
    }

    var closeFuture: EventLoopFuture<Void> { closePromise.futureResult }
    var _channelCore: any ChannelCore { self }
    var isGone: Bool { !isOpen }

    // The peer's side. Any thread.

    /// The connection has been accepted and set up.
    func activate() {
        guard isOpen else { return }
        isActive = true
        pipeline.fireChannelRegistered()
        pipeline.fireChannelActive()
        readOn()
    }

    func receive(_ bytes: ByteBuffer) {
        unread += 1
        eventLoop.execute { [self] in
            guard isOpen, !peerHasEnded else { return }
            arrived.append(bytes)
            readable()
        }
    }

    /// The peer ends its side; what it sent before is read all the same.
    func receiveEnd() {
        eventLoop.execute { [self] in
            guard isOpen, !peerHasEnded else { return }
            peerHasEnded = true
            while isOpen, let bytes = arrived.popFirst() { read(bytes) }
            guard isOpen else { return }
            pipeline.fireChannelReadComplete()
            tellEnded()
        }
    }

    /// The connection breaks.
    func reset() {
        eventLoop.execute { [self] in
            arrived.removeAll()
            close0(error: ChannelError.eof, mode: .all, promise: nil)
        }
    }

    /// The peer has room for more.
    func peerReads() {
        eventLoop.execute { [self] in if isOpen { sendOn() } }
    }

    private func tellEnded() {
        guard !wasToldEnded else { return }
        wasToldEnded = true
        pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }

    private func readable() {
        guard isOpen, wantsToRead, !arrived.isEmpty else { return }
        wantsToRead = false
        for _ in 0..<readsAtOnce() {
            guard isOpen, let bytes = arrived.popFirst() else { break }
            read(bytes)
        }
        guard isOpen else { return }
        pipeline.fireChannelReadComplete()
        readOn()
    }

    private func read(_ bytes: ByteBuffer) {
        unread -= 1
        pipeline.fireChannelRead(bytes)
    }

    private func readOn() {
        if isOpen, !wantsToRead, !peerHasEnded { pipeline.read() }
    }

    private func sendOn() {
        if flushed.readableBytes > 0 { transmit(&flushed) }
        if flushed.readableBytes == 0 {
            flushed = ByteBuffer()
            endOutput()
        }
        updateWritability()
    }

    private func endOutput() {
        guard let promise = outputEnd, flushed.readableBytes == 0, !outputHasEnded else { return }
        outputHasEnded = true
        ended()
        promise?.succeed()
    }

    private var waiting: Int { unflushedBytes + flushed.readableBytes }

    private func updateWritability() {
        let before = isWritable
        if isWritable, waiting > highWaterMark { isWritable = false }
        if !isWritable, waiting < highWaterMark / 2 { isWritable = true }
        if before != isWritable { pipeline.fireChannelWritabilityChanged() }
    }

    // The core, as the pipeline calls it.

    func localAddress0() throws -> SocketAddress { throw ChannelError.operationUnsupported }
    func remoteAddress0() throws -> SocketAddress { throw ChannelError.operationUnsupported }
    func register0(promise: EventLoopPromise<Void>?) { promise?.succeed() }
    func bind0(to: SocketAddress, promise: EventLoopPromise<Void>?) { promise?.fail(ChannelError.operationUnsupported) }

    func connect0(to: SocketAddress, promise: EventLoopPromise<Void>?) {
        promise?.fail(ChannelError.operationUnsupported)
    }

    func triggerUserOutboundEvent0(_ event: Any, promise: EventLoopPromise<Void>?) { promise?.succeed() }
    func channelRead0(_ data: NIOAny) {}
    func errorCaught0(error: any Error) {}

    func write0(_ data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isOpen, outputEnd == nil else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        let bytes = unwrapData(data, as: ByteBuffer.self)
        unflushed.append((bytes, promise))
        unflushedBytes += bytes.readableBytes
        updateWritability()
    }

    func flush0() {
        guard isOpen else { return }
        while let (bytes, promise) = unflushed.popFirst() {
            flushed.writeImmutableBuffer(bytes)
            promise?.succeed()
        }
        unflushedBytes = 0
        sendOn()
    }

    func read0() {
        guard isOpen, !peerHasEnded, !wantsToRead else { return }
        wantsToRead = true
        if !arrived.isEmpty { eventLoop.execute { [self] in readable() } }
    }

    func close0(error: any Error, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        switch mode {
        case .output:
            guard isOpen, outputEnd == nil else {
                promise?.fail(ChannelError.outputClosed)
                return
            }
            outputEnd = .some(promise)
            ends()
            endOutput()
        case .input: promise?.fail(ChannelError.operationUnsupported)
        case .all: closeAll(promise)
        }
    }

    private func closeAll(_ promise: EventLoopPromise<Void>?) {
        guard isOpen else {
            promise?.fail(ChannelError.alreadyClosed)
            return
        }
        isOpen = false
        isActive = false
        for (_, promise) in unflushed { promise?.fail(ChannelError.ioOnClosedChannel) }
        unflushed.removeAll()
        flushed = ByteBuffer()
        if let promise = outputEnd, !outputHasEnded { promise?.fail(ChannelError.ioOnClosedChannel) }
        if !outputHasEnded {
            outputHasEnded = true
            ended()
        }
        promise?.succeed()
        pipeline.fireChannelInactive()
        pipeline.fireChannelUnregistered()
        eventLoop.execute { [self] in
            removeHandlers(pipeline: pipeline)
            closePromise.succeed()
        }
    }
}

extension SimulatedChannel {
    var syncOptions: (any NIOSynchronousChannelOptions)? { Options(channel: self) }

    func setOption<Option: ChannelOption>(_ option: Option, value: Option.Value) -> EventLoopFuture<Void> {
        eventLoop.makeSucceededVoidFuture()
    }

    func getOption<Option: ChannelOption>(_ option: Option) -> EventLoopFuture<Option.Value> {
        eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
    }

    /// Options of sockets mean nothing here; how much waits is known.
    private struct Options: NIOSynchronousChannelOptions {
        let channel: SimulatedChannel

        func setOption<Option: ChannelOption>(_ option: Option, value: Option.Value) throws {}

        func getOption<Option: ChannelOption>(_ option: Option) throws -> Option.Value {
            if option is ChannelOptions.Types.BufferedWritableBytesOption,
                let waiting = channel.waiting as? Option.Value
            {
                return waiting
            }
            throw ChannelError.operationUnsupported
        }
    }
}
