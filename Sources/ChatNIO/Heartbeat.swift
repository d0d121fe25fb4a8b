import ChatWire
import NIOCore

/// Pings a silent peer, and reports it dead if the ping goes unanswered.
///
/// Any received byte is a sign of life. Time advances only with ticks, so receiving bytes needs no
/// clock.
struct Heartbeat {
    enum Input {
        case heard
        case tick(NIODeadline)
    }

    enum Effect: Hashable {
        case none
        case ping
        case dead
    }

    private enum State {
        case heard
        case silent(since: NIODeadline)
        case pinged(at: NIODeadline)
    }

    private let interval: TimeAmount
    private let deadline: TimeAmount
    private var state = State.heard

    /// Creates the heartbeat.
    ///
    /// - Parameters:
    ///   - interval: Milliseconds of silence before a ping.
    ///   - deadline: Milliseconds to wait for the answer.
    init(interval: Int64, deadline: Int64) {
        self.interval = .milliseconds(interval)
        self.deadline = .milliseconds(deadline)
    }

    mutating func handle(_ input: Input) -> Effect {
        switch (input, state) {
        case (.heard, _): state = .heard
        case (.tick(let now), .heard): state = .silent(since: now)
        case (.tick(let now), .silent(let since)) where now - since >= interval:
            state = .pinged(at: now)
            return .ping
        case (.tick(let now), .pinged(let at)) where now - at >= deadline: return .dead
        default: break
        }
        return .none
    }
}
