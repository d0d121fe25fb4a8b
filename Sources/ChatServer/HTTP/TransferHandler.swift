import ChatNIO
import ChatWire
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Watches over the bodies of an HTTP connection: that what comes and goes keeps its pace, and that a request whose body nobody wants
/// ends its connection.
///
/// A request may be answered before its body has come (it was refused, or came too slowly). What then still comes is no further request;
/// it is read and thrown away for a while, so that the answer is not lost with a connection reset (RFC 9112 section 9.6). And a request that
/// asks for an upgrade and gets none, as from a client that offers HTTP/2, is an ordinary one (RFC 9110 section 7.8), but the last of its
/// connection: behind it NIO's decoder (2.101.2) reads nothing more, and the next one would wait for ever.
final class TransferHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private enum Direction {
        case upload
        case download
    }

    /// Requests of which the head came, the end came, and the answer went.
    private var begun = 0
    private var ended = 0
    private var answered = 0
    /// The one that asked for an upgrade.
    private var last: Int?
    private var direction: Direction?
    private var pace = Pace()
    private var ticks: RepeatedTask?
    private var lastTick = NIODeadline.now()
    /// Bytes handed to the socket that it has not taken.
    private var unsent = 0
    private var isReading = false
    private var isStopping = false
    /// Why the body of an upload was ended before its time.
    private var cut: FileRefusal?
    /// The rest of what comes is thrown away.
    private var isDeaf = false
    private var closesAfterAnswer = false
    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        end()
        self.context = nil
    }

    /// A file is let in: its sender may begin, and must keep its pace.
    func beginUpload(expectsContinue: Bool) {
        guard let context else { return }
        if expectsContinue {
            context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
        }
        watch(.upload, Pace(), context)
        if isStopping { cut(.stopping) }
    }

    /// - Returns: why the body ended before its time; `nil` where it did not
    func endUpload() -> FileRefusal? {
        end()
        return cut
    }

    /// A file goes out: its receiver must keep its pace until the answer has gone.
    func beginDownload() {
        guard let context else { return }
        // What the system holds for a reader goes in jumps.
        watch(.download, Pace(most: 3 * Limits.fileGrace), context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isDeaf else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            begun += 1
            if Self.asksForUpgrade(head) { last = begun }
        case .body(let buffer): if direction == .upload { pace.moved(buffer.readableBytes) }
        case .end: ended += 1
        }
        context.fireChannelRead(data)
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
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.kind != .informational && (ended <= answered || answered + 1 == last):
            head.headerFields[.connection] = head.headerFields[.upgrade] == nil ? "close" : "close, Upgrade"
            closesAfterAnswer = true
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .head:
            context.write(data, promise: promise)
        case .body(let buffer):
            let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
            let count = buffer.readableBytes
            unsent += count
            promise.futureResult.assumeIsolated().whenSuccess {
                self.unsent -= count
                if self.direction == .download { self.pace.moved(count) }
            }
            context.write(data, promise: promise)
        case .end:
            answered += 1
            end()
            context.write(data, promise: promise)
            if closesAfterAnswer { closeLingering(context) }
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            isStopping = true
            if direction == .upload { cut(.stopping) }
        }
        if let event = event as? ChannelEvent, event == .inputClosed, isDeaf { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    /// Whether NIO's decoder takes it so; in doubt, yes.
    private static func asksForUpgrade(_ head: HTTPRequest) -> Bool {
        if head.method == .connect { return true }
        let options = [HTTPField.Name.connection, HTTPField.Name("Proxy-Connection")].compactMap(\.self)
        return head.headerFields[.upgrade] != nil
            && options.contains { head.headerFields[values: $0].contains { $0.lowercased().contains("upgrade") } }
    }

    private func watch(_ direction: Direction, _ pace: Pace, _ context: ChannelHandlerContext) {
        self.direction = direction
        self.pace = pace
        lastTick = .now()
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        ticks = context.eventLoop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in
            handler.value.tick()
        }
    }

    private func end() {
        ticks?.cancel()
        ticks = nil
        direction = nil
    }

    /// Time counts only while the other end could go on: not while the disk, or the chat, has us wait.
    private func tick() {
        let now = NIODeadline.now()
        defer { lastTick = now }
        guard direction == .upload ? isReading : unsent > 0 else { return }
        pace.waited(nanoseconds: (now - lastTick).nanoseconds)
        guard pace.isTooSlow else { return }
        if direction == .upload { cut(.tooSlow) } else { context?.close(promise: nil) }
    }

    /// Ends the body: whoever reads it finds it too short, and asks why.
    private func cut(_ reason: FileRefusal) {
        guard let context, cut == nil, begun > ended else { return }
        cut = reason
        isDeaf = true
        context.fireChannelRead(wrapInboundOut(.end(nil)))
        context.fireChannelReadComplete()
    }

    private func closeLingering(_ context: ChannelHandlerContext) {
        isDeaf = true
        context.flush()
        context.close(mode: .output, promise: nil)
        let channel = context.channel
        let deadline = context.eventLoop.scheduleTask(in: .milliseconds(Limits.closeDeadline)) {
            channel.close(promise: nil)
        }
        channel.closeFuture.whenComplete { _ in deadline.cancel() }
    }
}
