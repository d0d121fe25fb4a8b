import ChatWire

/// A reported message, in words.
public struct ReportLine: Hashable, Sendable {
    /// What the message says, or why nothing is shown.
    public var said: String
    /// How many reported it, and for which reasons.
    public var summary: String
    /// What they wrote, at most three of them.
    public var remarks: [String]

    public init(_ entry: ReportedMessage) {
        switch entry.message.content {
        case .message(let message): said = message.text
        case .deleted: said = "Deleted"
        default: said = "This message can't be shown."
        }
        var reasons: [String] = []
        for note in entry.notes {
            let reason = note.report.reason.rawValue
            if !reasons.contains(reason) { reasons.append(reason) }
        }
        let count = entry.count == 1 ? "1 report" : "\(entry.count) reports"
        summary = "\(count): \(reasons.joined(separator: ", "))"
        remarks = Array(entry.notes.compactMap { $0.report.text }.filter { !$0.isEmpty }.prefix(3))
    }
}
