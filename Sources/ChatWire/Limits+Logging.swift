/// The log and the security log.
extension Limits {
    /// Milliseconds between two log entries that any client can cause.
    package static let repeatedLog: Int64 = 60_000
    /// Milliseconds of an interval in which lines are counted. Lines beyond the maximums are not
    /// written. They are summarised in one line for each of the addresses with the most.
    package static let securityLogInterval: Int64 = 10_000
    /// Lines of one kind in one interval, about all addresses.
    package static let securityLogLines = 64
    /// Lines of one kind in one interval about one address.
    package static let securityLogLinesPerAddress = 8
    /// Addresses whose lines are counted apart in one interval. No line is written about others.
    package static let securityLogAddresses = 1_024
    /// Addresses with a summary of their omitted lines: those with the most.
    package static let securityLogSummaries = 8
}
