/// What a user says against a message.
public struct Report: Hashable, Sendable {
    /// What the user holds against the message, by its word on the wire.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// Unwanted advertising, or the same again and again.
        case spam
        /// Attacks on a person.
        case harassment
        /// Violence, or threats of it.
        case violence
        /// Sexual content.
        case sexual
        /// Something against the law.
        case illegal
        /// Something else, which ``Report/text`` may explain.
        case other
    }

    /// Which of the reasons the user has chosen.
    public var reason: Reason
    /// In the user's own words, on one line, at most ``Limits/reportTextBytes`` bytes.
    public var text: String?

    /// Creates the value.
    public init(_ reason: Reason, text: String? = nil) {
        self.reason = reason
        self.text = text
    }

    /// Why it is refused, for every message; `nil` if it is valid.
    public func check() -> WireError? {
        guard let text, let fault = LineRule.fault(of: text, most: Limits.reportTextBytes) else { return nil }
        return WireError(.report, "The report's text \(fault).")
    }
}

/// A report as moderators see it.
public struct ReportNote: Hashable, Sendable {
    /// The reason and the text. The text is `nil` once the message was deleted.
    public var report: Report
    /// Milliseconds since 1970-01-01 UTC.
    public var at: Int64
    /// Who reported. Only administrators are told.
    public var by: Author?

    /// Creates the value.
    public init(_ report: Report, at: Int64, by: Author? = nil) {
        self.report = report
        self.at = at
        self.by = by
    }
}

/// A message that was reported, and about which nobody has decided yet: an entry of the queue.
public struct ReportedMessage: Hashable, Sendable {
    /// Its place in the queue: the message that was reported first comes first.
    public var number: UInt64
    /// The room of the message.
    public var room: RoomName
    /// The message as it stands now, without its reactions. A deleted message stays in the queue.
    public var message: Event
    /// Users who have reported it, at most ``Limits/reportsPerMessage``.
    public var count: UInt64
    /// The first reports, at most ``Limits/reportNotes``. The texts are `nil` once the message was
    /// deleted.
    public var notes: [ReportNote]

    /// Creates the value.
    public init(number: UInt64, room: RoomName, message: Event, count: UInt64, notes: [ReportNote]) {
        self.number = number
        self.room = room
        self.message = message
        self.count = count
        self.notes = notes
    }

    /// The approximate number of bytes of the entry in a page.
    public var pageBytes: Int {
        notes.reduce(message.pageBytes + 200) {
            $0 + ($1.report.text?.jsonBytes ?? 0) + ($1.by?.name.jsonBytes ?? 0) + 150
        }
    }
}

/// What a moderator decides about the reports of a message. It changes nothing by itself: deletions
/// and bans are requests of their own.
public struct Resolution: Hashable, Sendable {
    /// Whether the reports were right, by its word on the wire. Either way, further reports change
    /// nothing until the message is edited.
    public enum Decision: String, Hashable, Sendable, CaseIterable {
        /// The reports were right.
        case accepted
        /// The reports were not right.
        case dismissed
    }

    /// Whether the reports were right.
    public var decision: Decision
    /// What was done, for the moderation log, on one line.
    public var note: String?

    /// Creates the value.
    public init(_ decision: Decision, note: String? = nil) {
        self.decision = decision
        self.note = note
    }

    /// Why it is refused, for every report; `nil` if it is valid.
    public func check() -> WireError? { Resolution.fault(ofNote: note) }

    /// Why this can't be the note of a moderator's decision; `nil` if it can.
    static func fault(ofNote note: String?) -> WireError? {
        guard let note, let fault = LineRule.fault(of: note, most: Limits.reasonBytes) else { return nil }
        return WireError(.report, "The note \(fault).")
    }
}

/// An entry of a room's moderation log: what a moderator did, when and why.
public struct ModerationAction: Hashable, Sendable {
    /// What a moderator did.
    public enum Deed: Hashable, Sendable {
        /// An event of the room: settings, a change of somebody's membership, a pin, the
        /// deletion of somebody else's message, or the removal of a reaction from it.
        case event(Event)
        /// A decision about the reports of the message `of`, of which there were so many.
        case decided(Resolution, of: Seq, reports: UInt64, by: Author, at: Int64)
        /// A decision about the held message `held` (``HeldMessage/number``). `of`: the number of
        /// the event that it became; `nil` if it was discarded.
        case reviewed(HeldDecision, held: UInt64, of: Seq?, by: Author, at: Int64)
    }

    /// Entries of all rooms are counted together: the numbers of a room's entries grow, with gaps.
    public var number: UInt64
    /// What the moderator did, and who they are.
    public var deed: Deed
    /// The author of the message that was deleted, reported or held.
    public var about: Author?

    /// Creates the value.
    public init(number: UInt64, _ deed: Deed, about: Author? = nil) {
        self.number = number
        self.deed = deed
        self.about = about
    }

    /// The approximate number of bytes of the entry in a page.
    public var pageBytes: Int {
        switch deed {
        case .event(let event): event.pageBytes + 200
        case .decided(let resolution, _, _, let author, _):
            (resolution.note?.jsonBytes ?? 0) + author.name.jsonBytes + 500
        case .reviewed(let decision, _, _, let author, _):
            (decision.note?.jsonBytes ?? 0) + author.name.jsonBytes + 500
        }
    }
}
