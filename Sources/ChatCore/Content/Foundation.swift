import Foundation

extension WireError: LocalizedError {
    /// The error's sentence.
    public var errorDescription: String? { text }
}

extension WireError: CustomNSError {
    /// The error's number, so that reports of crashes and logs tell one from another.
    public var errorCode: Int { Int(code.rawValue) }
    /// The error's sentence.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: text] }
}

extension StorageError: LocalizedError {
    /// The error's sentence.
    public var errorDescription: String? { description }
}

extension UnexpectedAnswer: LocalizedError {
    /// A sentence for the user, without the status.
    public var errorDescription: String? { AccountSentences.unexpected }
}

extension Event {
    /// When the server took it.
    public var date: Date { Date(milliseconds: at) }
}

extension SentMessage {
    /// When the server took it.
    public var date: Date { Date(milliseconds: at) }
}

extension Row.Bubble {
    /// When it was written.
    public var date: Date { Date(milliseconds: at) }

    /// When the last of ``readers`` read it; `nil` if that is not known.
    public var readDate: Date? { readAt.map { Date(milliseconds: $0) } }
}

extension Row.Change {
    /// When it was done.
    public var date: Date { Date(milliseconds: at) }
}

extension Presence.Notice {
    /// When the people joined or left, by this device's clock.
    public var date: Date { Date(milliseconds: at) }
}

extension Receipts.Mark {
    /// When the person read up to this event; `nil` if that is not known.
    public var date: Date? { at.map { Date(milliseconds: $0) } }
}

extension ConversationItem {
    /// The time of its newest message; `nil` if the room has none.
    public var date: Date? { at.map { Date(milliseconds: $0) } }
}

extension ActionLine {
    /// When it was done.
    public var date: Date { Date(milliseconds: at) }
}

extension Standing {
    /// When the ban ends; `nil` without one. It may be past.
    public var banEnd: Date? { bannedUntil.map { Date(milliseconds: $0) } }

    /// When the mute ends; `nil` without one. It may be past.
    public var muteEnd: Date? { mutedUntil.map { Date(milliseconds: $0) } }
}

extension Silence {
    /// When it ends, by the server's clock; `nil` if it does not end by itself.
    public var endDate: Date? { end.map { Date(milliseconds: $0) } }
}

extension InviteLink {
    /// When it expires; `nil` for never.
    public var expirationDate: Date? { until.map { Date(milliseconds: $0) } }
}

extension DirectoryEntry {
    /// The time of the room's newest event.
    public var date: Date { Date(milliseconds: at) }
}

extension ReportNote {
    /// When it was reported.
    public var date: Date { Date(milliseconds: at) }
}

extension HeldMessage {
    /// When it was sent.
    public var date: Date { Date(milliseconds: at) }
}

extension Outbox.Item {
    /// When the user asked for it, by this device's clock.
    public var date: Date { Date(milliseconds: at) }
}

extension ListedSession {
    /// When the user signed up or in.
    public var creationDate: Date { Date(milliseconds: created) }

    /// When it was used last, to the day.
    public var lastUse: Date { Date(milliseconds: used) }

    /// When it ends if it is not used any more.
    public var expirationDate: Date { Date(milliseconds: expires) }
}

extension WireError {
    /// How long to wait until the same request may succeed, if that is known.
    public var retryAfter: Duration? { retry.map { .milliseconds(Int64(clamping: $0)) } }
}

extension UTCOffsets {
    /// The offsets of a time zone, from twenty years before a date to two years after it. Before
    /// and after that, the first and the last offset apply.
    public init(of zone: TimeZone, around date: Date = Date()) {
        let week: TimeInterval = 7 * 86_400
        // No calendar reaches further.
        let date = min(max(date, .distantPast), .distantFuture)
        let start = date.addingTimeInterval(-20 * 52 * week)
        func minutes(_ date: Date) -> Int { zone.secondsFromGMT(for: date) / 60 }
        var changes: [Change] = []
        var (before, offset) = (start, minutes(start))
        // A zone keeps an offset for weeks. Foundation's own search finds only the changes of
        // daylight saving time.
        for number in 1...22 * 52 {
            let after = start.addingTimeInterval(Double(number) * week)
            let next = minutes(after)
            if next != offset {
                var (low, high) = (before, after)
                while high.timeIntervalSince(low) >= 1 {
                    let middle = low.addingTimeInterval(high.timeIntervalSince(low) / 2)
                    if minutes(middle) == offset { low = middle } else { high = middle }
                }
                // A zone changes at whole seconds.
                changes.append(Change(at: Int64(high.timeIntervalSince1970.rounded(.down)) * 1_000, minutes: next))
            }
            (before, offset) = (after, next)
        }
        self.init(minutes: minutes(start), changes: changes)
    }
}

extension RowOptions {
    /// Creates options for a time zone: days begin at its midnight.
    public init(timeZone: TimeZone = .current, unreadAfter: Seq? = nil) {
        self.init(utcOffsets: UTCOffsets(of: timeZone), unreadAfter: unreadAfter)
    }
}

extension Date {
    fileprivate init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
