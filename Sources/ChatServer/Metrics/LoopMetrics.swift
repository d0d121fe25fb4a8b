import ChatWire

/// What one event loop has seen. Counted on the loop, without a lock; put together when somebody asks.
struct LoopMetrics: Sendable {
    /// Events written, counted once for each connection they were written to.
    var delivered: UInt64 = 0
    /// From the submission of an event to its being written to the connections of this loop.
    var deliveryLatency = Histogram.seconds()
    var connectionsV1 = 0
    var connectionsSwiftChat = 0
    var connectionsLines = 0
    /// Readers cut because too much waited for them.
    var outboxCuts: UInt64 = 0
    /// Connections cut because too much of what they sent was refused.
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
