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
        at path: String, group: any EventLoopGroup, _ removals: Removals, _ accounts: Accounts?
    ) async throws -> ControlSocket {
        let connections = OpenConnections(limit: Limits.controlConnections)
        let short = SocketPath(path)
        let channel = try await ServerBootstrap(group: group)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try AcceptGate.add(to: channel, connections) }
            }
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ControlHandler(removals, accounts))
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

    private let removals: Removals
    private let accounts: Accounts?
    private var received: [UInt8] = []
    private var isAsked = false
    private var deadline: Scheduled<Void>?

    init(_ removals: Removals, _ accounts: Accounts?) {
        self.removals = removals
        self.accounts = accounts
    }

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
        let (removals, accounts, channel) = (removals, accounts, context.channel)
        context.eventLoop.makeFutureWithTask {
            do throws(WireError) {
                Self.answer(try await Self.run(request, removals, accounts), channel)
            } catch {
                Self.answer(.refused(error), channel)
            }
        }.whenComplete { _ in }
    }

    private static func run(
        _ request: ControlRequest, _ removals: Removals, _ accounts: Accounts?
    ) async throws(WireError) -> ControlReply {
        if let removal = request.removal { return .removed(try await removals.run(removal)) }
        guard let accounts, case .account(let command) = request else {
            throw WireError(
                .accountsOff,
                "This server runs without accounts. Start it with --accounts, or stop it for this command.")
        }
        return .lines(try await accounts.perform(command))
    }

    private static func answer(_ reply: ControlReply, _ channel: any Channel) {
        channel.writeAndFlush(ByteBuffer(bytes: reply.line)).whenComplete { _ in channel.close(promise: nil) }
    }
}
