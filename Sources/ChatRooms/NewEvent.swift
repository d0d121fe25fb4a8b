import ChatWire

/// An event before it has a number.
public struct NewEvent: Hashable, Sendable {
    /// The room that gets the event.
    public var room: RoomName
    /// The number it gets is the store's; the id and the time are given by the server when it
    /// accepts the new event.
    public var id: EventID
    /// When the server accepted the new event: milliseconds since 1970-01-01 UTC.
    public var at: Int64
    /// The author of the event, with the name that they have when they send it.
    public var author: Author
    /// Without one, nothing is idempotent: the event is simply appended.
    public var idempotencyKey: IdempotencyKey?
    /// Only in turn: not before this number of the idempotency key's device, or a higher one, is in
    /// the log.
    public var after: UInt64?
    /// What the author asks for. It becomes the event's content.
    public var mutation: Mutation
    /// The author's, on the whole server.
    public var role: ServerRole
    /// Why it may not make its room, where there is a reason (``RoomQuota``, ``DirectRoomQuota``,
    /// the operator's filter list): it is refused with this when the room has no event yet.
    public var roomRefusal: WireError?
    /// Why it may not change the place that it is about, where there is a reason (``PlaceQuotas``).
    var placeRefusal: WireError?
    /// Likewise, if its author neither moderates the room nor was invited to it.
    var entryRefusal: WireError?
    /// Why it may not be held for a moderator, where there is a reason (``HeldQuota``).
    var holdRefusal: WireError?
    /// What is known of the name that a change of a person's place gives that person.
    var memberName = MemberName.unknown
    /// What the operator's filter list says of it. It counts unless the new event is in the log
    /// already.
    public var verdict = FilterVerdict.allowed

    /// Creates a new event that ``roomRefusal`` does not forbid, and that is allowed by
    /// ``verdict``.
    public init(
        room: RoomName, id: EventID, at: Int64, author: Author, idempotencyKey: IdempotencyKey?, after: UInt64? = nil,
        mutation: Mutation, role: ServerRole = .user
    ) {
        self.room = room
        self.id = id
        self.at = at
        self.author = author
        self.idempotencyKey = idempotencyKey
        self.after = after
        self.mutation = mutation
        self.role = role
    }
}

extension NewEvent {
    /// What becomes of this new event, whose number its device has already reached.
    ///
    /// The name may differ: someone renamed between two tries still says the same thing. Whether
    /// they say the same is for ``ChatWire/Mutation/became(_:)`` to decide.
    ///
    /// - Parameter first: the event that has this (user, device, number), and its room; `nil`
    ///   where there is none.
    public func repeated(_ first: (room: RoomName, event: Event)?) -> AppendOutcome {
        guard let first else { return .passed }
        guard first.room == room, first.event.author.user == author.user, mutation.became(first.event.content) else {
            return .conflict
        }
        return .alreadyThere(first.event)
    }

    /// The time that the event may not precede.
    ///
    /// It is the time of the room's newest event, so times do not go back. Events of a clock that
    /// was ahead by more than a day are left out: otherwise all later ones would get their time,
    /// for years. They are told from events before which *this* clock is behind by what stands
    /// before them: an event that is not later than this new event.
    ///
    /// - Parameters:
    ///   - last: the time of the room's newest event; `.min` where there is none
    ///   - head: the number of the room's newest event
    ///   - time: reads the time of an event, as for ``HistoryWindow``. It is called only if `last`
    ///     is more than a day later than this new event.
    public func lastTime<Failure>(
        _ last: Int64, head: Seq, time: (Seq) throws(Failure) -> Int64?
    ) throws(Failure) -> Int64 {
        let (latest, overflow) = at.addingReportingOverflow(Limits.clockJump)
        guard !overflow, last > latest,
            let wrong = try HistoryWindow.firstEvent(at: latest + 1, head: head, time: time), wrong > 1,
            let before = try time(wrong - 1), before <= at
        else { return last }
        return before
    }

    /// The event this new event becomes under a number.
    ///
    /// Behind an event that is later than this new event (the wall clock was put back), it gets
    /// that event's time.
    ///
    /// - Parameters:
    ///   - last: the time that it may not precede (``lastTime(_:head:time:)``), in milliseconds
    ///     since 1970-01-01 UTC
    ///   - target: the message that it is about
    ///   - link: the invite link by which it is a join
    public func event(
        seq: Seq, after last: Int64 = .min, about target: TargetMessage? = nil, by link: LinkUse? = nil
    ) -> Event {
        var event = Event(
            seq: seq, id: id, at: max(at, last), author: author, idempotencyKey: idempotencyKey,
            content: target?.content(of: mutation) ?? mutation.content)
        if let link, case .membership(var change) = event.content {
            change.link = link
            event.content = .membership(change)
        }
        return event
    }
}
