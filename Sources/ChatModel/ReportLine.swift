import ChatWire

/// A reported message, in words.
public struct ReportLine: Hashable, Sendable, Identifiable {
    /// The message and its reports.
    public let entry: ReportedMessage
    /// What the message says, without the marks of its formatting, or why nothing is shown.
    public var said: String
    /// How many reported it, and for which reasons.
    public var summary: String
    /// What they wrote, at most three of them.
    public var remarks: [String]
    /// The title of the room; `nil` in the queue of one room.
    public var room: String?
    /// Whether a decision is under way.
    public var isDeciding = false
    /// Why the last decision was not made.
    public var refusal: String?
    /// Whether the message is still there.
    public var canDelete: Bool
    /// Whether the app can go to the message, in its room.
    public var canShow = false

    /// The entry's number.
    public var id: UInt64 { entry.number }

    /// Creates the words for an entry of the queue.
    public init(_ entry: ReportedMessage) {
        self.entry = entry
        switch entry.message.content {
        case .message(let message): (said, canDelete) = (Markup.plain(message.text), true)
        case .deleted: (said, canDelete) = (localized("Deleted"), false)
        default: (said, canDelete) = (localized("This message can't be shown."), false)
        }
        let count = localized(Int(clamping: entry.count), one: "1 report", other: "\(entry.count) reports")
        let reasons = entry.reasons.map { $0.title }.joined(separator: ", ")
        summary = localized("\(count): \(reasons)")
        remarks = Array(entry.notes.compactMap { $0.report.text }.filter { !$0.isEmpty }.prefix(3))
    }

    /// What the buttons do.
    public static var explanation: String {
        localized(
            "“Accept” says that the report is right, “Dismiss” that it is not. Both close it. “Delete” also deletes the message."
        )
    }

    /// Why no report can be decided.
    public static var offline: String {
        localized("You are not connected. You can decide about reports when the connection is back.")
    }
}

extension ReportedMessage {
    /// The reasons of its reports, each once.
    package var reasons: [Report.Reason] {
        var reasons: [Report.Reason] = []
        for note in notes {
            let reason = note.report.reason
            if !reasons.contains(reason) { reasons.append(reason) }
        }
        return reasons
    }
}
