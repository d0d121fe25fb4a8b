import ChatModel
import ChatWire

/// A session of an account in a list.
public struct SessionLine: Hashable, Sendable, Identifiable {
    public var id: SessionID
    /// Whether this is the session of this device. Signing out ends it.
    public var isCurrent: Bool
    /// “This device” for the current session; for others, when they began.
    public var title: String
    /// When the current session began; for others, the day of their last use.
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
        let begin = localized("Signed in \(dateFormatting.full(created))")
        title = isCurrent ? localized("This device") : begin
        detail = isCurrent ? begin : localized("Last used: \(dateFormatting.day(used, now: now))")
    }
}
