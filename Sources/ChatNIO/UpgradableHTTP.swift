import NIOCore
import NIOHTTP1

extension ChannelPipeline.SynchronousOperations {
    /// NIO's `configureUpgradableHTTPServerPipeline`, with one difference: a request that asks for an upgrade and does not get it
    /// reaches the HTTP handlers whole.
    ///
    /// NIO's upgrade handler (2.101.2) forgets the head of such a request and hands on the rest of it, so that nobody could answer:
    /// neither a refused WebSocket nor a plain request that offers HTTP/2 (`Upgrade: h2c`).
    public func configureWebSocketServerPipeline<Result: Sendable>(
        configuration: NIOUpgradableHTTPServerPipelineConfiguration<Result>
    ) throws -> EventLoopFuture<Result> {
        let keeper = HeadKeeper()
        let bound = NIOLoopBound(keeper, eventLoop: eventLoop)
        var configuration = configuration
        let notUpgrading = configuration.upgradeConfiguration.notUpgradingCompletionHandler
        configuration.upgradeConfiguration.notUpgradingCompletionHandler = { channel in
            do {
                try channel.pipeline.syncOperations.addHandler(HeadReturner(bound.value.head))
            } catch {
                return channel.eventLoop.makeFailedFuture(error)
            }
            return notUpgrading(channel)
        }
        let result = try configureUpgradableHTTPServerPipeline(configuration: configuration)
        let upgrade = try handler(type: NIOTypedHTTPServerUpgradeHandler<Result>.self)
        try addHandler(keeper, position: .before(upgrade))
        return result
    }
}

/// Keeps the head of a connection's first request, before the upgrade handler; then it is done.
private final class HeadKeeper: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart

    private(set) var head: HTTPRequestHead?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let first) = unwrapInboundIn(data) { head = first }
        context.fireChannelRead(data)
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }
}

/// Puts the head back if the first thing that comes is something else; then it is done.
private final class HeadReturner: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private let head: HTTPRequestHead?

    init(_ head: HTTPRequestHead?) { self.head = head }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) {
        } else if let head {
            context.fireChannelRead(wrapInboundOut(.head(head)))
        }
        context.fireChannelRead(data)
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }
}
