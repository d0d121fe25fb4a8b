import ChatRooms
import ChatWire
import NIOCore

/// What a connection remembers of the requests that it refused.
struct Refusals {
    var budget = RefusalBudget()
    /// Whether the connection is not read, for what it sends is refused.
    var arePausing = false
}

/// A connection that counts what it refuses: it is read no further for a while, and then cut (``RefusalBudget``).
protocol RefusingConnection: Connection {
    var table: LoopTable { get }
    var refusals: Refusals { get set }
    /// Reads on, or not, after something has changed.
    func updateReading()
}

extension RefusingConnection {
    /// Call it for each request that was refused, when the refusal was sent.
    func countRefusal() {
        switch refusals.budget.count(at: table.clock.nanoseconds()) {
        case .goOn: break
        case .pause(let milliseconds):
            refusals.arePausing = true
            updateReading()
            table.loop.assumeIsolated().scheduleTask(in: .milliseconds(milliseconds)) { [weak self] in
                self?.refusals.arePausing = false
                self?.updateReading()
            }
        case .cut:
            table.metrics.refusalCuts += 1
            dismiss(.refusalFlood, "too many requests were refused; connect again later")
        }
    }
}
