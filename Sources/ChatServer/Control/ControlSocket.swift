import ChatWire
import Foundation
import Logging
import NIOCore
import NIOPosix

/// The unix domain socket by which commands on this machine ask a running server to do something:
/// only its user can connect (mode 0600).
struct ControlSocket {
    private let channel: any Channel
    private let path: String

    /// - Parameter path: the socket's file. An existing file is the socket of an earlier server,
    ///   because this server has the lock of the data folder. It is replaced.
    static func listen(
        at path: String, group: any EventLoopGroup, _ actions: ControlActions
    ) async throws -> ControlSocket {
        let connections = OpenConnections(limit: Limits.controlConnections)
        let short = SocketPath(path)
        let channel = try await ServerBootstrap(group: group)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try AcceptGate.add(to: channel, connections) }
            }
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ControlHandler(actions))
                }
            }
            .bind(unixDomainSocketPath: short.name, cleanupExistingSocketFile: true).get()
        // Until here the short name has to be valid.
        withExtendedLifetime(short) {}
        guard chmod(path, 0o600) == 0 else {
            try? await channel.close()
            throw IOError(errnoCode: errno, reason: "chmod")
        }
        return ControlSocket(channel: channel, path: path)
    }

    func close() async {
        try? await channel.close()
        unlink(path)
    }
}

/// Reads one request of a connection to the control socket, has it done, answers it and closes.
final class ControlHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let actions: ControlActions
    private var received: [UInt8] = []
    private var isAsked = false
    private var deadline: Scheduled<Void>?

    init(_ actions: ControlActions) { self.actions = actions }

    func channelActive(context: ChannelHandlerContext) {
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: .milliseconds(Limits.controlDeadline)) {
            channel.close(promise: nil)
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isAsked else { return }
        received += unwrapInboundIn(data).readableBytesView
        let line = received.prefix { $0 != UInt8(ascii: "\n") }
        guard line.count < received.count else {
            if received.count > Limits.controlRequestBytes {
                isAsked = true
                Self.answer(.refused(WireError(.badRequest, "The request is too long.")), context.channel)
            }
            return
        }
        isAsked = true
        deadline?.cancel()
        do throws(WireError) {
            perform(try ControlRequest(json: Array(line)), context)
        } catch {
            Self.answer(.refused(error), context.channel)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    /// It is done to its end also when nobody waits for the answer any more.
    private func perform(_ request: ControlRequest, _ context: ChannelHandlerContext) {
        let (actions, channel) = (actions, context.channel)
        context.eventLoop.makeFutureWithTask {
            do throws(WireError) {
                Self.answer(try await actions.perform(request), channel)
            } catch {
                Self.answer(.refused(error), channel)
            }
        }.whenComplete { _ in }
    }

    private static func answer(_ reply: ControlReply, _ channel: any Channel) {
        channel.writeAndFlush(ByteBuffer(bytes: reply.line)).whenComplete { _ in channel.close(promise: nil) }
    }
}
