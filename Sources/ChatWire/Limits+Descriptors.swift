/// Descriptors, and accepting connections.
extension Limits {
    /// Descriptors kept for the store, the accounts, the listeners and the event loops, besides
    /// three for each loop.
    public static let descriptorsReserved = 44
    /// Descriptors kept free for short use: connections being refused, folders, the log.
    public static let descriptorsSpare = 24
    /// Connections to the metrics' address, if they have one.
    public static let metricsConnections = 8
    /// Connections to a server that stands by, each for one answer.
    public static let standbyConnections = 256
    /// Combinations of dimensions that `/metrics` shows of one metric.
    public static let metricSeries = 256
    /// Connections accepted in one turn of an event loop, on each port.
    public static let acceptsTogether = 8
    /// Milliseconds without accepting after the system had no descriptor for a connection.
    public static let acceptPause: Int64 = 500
    /// The server warns at start if its descriptors allow fewer connections than this.
    public static let fewConnections = 1_000
}
