/// Descriptors, and accepting connections.
extension Limits {
    /// Descriptors kept for the store, the accounts, the listeners and the event loops, besides
    /// three for each loop.
    package static let descriptorsReserved = 44
    /// Descriptors kept free for short use: connections being refused, folders, the log.
    package static let descriptorsSpare = 24
    /// Connections to the metrics' address, if they have one.
    package static let metricsConnections = 8
    /// Connections to a server that stands by, each for one answer.
    package static let standbyConnections = 256
    /// Combinations of dimensions that `/metrics` shows of one metric.
    package static let metricSeries = 256
    /// Connections accepted in one turn of an event loop, on each port.
    package static let acceptsTogether = 8
    /// Milliseconds without accepting after the system had no descriptor for a connection.
    package static let acceptPause: Int64 = 500
    /// The server warns at start if its descriptors allow fewer connections than this.
    package static let fewConnections = 1_000
}
