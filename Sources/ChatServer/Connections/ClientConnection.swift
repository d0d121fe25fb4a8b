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
    /// What the session says.
    var isReading: Bool { get }
    /// Tells the session.
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

    /// Call it when a refusal was sent.
    func carryOut(_ verdict: Refusals.Verdict) {
        switch verdict {
        case .goOn: break
        case .pause(let milliseconds):
            table.loop.assumeIsolated().scheduleTask(in: .milliseconds(milliseconds)) { [weak self] in
                self?.pauseEnded()
            }
        case .close(let code, let reason):
            if code == .refusalFlood { table.metrics.refusalCuts += 1 }
            dismiss(code, reason)
        }
    }
}
