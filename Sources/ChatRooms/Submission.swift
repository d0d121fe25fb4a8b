import ChatWire

/// A request of one connection that needs the log, on its way to the next group commit
/// (``GroupCommit``).
package struct Submission: Sendable {
    package var origin: Origin
    /// The request's number on its connection; the reply carries it back.
    package var ref: UInt64?
    package var client: ClientAddress
    package var request: Request
    /// Nanoseconds of a clock that does not go back.
    package var submitted: Int64
    /// Whether presence counts the connection among its user's. It does not count that of a single
    /// request over HTTP.
    package var isCounted: Bool

    package enum Request: Sendable {
        case append(NewEvent)
        /// Keep how far the author has read a room.
        ///
        /// `at`: the wall clock's time, in milliseconds since 1970-01-01 UTC.
        case markRead(RoomName, Author, seq: Seq, at: Int64)
        /// Keep what the user has written for a room and not sent.
        case keepDraft(KeptDraft)
        /// Keep a report, or a decision about reports.
        case report(ReportChange)
        /// Publish or discard a held message.
        case decide(HeldChange)
        /// Find a room's head. A join takes the path of the appends, so that no event slips in
        /// between the head and the subscription: everything committed before is in the head,
        /// everything after is delivered.
        ///
        /// `at`: the wall clock's time, in milliseconds since 1970-01-01 UTC.
        case join(RoomName, since: Position?, Visitor, at: Int64)
    }

    package init(
        origin: Origin, ref: UInt64?, client: ClientAddress, request: Request, submitted: Int64, isCounted: Bool = true
    ) {
        self.isCounted = isCounted
        self.origin = origin
        self.ref = ref
        self.client = client
        self.request = request
        self.submitted = submitted
    }
}

extension Submission {
    /// Whether it changes a message: then the store may have to read or wipe the earlier changes of
    /// that message, which may be thousands.
    var changesMessage: Bool {
        guard case .append(let newEvent) = request else { return false }
        return newEvent.mutation.target != nil
    }

    /// Who joins which room.
    var joining: PersonInRoom? {
        guard case .join(let room, _, let visitor, _) = request else { return nil }
        return PersonInRoom(room: room, user: visitor.user)
    }

    package var newEvent: NewEvent? {
        if case .append(let newEvent) = request { newEvent } else { nil }
    }

    package var keptDraft: KeptDraft? {
        if case .keepDraft(let kept) = request { kept } else { nil }
    }

    package var heldChange: HeldChange? {
        if case .decide(let change) = request { change } else { nil }
    }

    /// Which budgets it is charged to.
    package enum Cost: Hashable, Sendable {
        /// To those of the user and of the address, for messages and their bytes.
        case message(bytes: Int)
        /// To that of the address, for requests that are no messages.
        case signal
        /// The same, and the disk space of a read mark.
        case mark
    }

    package var cost: Cost {
        switch request {
        case .append, .keepDraft: .message(bytes: textBytes)
        case .join, .report, .decide: .signal
        case .markRead: .mark
        }
    }

    /// Whether it is refused to guests where they only read.
    private var isWriting: Bool {
        switch request {
        case .append(let newEvent): !newEvent.mutation.isLeaving(of: newEvent.author.user)
        case .keepDraft, .report, .decide: true
        case .join, .markRead: false
        }
    }

    /// Why it does not get into the queue.
    ///
    /// - Parameters:
    ///   - mayWrite: `false` for a guest who only reads
    ///   - charge: takes what it costs, or says why there is not enough
    package func refusal(mayWrite: Bool, charge: (Cost) -> WireError?) -> WireError? {
        !mayWrite && isWriting ? .guestsReadOnly : charge(cost)
    }

    /// What the connection is told when this is not done.
    package func refused(_ error: WireError) -> Reply {
        if case .join(let room, _, _, _) = request { return Reply(self, .joinRefused(room, error)) }
        return Reply(self, .refused(error))
    }

    /// Whether it appends an event. Unlike ``newEvent``, it does not copy the event.
    package var isAppend: Bool {
        if case .append = request { true } else { false }
    }

    /// Whether its answer depends on the head of its room before the commit.
    var readsHead: Bool {
        switch request {
        case .join, .markRead: true
        case .append, .report, .decide, .keepDraft: false
        }
    }

    /// Whether a server whose disk is nearly full takes it: a deletion makes room, and a join
    /// stores nothing.
    package var isTakenReadOnly: Bool {
        switch request {
        case .append(let newEvent): newEvent.mutation.isTakenReadOnly
        case .markRead, .report, .decide: false
        case .keepDraft(let kept): kept.text.isEmpty
        case .join: true
        }
    }

    package var textBytes: Int {
        switch request {
        case .append(let newEvent): newEvent.mutation.textBytes
        case .keepDraft(let kept): kept.text.utf8.count
        case .markRead, .report, .decide, .join: 0
        }
    }
}
