/// Counters of the committer.
struct CommitMetrics: Sendable {
    /// Appended events, without repeated and refused sends.
    private(set) var messages: UInt64 = 0
    /// Messages that were erased because they expired.
    var expired: UInt64 = 0
    private(set) var batchSize = Histogram.sizes()
    /// The time of one `append` of the store, including the flush to the disk.
    private(set) var latency = Histogram.seconds()

    mutating func record(drafts: Int, appended: Int, nanoseconds: Int64) {
        messages += UInt64(appended)
        batchSize.record(Double(drafts))
        latency.record(nanoseconds: nanoseconds)
    }
}
