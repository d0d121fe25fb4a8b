import ChatRooms
import ChatWire
import NIOCore

/// The end of a server: commits finish, clients hear where they stand, connections close.
struct Drain {
    let context: ServerContext
    let stop: StopSignal

    /// Takes at most ``Limits/drainDeadline``, once the disk has done what was asked of it.
    func run() async {
        let deadline = NIODeadline.now() + .milliseconds(Limits.drainDeadline)
        await context.committer.close(
            WireError(.shuttingDown, "The server is stopping; this message was not sent. Connect again.", retry: 1_000))
        await context.history.finish()
        let (code, reason) =
            stop.failure == nil
            ? (CloseCode.draining, "the server is stopping; connect again")
            : (CloseCode.storageFailed, "the server can't store messages; connect again later")
        context.fanout.onEachTable { $0.dismissAll(code, reason) }
        while NIODeadline.now() < deadline, await isInUse() {
            await context.fanout.pause(milliseconds: 20)
        }
    }

    private func isInUse() async -> Bool {
        let counts = try? await context.fanout.gather { $0.connections.count + $0.openChannels }
        return (counts ?? []).contains { $0 > 0 }
    }
}
