/// The log and the security log.
extension Limits {
    /// Milliseconds between two log entries that any client can cause.
    public static let repeatedLog: Int64 = 60_000
    /// Lines in one interval (milliseconds): in total, and about one address. Further ones are
    /// counted, and summarised in one line for each of the addresses with the most.
    public static let securityLogInterval: Int64 = 10_000
    public static let securityLogLines = 64
    public static let securityLogLinesPerAddress = 8
    public static let securityLogAddresses = 1_024
    public static let securityLogSummaries = 8
}
