import ChatWire

/// A session of an account in a list.
public struct SessionLine: Hashable, Sendable, Identifiable {
    public var id: SessionID
    public var isCurrent: Bool
    public var title: String
    public var detail: String

    /// - Parameters:
    ///   - created: milliseconds since 1970-01-01 UTC
    ///   - used: likewise, to the day
    ///   - now: the current time, likewise
    public init(
        id: SessionID, isCurrent: Bool, created: Int64, used: Int64, now: Int64,
        dateFormatting: DateFormatting = DateFormatting()
    ) {
        self.id = id
        self.isCurrent = isCurrent
        title = isCurrent ? "This device" : "Signed in \(dateFormatting.full(created))"
        detail =
            isCurrent
            ? "Signed in \(dateFormatting.full(created))" : "Last used: \(dateFormatting.day(used, now: now))"
    }
}
