import ChatWire

/// What a user asks of the log. A ``Submission`` is made of it, which also has the time and what is
/// random.
package enum LogRequest: Hashable, Sendable {
    case append(RoomName, Author, ServerRole, IdempotencyKey?, after: UInt64?, Mutation)
    /// A join, which finds the room's head.
    case join(RoomName, since: Position?, Visitor)
    case markRead(RoomName, Author, seq: Seq)
    case keepDraft(RoomName, Author, String)
    /// A report, or a decision about reports.
    case report(ReportChange.Act, RoomName, seq: Seq, Author, ServerRole)
    /// A decision about a held message.
    case decide(HeldDecision, RoomName, place: UInt64, Author, ServerRole)

    /// What the group commit is asked for.
    ///
    /// - Parameters:
    ///   - now: the wall clock's time, in milliseconds since 1970-01-01 UTC
    ///   - accounts: whose names people are called by; `nil` without accounts
    ///   - namesUsers: whether another system names users of this server
    ///   - makeID: called if an event may come of it
    package func submitted(
        at now: Int64, accounts: NameReservations?, namesUsers: Bool, makeID: () -> EventID
    ) -> Submission.Request {
        switch self {
        case .append(let room, let author, let role, let key, let after, let mutation):
            var newEvent = NewEvent(
                room: room, id: makeID(), at: now, author: author, idempotencyKey: key, after: after,
                mutation: mutation, role: role)
            newEvent.nameMember(by: accounts, namesUsers: namesUsers)
            return .append(newEvent)
        case .join(let room, let since, let visitor): return .join(room, since: since, visitor, at: now)
        case .markRead(let room, let author, let seq): return .markRead(room, author, seq: seq, at: now)
        case .keepDraft(let room, let author, let text):
            return .keepDraft(KeptDraft(user: author.user, room: room, text: text, at: now))
        case .report(let act, let room, let seq, let author, let role):
            return .report(ReportChange(room: room, seq: seq, author: author, role: role, at: now, act: act))
        case .decide(let decision, let room, let place, let author, let role):
            return .decide(
                HeldChange(
                    room: room, place: place, author: author, role: role, id: makeID(), at: now, decision: decision))
        }
    }
}
