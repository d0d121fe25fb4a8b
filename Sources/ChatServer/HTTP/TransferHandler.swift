import ChatNIO
import ChatRooms
import ChatWire
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Controls the bodies of an HTTP connection. Requests are answered one at a time, and no faster
/// than the responses are read. Transfers must keep a minimum rate. A request whose body nobody
/// wants ends its connection.
///
/// A request is passed on when the one before it is answered, and less than
/// ``Limits/unreadAnswers`` waits to be read. Until then it waits here, and the bytes behind it
/// wait in ``PipelinedBytes``.
///
/// A request may be answered before its body has arrived, because it was refused or too slow. The
/// bytes that still arrive are not another request. They are read and dropped for a while, so that
/// the response is not lost with a connection reset (RFC 9112 section 9.6).
///
/// A request for an upgrade that is not granted, such as a client's offer of HTTP/2, is an ordinary
/// request (RFC 9110 section 7.8). But it is the last one of its connection: NIO's decoder
/// (2.101.2) reads nothing behind it, so a next request would wait forever.
///
/// It has no timer: its event loop's table calls ``tick(_:)`` about once a second.
final class TransferHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Counts of requests: heads passed on, ends passed on, and responses sent.
    private var begun = 0
    private var ended = 0
    private var answered = 0
    /// Responses that the socket has not taken completely, and the promises of those who closed the
    /// output after them.
    private var unsent = 0
    private var outputEnds: [EventLoopPromise<Void>?] = []
    /// The number of the request for an upgrade.
    private var last: Int?
    /// Parsed parts behind an unanswered request: at most one buffer of the socket.
    private var waiting = CircularBuffer<HTTPRequestPart>()
    private var isAdvancing = false
    /// The bytes behind those.
    private(set) lazy var bytes = PipelinedBytes { [weak self] in self?.mayParse ?? true }
    /// The rate of an admitted upload.
    private var uploadPace: Pace?
    private var answerPace = TransferHandler.freshAnswerPace
    private let clock: ServerClock
    private var lastTick = NIODeadline.distantPast
    private var isReading = false
    /// Whether its requests come from many clients, through a trusted proxy. Then none waits for
    /// another's.
    private let isShared: Bool
    private var requests = TokenBucket(.init(perSecond: Limits.httpRequestsPerSecond, burst: Limits.httpRequestBurst))
    private var refusals = RefusalBudget(burst: Limits.httpRefusalBurst)
    private let addressBudget: SharedAddressBudget?
    private let onCut: () -> Void
    /// Whether so many requests were refused that the connection ends.
    private var isCut = false
    /// The next request waits until then, because requests come too fast.
    private var throttledUntil = NIODeadline.distantPast
    private var isStopping = false
    /// Why the body of an upload was ended early.
    private var cut: HTTPRefusal?
    /// Whether all further input is dropped.
    private var isDeaf = false
    private var closesAfterAnswer = false
    private var context: ChannelHandlerContext?

    /// - Parameters:
    ///   - addressBudget: what all connections of the client's address may request, and have
    ///     refused; `nil` for no limit
    ///   - onCut: called when so many requests were refused that the connection ends
    init(
        isShared: Bool = false, addressBudget: SharedAddressBudget? = nil, clock: ServerClock = ServerClock(),
        onCut: @escaping () -> Void = {}
    ) {
        self.isShared = isShared
        self.addressBudget = addressBudget
        self.clock = clock
        self.onCut = onCut
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        lastTick = context.eventLoop.now
    }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    /// An upload is admitted: its sender may begin, and must keep the minimum rate.
    func beginUpload(expectsContinue: Bool) {
        guard let context else { return }
        if expectsContinue {
            context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
        }
        uploadPace = Pace()
        lastTick = context.eventLoop.now
        if isStopping { cut(.stopping) }
    }

    /// Ends an upload.
    ///
    /// - Returns: Why the body ended early; `nil` if it did not.
    func endUpload() -> HTTPRefusal? {
        uploadPace = nil
        return cut
    }

    /// The upload has lost its slot to another one.
    func giveWay() { cut(.gaveWay) }

    /// Checks the rates of an upload and of a reader. Time counts only while the peer could
    /// continue, not while the disk or the server makes it wait.
    func tick(_ now: NIODeadline) {
        let passed = (now - lastTick).nanoseconds
        lastTick = now
        if isReading { uploadPace?.waited(nanoseconds: passed) }
        if uploadPace?.isTooSlow == true { cut(.tooSlow) }
        if unread > 0 { answerPace.waited(nanoseconds: passed) } else { answerPace = Self.freshAnswerPace }
        if answerPace.isTooSlow { context?.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isDeaf else { return }
        let part = unwrapInboundIn(data)
        guard waiting.isEmpty, mayPass else { return waiting.append(part) }
        pass(part, context)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        isReading = true
        context.read()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .head(let head) = unwrapOutboundIn(data), head.status.code >= 400 { countRefusal() }
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.kind != .informational && isLastAnswer:
            head.headerFields[.connection] = head.headerFields[.upgrade] == nil ? "close" : "close, Upgrade"
            closesAfterAnswer = true
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .head:
            context.write(data, promise: promise)
        case .body(let buffer):
            let count = buffer.readableBytes
            context.write(data, promise: whenSent(promise, context) { $0.answerPace.moved(count) })
        case .end:
            answered += 1
            uploadPace = nil
            unsent += 1
            let sent = whenSent(promise, context) { $0.advance() }
            sent.futureResult.assumeIsolated().whenComplete { [self] _ in wasSent(context) }
            context.write(data, promise: sent)
            if closesAfterAnswer { closeLingering(context) } else { advance() }
        }
    }

    /// NIO (2.101.2) closes all of a connection whose input has ended when its output is to be
    /// closed, and drops what the socket has not taken: so the output is closed when it has taken
    /// all answers. ``tick(_:)`` ends a connection that does not get there.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output else { return context.close(mode: mode, promise: promise) }
        closeOutput(context, promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            isStopping = true
            if uploadPace != nil { cut(.stopping) }
        }
        if let event = event as? ChannelEvent, event == .inputClosed, isDeaf { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    /// The kernel's buffer for a reader empties in jumps, so three times the grace is allowed.
    private static var freshAnswerPace: Pace { Pace(most: 3 * Limits.fileGrace) }

    /// Whether NIO's decoder treats it as an upgrade; in doubt, yes.
    private static func asksForUpgrade(_ head: HTTPRequest) -> Bool {
        if head.method == .connect { return true }
        let options = [HTTPField.Name.connection, HTTPField.Name("Proxy-Connection")].compactMap(\.self)
        return head.headerFields[.upgrade] != nil
            && options.contains { head.headerFields[values: $0].contains { $0.lowercased().contains("upgrade") } }
    }

    /// The bytes of responses that the socket has not taken.
    private var unread: Int {
        guard let bytes = try? context?.channel.syncOptions?.getOption(.bufferedWritableBytes) else { return 0 }
        return bytes
    }

    /// Whether the next part may be passed on: a part of the current request, or of the next one
    /// when it is its turn.
    private var mayPass: Bool {
        begun > ended || answered >= begun && unread < Limits.unreadAnswers && throttledUntil <= now
    }

    /// The loop's time; later than any deadline once the handler has left its channel.
    private var now: NIODeadline { context?.eventLoop.now ?? .distantFuture }

    private var mayParse: Bool { isDeaf || waiting.isEmpty && mayPass }

    private func pass(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        switch part {
        case .head(let head):
            begun += 1
            if Self.asksForUpgrade(head) { last = begun }
            keepRate()
        case .body(let buffer): uploadPace?.moved(buffer.readableBytes)
        case .end: ended += 1
        }
        context.fireChannelRead(wrapInboundOut(part))
    }

    /// Whether the response whose head is being written is the last one.
    private var isLastAnswer: Bool { ended <= answered || answered + 1 == last || isCut }

    /// Counts a request, and determines how long the next one must wait: by the rate of the
    /// connection, and by that of all connections of the address.
    private func keepRate() {
        guard !isShared else { return }
        let now = clock.nanoseconds()
        requests.spend(1, at: now)
        let pause = UInt64(clamping: addressBudget?.pause(ofRequestAt: now) ?? 0)
        if let wait = [requests.wait(at: now) ?? 0, pause].max(), wait > 0 { throttle(wait) }
    }

    private func countRefusal() {
        guard !isShared, !isCut else { return }
        let now = clock.nanoseconds()
        if let pause = addressBudget?.pause(ofRefusalAt: now), pause > 0 { throttle(UInt64(clamping: pause)) }
        switch refusals.count(at: now) {
        case .goOn: break
        case .pause(let milliseconds): throttle(UInt64(clamping: milliseconds))
        case .cut:
            isCut = true
            onCut()
        }
    }

    /// Makes the next request wait.
    private func throttle(_ milliseconds: UInt64) {
        guard !isShared else { return }
        throttledUntil = max(throttledUntil, now + .milliseconds(Int64(clamping: milliseconds)))
        context?.eventLoop.assumeIsolated().scheduleTask(deadline: throttledUntil) { [weak self] in self?.advance() }
    }

    /// Passes on waiting requests after a response was sent.
    private func advance() {
        guard !isAdvancing else { return }
        isAdvancing = true
        defer { isAdvancing = false }
        if let context, !isDeaf, !waiting.isEmpty, mayPass {
            while mayPass, let part = waiting.popFirst() { pass(part, context) }
            context.fireChannelReadComplete()
        }
        bytes.release()
    }

    /// A promise that also runs `body`, on this loop, when the socket has taken the bytes.
    private func whenSent(
        _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext,
        _ body: @escaping (TransferHandler) -> Void
    ) -> EventLoopPromise<Void> {
        let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenSuccess { [self] in body(self) }
        return promise
    }

    /// Ends the body. Its reader finds it too short, and asks for the reason.
    private func cut(_ reason: HTTPRefusal) {
        guard let context, cut == nil, begun > ended else { return }
        cut = reason
        endInput()
        context.fireChannelRead(wrapInboundOut(.end(nil)))
        context.fireChannelReadComplete()
    }

    private func closeOutput(_ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>? = nil) {
        guard unsent > 0 else { return context.close(mode: .output, promise: promise) }
        outputEnds.append(promise)
    }

    private func wasSent(_ context: ChannelHandlerContext) {
        unsent -= 1
        guard unsent == 0 else { return }
        for promise in outputEnds { context.close(mode: .output, promise: promise) }
        outputEnds = []
    }

    private func closeLingering(_ context: ChannelHandlerContext) {
        endInput()
        context.flush()
        closeOutput(context)
        let channel = context.channel
        let deadline = context.eventLoop.scheduleTask(in: .milliseconds(Limits.closeDeadline)) {
            channel.close(promise: nil)
        }
        channel.closeFuture.whenComplete { _ in deadline.cancel() }
    }

    /// Drops all further input, waiting parts included.
    private func endInput() {
        isDeaf = true
        waiting.removeAll()
        bytes.release()
    }
}
