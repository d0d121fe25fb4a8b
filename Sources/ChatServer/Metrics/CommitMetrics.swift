/// What the committer has done.
struct CommitMetrics: Sendable {
    /// Events appended; repeated and refused sends not counted.
    private(set) var messages: UInt64 = 0
    /// Messages that were wiped because they were past their time.
    var expired: UInt64 = 0
    private(set) var batchSize = Histogram.sizes()
    /// One `append` of the store, the flush to the disk included.
    private(set) var latency = Histogram.seconds()

    mutating func record(drafts: Int, appended: Int, nanoseconds: Int64) {
        messages += UInt64(appended)
        batchSize.record(Double(drafts))
        latency.record(nanoseconds: nanoseconds)
    }
}
