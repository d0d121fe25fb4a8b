import ChatWire

/// Something that a user does about the reports of one message, for a ``Batch``.
public struct ReportChange: Hashable, Sendable {
    /// What the author does about the message.
    public enum Act: Hashable, Sendable {
        /// Reports it to the moderators.
        case report(Report)
        /// Decides, as a moderator, about its reports.
        case resolve(Resolution)
    }

    /// The room of the message.
    public var room: RoomName
    /// The number of the message.
    public var seq: Seq
    /// The user who reports or decides.
    public var author: Author
    /// The author's, on the whole server.
    public var role: ServerRole
    /// When the server accepted it: milliseconds since 1970-01-01 UTC.
    public var at: Int64
    /// What the author does.
    public var act: Act

    /// Creates the value.
    public init(room: RoomName, seq: Seq, author: Author, role: ServerRole, at: Int64, act: Act) {
        self.room = room
        self.seq = seq
        self.author = author
        self.role = role
        self.at = at
        self.act = act
    }

    /// Whether the author reports; `false` if they decide.
    public var isReport: Bool { if case .report = act { true } else { false } }
}

/// What became of a ``ReportChange``.
public enum ReportOutcome: Hashable, Sendable {
    /// The report is kept, or the decision was made.
    case done
    /// It was so already, or it counts no more. Nothing changed.
    case unchanged
    /// It is refused for this reason. Nothing changed.
    case refused(WireError)
}

/// What a store keeps of the reports of one message, besides each report. Nothing is kept of a
/// message that nobody has reported.
public struct ReportCase: Hashable, Sendable {
    /// What a moderator has decided about the reports.
    public struct Decision: Hashable, Sendable {
        /// Whether the reports were right.
        public var decision: Resolution.Decision
        /// The moderator.
        public var by: UserID
        /// The newest edit of the message at that moment; 0 for none.
        public var edited: Seq

        /// Creates the value.
        public init(_ decision: Resolution.Decision, by: UserID, edited: Seq) {
            self.decision = decision
            self.by = by
            self.edited = edited
        }
    }

    /// Reports that are kept.
    public var count: UInt64
    /// `nil` while nobody has decided.
    public var decided: Decision?

    /// Creates the value.
    public init(count: UInt64 = 0, decided: Decision? = nil) {
        self.count = count
        self.decided = decided
    }
}

// The rule, for every store alike.
extension ReportChange {
    /// What the message and the room say about it.
    ///
    /// - Parameter message: the event with its newest edit; `nil` if the room has none. Not asked
    ///   for unless the room lets the user do this: how long it takes would tell a stranger what is
    ///   there. Reactions do not count: a message may have thousands, which would be read for each
    ///   report.
    /// - Returns: the message, or why it is refused
    public func target(
        _ access: RoomAccess, _ message: () throws -> Event?
    ) rethrows -> Result<Event, WireError> {
        let refusal = isReport ? access.refusalOfEntering(at: at) : access.refusalOfReviewing(at: at)
        if let refusal { return .failure(refusal) }
        guard let event = try message().flatMap({ TargetMessage($0)?.event }), !isReport || seq >= access.firstReadable
        else {
            return .failure(isReport ? .noSuchMessage(seq) : .nothingReported)
        }
        // Nobody decides about their own message, nor learns that somebody reported it.
        guard event.author.user != author.user else { return .failure(isReport ? .ownMessage : .nothingReported) }
        if isReport, case .deleted = event.content { return .failure(.alreadyDeleted) }
        return .success(event)
    }

    /// What a report comes to.
    ///
    /// - Parameters:
    ///   - known: what is kept of the message's reports; `nil` for nothing
    ///   - isRepeated: whether this user's report of this message is kept already
    ///   - open: not asked for if the report changes nothing
    public static func outcome(
        ofReporting event: Event, _ known: ReportCase?, isRepeated: Bool, open: () throws -> ModerationCounts
    ) rethrows -> ReportOutcome {
        if isRepeated { return .unchanged }
        if let decided = known?.decided, event.newestEdit <= decided.edited { return .unchanged }
        if let known, known.decided == nil, known.count >= Limits.reportsPerMessage { return .unchanged }
        let open = try open()
        if open.ofUser >= Limits.openReportsPerUser {
            return .refused(
                WireError(
                    .tooManyReports,
                    "You have \(Limits.openReportsPerUser) open reports; report more when moderators have looked at them."
                ))
        }
        guard open.inRoom < Limits.openReportsPerRoom, open.onServer < Limits.openReports else {
            return .refused(
                WireError(.tooManyReports, "Too many reports wait for a moderator; tell one in another way."))
        }
        return .done
    }

    /// Whether the message's author has a role in the room that lets only a higher one, or an
    /// administrator of the server, decide about its reports. Otherwise an owner's second account
    /// could take them out of the administrators' sight.
    ///
    /// - Parameter standing: of the message's author
    public func isOutranked(by standing: Standing, _ access: RoomAccess) -> Bool {
        role != .administrator && standing.role >= access.role
    }

    /// What a decision comes to.
    ///
    /// - Parameter isOutranked: ``isOutranked(by:_:)``; not asked for if the decision changes
    ///   nothing
    public static func outcome(
        of resolution: Resolution, by user: UserID, _ known: ReportCase?, isOutranked: () throws -> Bool
    ) rethrows -> ReportOutcome {
        guard let known else { return .refused(.nothingReported) }
        guard let decided = known.decided else { return try isOutranked() ? .refused(.outranked) : .done }
        if decided.by == user, decided.decision == resolution.decision { return .unchanged }
        return .refused(.decidedAlready)
    }
}

extension Event {
    /// The number of the newest edit that is folded in; 0 for none.
    public var newestEdit: Seq {
        if case .message(let message) = content { message.edited ?? 0 } else { 0 }
    }
}

extension WireError {
    fileprivate static func noSuchMessage(_ seq: Seq) -> WireError {
        WireError(.noSuchMessage, "This room has no message \(seq).")
    }
    fileprivate static let ownMessage = WireError(.report, "This message is yours; delete it instead.")
    fileprivate static let alreadyDeleted = WireError(.messageDeleted, "This message was deleted.")
    fileprivate static let outranked = WireError(
        .notAllowed,
        "The role of the message's author is not lower than yours: an administrator of the server decides about it.")
    fileprivate static let nothingReported = WireError(.report, "Nobody has reported this message.")
}
