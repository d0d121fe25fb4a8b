import ChatRooms
import ChatWire
import NIOConcurrencyHelpers
import NIOCore

/// Stops a server: commits finish, clients are told, connections close.
struct Drain: Sendable {
    let context: ServerContext
    let stop: StopSignal

    /// Takes at most ``Limits/drainDeadline`` and ``Limits/forcedCloseDeadline``, after the running
    /// disk operations.
    func run() async {
        await withCheckedContinuation { done in begin { done.resume() } }
    }

    /// - Parameter done: called on an event loop when every connection has closed, or the time is
    ///   up
    func begin(done: @escaping @Sendable () -> Void) {
        let begun = context.clock.uptime()
        let reason = WireError(
            .shuttingDown, "The server is stopping; this message was not sent. Connect again.", retry: 1_000)
        context.committer.close(reason) {
            context.history.finish {
                dismissAll()
                awaitEmpty(until: begun + Limits.drainDeadline) {
                    // An event loop must not end before what still uses it.
                    context.fanout.onEachTable { $0.closeHTTP() }
                    awaitEmpty(until: context.clock.uptime() + Limits.forcedCloseDeadline, done)
                }
            }
        }
    }

    private func dismissAll() {
        let (code, reason) =
            stop.failure == nil
            ? (CloseCode.draining, "the server is stopping; connect again")
            : (CloseCode.storageFailed, "the server can't store messages; connect again later")
        context.fanout.onEachTable { $0.dismissAll(code, reason) }
    }

    /// Counts the connections every 20 ms.
    private func awaitEmpty(until deadline: Int64, _ done: @escaping @Sendable () -> Void) {
        let open = NIOLockedValueBox(0)
        context.fanout.visit { table in
            let count = table.openCount
            open.withLockedValue { $0 += count }
        } then: { loop in
            guard open.withLockedValue({ $0 > 0 }), context.clock.uptime() < deadline else { return done() }
            loop.scheduleTask(in: .milliseconds(20)) { awaitEmpty(until: deadline, done) }
        }
    }
}
