import ChatWire

/// What goes to a store in one transaction, in this order.
public struct Batch: Hashable, Sendable {
    /// Files whose bytes are on the disk; the new events may take them already.
    public var files: [FileRecord]
    /// At most ``Limits/commitBatch``.
    public var newEvents: [NewEvent]
    /// One that is not beyond the mark already kept changes nothing.
    public var marks: [ReadMark]
    /// What users have written and not sent.
    public var kept: [KeptDraft]
    /// What users do about reports, behind the new events.
    public var reports: [ReportChange]
    /// What moderators decide about held messages, behind the reports.
    public var decisions: [HeldChange]
    /// Files recorded before this that no message has are forgotten. Milliseconds since 1970-01-01
    /// UTC.
    public var unusedBefore: Int64?
    /// Messages that are past their time are wiped.
    public var expiry: Expiry?
    /// What is known of the wall clock takes the place of what was recorded before.
    public var clock: ClockRecord?
    /// Something is removed for good.
    public var removal: Removal?

    /// Creates a batch; without arguments, an empty one.
    public init(
        newEvents: [NewEvent] = [], marks: [ReadMark] = [], kept: [KeptDraft] = [], files: [FileRecord] = [],
        reports: [ReportChange] = [], decisions: [HeldChange] = [], unusedBefore: Int64? = nil, expiry: Expiry? = nil,
        clock: ClockRecord? = nil, removal: Removal? = nil
    ) {
        self.kept = kept
        self.newEvents = newEvents
        self.marks = marks
        self.files = files
        self.reports = reports
        self.decisions = decisions
        self.unusedBefore = unusedBefore
        self.expiry = expiry
        self.clock = clock
        self.removal = removal
    }

    /// Whether nothing is asked for.
    public var isEmpty: Bool {
        newEvents.isEmpty && marks.isEmpty && kept.isEmpty && files.isEmpty && reports.isEmpty && decisions.isEmpty
            && unusedBefore == nil && expiry == nil && clock == nil && removal == nil
    }
}

/// What became of a ``Batch``.
public struct Appended: Hashable, Sendable {
    /// What other servers have committed before this batch, and was not read yet
    /// (``MessageStore/isShared``).
    public var others = OthersCommits()
    /// The outcomes of its new events, in their order.
    public var outcomes: [AppendOutcome] = []
    /// The outcomes of its files, in their order.
    public var files: [FileOutcome] = []
    /// Why marks were not kept, by their positions among its marks.
    public var refusedMarks: [Int: WireError] = [:]
    /// The outcomes of its reports, in their order.
    public var reports: [ReportOutcome] = []
    /// The outcomes of its decisions about held messages, in their order.
    public var decisions: [HeldOutcome] = []
    /// The places of files that are no longer in the log: their bytes are to be removed. They are
    /// told once. Bytes that are left then have no record, and are found by that.
    public var removed: [FilePlace] = []
    /// How far its expiry came; `nil` without one.
    public var expired: Expired?
    /// The outcome of its removal; `nil` without one, and from a store that removes nothing.
    public var removal: Result<Removed, WireError>?
    /// The epochs of the rooms that were appended to, where those are not the store's.
    public var epochs: [RoomName: Epoch] = [:]

    /// Creates the outcome of an empty batch; the store fills it in.
    public init() {}
}
