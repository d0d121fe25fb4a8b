import ChatNIO
import ChatRooms
import ChatWire
import NIOCore

/// Submits one connection's requests to the committer, within the budgets of its user and of its
/// address.
struct SubmissionGate {
    private let table: LoopTable
    private let committer: Committer
    private let origin: Origin
    private let client: ClientAddress
    /// `nil` when there is no limit, as for a local address.
    let addressBudget: SharedAddressBudget?
    /// `nil` if the operator has no list.
    private let filter: ContentFilter?
    /// The user's; `nil` when there is no limit.
    var budget: Budget?
    /// Whether the user may send: not a guest where guests only read.
    var mayWrite = true

    init(
        _ connection: ConnectionID, of client: ClientAddress, table: LoopTable, server: ServerContext,
        budget: Budget? = nil
    ) {
        self.table = table
        self.client = client
        self.budget = budget
        committer = server.committer
        filter = server.filter
        addressBudget = server.addressBudgets.budget(of: client)
        origin = table.origin(of: connection)
    }

    /// Submits something to be done to a room.
    /// - Returns: why it is not taken; `nil` when a reply will come
    func append(
        _ mutation: Mutation, in room: RoomName, by author: Author, role: ServerRole = .guest,
        _ key: IdempotencyKey? = nil,
        after: UInt64? = nil, ref: UInt64? = nil, at now: Int64
    ) -> WireError? {
        guard mayWrite else { return .guestsReadOnly }
        if let refusal = budget?.refusal(ofMessage: mutation.textBytes, from: addressBudget, at: now) {
            return refusal
        }
        var draft = Draft(
            room: room, id: table.makeRandomID(), at: table.clock.milliseconds(), author: author,
            idempotencyKey: key, after: after, mutation: mutation, role: role)
        if let filter { draft.verdict = filter.verdict(of: mutation) }
        return submit(.append(draft), ref: ref, at: now)
    }

    /// Submits what the user has written and not sent. It costs as much as a message.
    /// - Returns: why it is not taken; `nil` when a reply will come
    func keepDraft(_ text: String, for room: RoomName, by author: Author, ref: UInt64?, at now: Int64) -> WireError? {
        guard mayWrite else { return .guestsReadOnly }
        if let refusal = budget?.refusal(ofMessage: text.utf8.count, from: addressBudget, at: now) { return refusal }
        let kept = KeptDraft(user: author.user, room: room, text: text, at: table.clock.milliseconds())
        return submit(.keepDraft(kept), ref: ref, at: now)
    }

    /// Submits a report, or a decision about reports.
    /// - Returns: why it is not taken; `nil` when a reply will come
    func report(
        _ act: ReportChange.Act, in room: RoomName, seq: Seq, by author: Author, role: ServerRole, ref: UInt64?,
        at now: Int64
    ) -> WireError? {
        guard mayWrite else { return .guestsReadOnly }
        let change = ReportChange(
            room: room, seq: seq, author: author, role: role, at: table.clock.milliseconds(), act: act)
        return refusalOfSignal(at: now) ?? submit(.report(change), ref: ref, at: now)
    }

    /// Submits a decision about a held message.
    /// - Returns: why it is not taken; `nil` when a reply will come
    func decide(
        _ decision: HeldDecision, about place: UInt64, in room: RoomName, by author: Author, role: ServerRole,
        ref: UInt64?, at now: Int64
    ) -> WireError? {
        guard mayWrite else { return .guestsReadOnly }
        let change = HeldChange(
            room: room, place: place, author: author, role: role, id: table.makeRandomID(),
            at: table.clock.milliseconds(), decision: decision)
        return refusalOfSignal(at: now) ?? submit(.decide(change), ref: ref, at: now)
    }

    /// Submits a join.
    /// - Returns: why it is not taken; `nil` when a reply will come
    func join(_ room: RoomName, since: Position?, _ visitor: Visitor, ref: UInt64?, at now: Int64) -> WireError? {
        refusalOfSignal(at: now)
            ?? submit(.join(room, since: since, visitor, at: table.clock.milliseconds()), ref: ref, at: now)
    }

    /// Submits a read mark.
    /// - Returns: why it is not taken; `nil` when a reply will come
    func markRead(_ room: RoomName, _ seq: Seq, by author: Author, ref: UInt64?, at now: Int64) -> WireError? {
        refusalOfSignal(at: now)
            ?? submit(.markRead(room, author, seq: seq, at: table.clock.milliseconds()), ref: ref, at: now)
    }

    /// Charges a join, a read mark, a notice of typing, a report or a decision to the address.
    func refusalOfSignal(at now: Int64) -> WireError? { addressBudget?.refusalOfSignal(at: now) }

    /// - Returns: why it is not taken; `nil` when a reply will come
    func submit(_ request: Submission.Request, ref: UInt64?, at now: Int64) -> WireError? {
        committer.submit(
            Submission(origin: origin, ref: ref, client: client, request: request, submitted: now))
    }

    /// Charges a hello to the address.
    func refusalOfHello() -> WireError? { addressBudget?.refusalOfHello() }
}
