import ChatModel
import ChatWire

/// A session of an account in a list.
public struct SessionLine: Hashable, Sendable, Identifiable {
    /// The session's id.
    public var id: SessionID
    /// Whether this is the session of this device. Signing out ends it.
    public var isCurrent: Bool
    /// “This device” for the current session, with its program. For others their program, or when
    /// they began if that is not known.
    public var title: String
    /// When the session began, unless the title says it; for others than the current one also the
    /// day of their last use.
    public var detail: String

    /// - Parameters:
    ///   - program: the program that signed in; `nil` if that is not known
    ///   - created: milliseconds since 1970-01-01 UTC
    ///   - used: likewise, to the day
    ///   - now: the current time, likewise
    public init(
        id: SessionID, isCurrent: Bool, program: String? = nil, created: Int64, used: Int64, now: Int64,
        dateFormatting: DateFormatting = DateFormatting()
    ) {
        self.id = id
        self.isCurrent = isCurrent
        let begin = localized("Signed in \(dateFormatting.full(created))")
        let program = program.map(Sentences.isolated)
        if isCurrent {
            title = [localized("This device"), program].compactMap { $0 }.joined(separator: " · ")
            detail = begin
        } else {
            let use = localized("Last used: \(dateFormatting.day(used, now: now))")
            title = program ?? begin
            detail = program == nil ? use : "\(begin) · \(use)"
        }
    }
}
