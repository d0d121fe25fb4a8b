import ChatWire

/// What the user is told after they have reported a message.
public struct ReportReceipt: Hashable, Sendable {
    /// “Reported” or “Not reported”.
    public let title: String
    /// Who can see the report, or why it was not accepted.
    public let sentence: String

    /// - Parameter isAccepted: whether the client has accepted the report
    public init(isAccepted: Bool) {
        title = isAccepted ? localized("Reported") : localized("Not reported")
        sentence =
            isAccepted
            ? localized("The moderators of this room and the administrators of the server can see your report.")
            : localized("\(Limits.reportsUnderWay) reports wait for the server. Report the message again later.")
    }
}

extension Report.Reason {
    /// The label of the choice.
    public var title: String {
        switch self {
        case .spam: localized("Spam")
        case .harassment: localized("Harassment")
        case .violence: localized("Violence")
        case .sexual: localized("Sexual content")
        case .illegal: localized("Something illegal")
        case .other: localized("Something else")
        }
    }
}
