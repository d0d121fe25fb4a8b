import ChatWire

/// Counters of one event loop. They are counted on the loop, without a lock, and added up on
/// request.
struct LoopMetrics: Sendable {
    /// Written events, counted once for each connection.
    var delivered: UInt64 = 0
    /// The time from an event's submission until it was written to the connections of this loop.
    var deliveryLatency = Histogram.seconds()
    var connectionsV1 = 0
    var connectionsSwiftChat = 0
    var connectionsLines = 0
    /// Readers cut because too many bytes waited for them.
    var outboxCuts: UInt64 = 0
    /// Connections cut because too many of their requests were refused.
    var refusalCuts: UInt64 = 0
    var errors: [UInt16: UInt64] = [:]

    mutating func count(_ error: WireError) { errors[error.code.rawValue, default: 0] += 1 }

    mutating func add(_ other: LoopMetrics) {
        delivered += other.delivered
        deliveryLatency.add(other.deliveryLatency)
        connectionsV1 += other.connectionsV1
        connectionsSwiftChat += other.connectionsSwiftChat
        connectionsLines += other.connectionsLines
        outboxCuts += other.outboxCuts
        refusalCuts += other.refusalCuts
        errors.merge(other.errors, uniquingKeysWith: +)
    }
}
