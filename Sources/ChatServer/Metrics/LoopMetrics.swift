import ChatWire

/// Counters of one event loop. They are counted on the loop, without a lock, and added up on
/// request.
struct LoopMetrics: Sendable {
    /// Written events, counted once for each connection.
    var delivered: UInt64 = 0
    /// The time from an event's submission until it was written to the connections of this loop.
    var deliveryLatency = Histogram.seconds()
    var connections = Audience()
    /// Readers cut because too many bytes waited for them.
    var outboxCuts: UInt64 = 0
    /// Connections cut because too many of their requests were refused.
    var refusalCuts: UInt64 = 0
    var errors: [UInt16: UInt64] = [:]

    mutating func count(_ error: WireError) { errors[error.code.rawValue, default: 0] += 1 }

    mutating func add(_ other: LoopMetrics) {
        delivered += other.delivered
        deliveryLatency.add(other.deliveryLatency)
        connections.v1 += other.connections.v1
        connections.swiftChat += other.connections.swiftChat
        connections.lines += other.connections.lines
        outboxCuts += other.outboxCuts
        refusalCuts += other.refusalCuts
        errors.merge(other.errors, uniquingKeysWith: +)
    }
}
