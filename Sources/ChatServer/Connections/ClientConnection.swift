import ChatNIO
import ChatRooms
import ChatWire
import NIOCore

/// A socket that can be left unread, so that its peer is held back.
protocol PausableSocket: AnyObject {
    func pauseReading()
    func resumeReading()
}

extension WebSocketHandler: PausableSocket {}
extension LineHandler: PausableSocket {}

/// A connection of one of the three protocols: a shell that gives its session what happens, and
/// performs the effect. On its event loop only.
protocol ClientConnection: Connection {
    associatedtype Socket: PausableSocket
    var socket: Socket? { get }
    var record: ConnectionRecord { get }
    /// `nil` before the client has introduced itself.
    var user: UserID? { get }
    /// Whether the session lets the connection be read.
    var isReading: Bool { get }
    /// What all connections of the client's address may still do; `nil` when there is no limit.
    var addressBudget: SharedAddressBudget? { get }
    /// Tells the session that a pause has begun, in which the connection is not read.
    func pauseBegan()
    /// Tells the session that a pause is over.
    func pauseEnded()
}

extension ClientConnection {
    var table: LoopTable { record.table }
    var server: ServerContext { record.server }

    /// Nanoseconds of the clock that sessions are told.
    var now: Int64 { table.clock.nanoseconds() }

    /// Reads on, or not, after the session has changed.
    func updateReading() {
        if isReading { socket?.resumeReading() } else { socket?.pauseReading() }
    }

    /// Says goodbye to a client who is banned.
    func dismissBanned() { dismiss(.banned, "you are banned from this server") }

    /// Call it when a refusal was sent.
    func carryOut(_ verdict: Refusals.Verdict) {
        switch verdict {
        case .goOn: pauseForAddress()
        case .pause(let milliseconds):
            endPause(in: milliseconds)
            pauseForAddress()
        case .close(let code, let reason):
            if code == .refusalFlood { table.metrics.refusalCuts.increment() }
            dismiss(code, reason)
        }
    }

    /// A new connection has its own budget of refusals, but its address's may be used up: then it
    /// pauses at once.
    private func pauseForAddress() {
        let milliseconds = addressBudget?.pause(ofRefusalAt: now) ?? 0
        guard milliseconds > 0, isReading else { return }
        pauseBegan()
        endPause(in: milliseconds)
    }

    private func endPause(in milliseconds: Int64) {
        table.loop.assumeIsolated().scheduleTask(in: .milliseconds(milliseconds)) { [weak self] in
            self?.pauseEnded()
        }
    }
}
