import ChatWire

/// What one group commit brought about, in the order in which it is told: the events, then the
/// replies, then the read marks.
package struct Committed: Sendable {
    /// How many of ``events`` are other servers'.
    package var eventsOfOthers = 0
    /// Whether the log has something that other servers must hear of.
    package var hasAppended = false
    /// New events: those of other servers, and then those of the batch, in its order.
    package var events: [NewEvent] = []
    /// The new places of people, for all their connections.
    package var standings: [NewStanding] = []
    /// One for each submission of the batch.
    package var replies: [Reply] = []
    /// Read marks that are kept, for the others in their rooms.
    package var marks: [KeptMark] = []
    /// What users have written and not sent, for their other connections.
    package var drafts: [NewDraft] = []
    /// What became of the files that were to be recorded, in their order; a failure where nobody
    /// knows whether a file was recorded.
    package var files: [Result<FileOutcome, WireError>] = []
    /// The places of files that are no longer in the log.
    package var removed: [FilePlace] = []
    package var expired: Expired?
    /// What became of the step of a removal, if there was one.
    package var removal: Result<Removed, WireError>?
    /// Why the expiry was not done; `nil` also after a failure.
    package var choreRefusal: WireError?
    /// Rooms that are gone: who is in them has to join again.
    package var removedRooms: [RoomName] = []
    /// The epochs of rooms with new events, if they are not the store's.
    package var epochs: [RoomName: Epoch] = [:]
    /// What administrators did with the requests of this batch, for the operator's log.
    package var administratorActs: [AdministratorAct] = []
    /// Errors of the store that refused requests and nothing else, for the server's log.
    package var refusals: [StoreError] = []
    /// Why the store must not be used any more. The server has to end.
    package var failure: StoreError?

    package init() {}

    /// A new event, and when its request was submitted (monotonic nanoseconds).
    package struct NewEvent: Sendable {
        package var room: RoomName
        package var event: Event
        package var submitted: Int64
    }

    /// A person's place in a room after an event.
    package struct NewStanding: Hashable, Sendable {
        package var user: UserID
        package var room: RoomName
        package var event: Event
        package var info: RoomInfo

        package var frame: ServerFrame { .standing(room: room, seq: event.seq, by: event.author, info) }
    }

    /// What a user has written and not sent, and the connection that said so.
    package struct NewDraft: Hashable, Sendable {
        package var kept: KeptDraft
        package var origin: Origin

        package var frame: ServerFrame { .draft(room: kept.room, text: kept.text) }
    }

    /// A read mark that is kept, and the connection that set it.
    package struct KeptMark: Hashable, Sendable {
        package var room: RoomName
        package var author: Author
        package var point: ReadPoint
        /// `nil` for a single request over HTTP: then the mark is new to all of the user's
        /// connections.
        package var origin: Origin?
    }

    /// Nothing of a batch is done, and it is in doubt whether the disk kept any of it.
    package mutating func fail(_ batch: CommitBatch, _ error: StoreError) {
        failure = error
        let refusal = error.refusal
        for submission in batch.submissions { replies.append(submission.refused(refusal)) }
        for _ in batch.chores.files { files.append(.failure(refusal)) }
        if !batch.chores.removals.isEmpty { removal = .failure(refusal) }
    }

    /// Nothing of these is done, and nothing is in doubt: the server goes on.
    mutating func refuse(_ submissions: [Submission], _ fileCount: Int, _ error: StoreError) {
        refusals.append(error)
        let refusal = error.refusal
        for submission in submissions { replies.append(submission.refused(refusal)) }
        for _ in 0..<fileCount { files.append(.success(.refused(refusal))) }
    }
}

extension Event {
    /// The people whose list of rooms this event changes.
    func peopleToTell(in room: RoomName) -> [UserID] {
        if let user = changesPlace { return [user] }
        if seq == 1, case .direct(let one, let other) = room.kind { return [one, other] }
        return []
    }

    /// The person who can't read the room any more.
    package var endsReading: UserID? {
        if case .membership(let change) = content, change.endsReading { change.member } else { nil }
    }
}

extension AppendOutcome {
    /// What the sender of a new event is told.
    func reply(to newEvent: NewEvent) -> Reply.Result {
        switch self {
        case .appended(let event), .alreadyThere(let event):
            .appended(
                room: newEvent.room, number: newEvent.idempotencyKey?.number, seq: event.seq, id: event.id, at: event.at
            )
        case .conflict:
            .refused(WireError(.numberConflict, "This device sent something else under this number; use a new one."))
        case .passed:
            .refused(WireError(.numberPassed, "This device already sent a higher number; use a new one."))
        case .outOfTurn:
            .refused(
                WireError(.outOfTurn, "The send named in \"after\" has not been accepted; resend it first."))
        case .held:
            .refused(.held)
        case .refused(let error):
            .refused(error)
        }
    }
}
