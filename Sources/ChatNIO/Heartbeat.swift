import ChatWire
import NIOCore

/// Whether the peer is still there: who is silent for long is pinged, who does not answer that either is dead.
///
/// Any byte that arrives is a sign of life. It knows the time from its ticks alone, so hearing something costs no clock.
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

    /// - Parameters:
    ///   - interval: milliseconds of silence before a ping
    ///   - deadline: milliseconds for the answer
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
