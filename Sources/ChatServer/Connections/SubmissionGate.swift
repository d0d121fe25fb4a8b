import ChatRooms
import ChatWire
import NIOCore

/// The way of one connection to the committer: within its budget, and no more at once than may wait.
struct SubmissionGate {
    private let table: LoopTable
    private let committer: Committer
    private let origin: Origin
    private let client: ClientAddress
    /// `nil` when there is no limit, as for a local address.
    private let addressBudget: SharedAddressBudget?
    /// `nil` when there is no limit.
    var budget: Budget?
    /// What the committer has not answered.
    private(set) var inFlight = 0

    init(
        _ connection: ConnectionID, of client: ClientAddress, table: LoopTable, server: ServerContext,
        budget: Budget? = nil
    ) {
        self.table = table
        self.client = client
        self.budget = budget
        committer = server.committer
        addressBudget = server.addressBudgets.budget(of: client)
        origin = table.origin(of: connection)
    }

    /// Whether the connection has to be answered before it is read further: its own socket holds it back.
    var isFull: Bool { inFlight >= Limits.sendsInFlight }

    /// Submits something to be done to a room; an answer will come, unless it is refused right here.
    mutating func append(
        _ mutation: Mutation, in room: RoomName, by author: Author, idempotencyKey: IdempotencyKey? = nil,
        after: UInt64? = nil,
        ref: UInt64? = nil
    ) -> WireError? {
        if let refusal = budget?.refusal(
            ofMessage: mutation.textBytes, from: addressBudget, at: table.clock.nanoseconds())
        {
            return refusal
        }
        let draft = Draft(
            room: room, id: table.makeRandomID(), at: table.clock.milliseconds(), author: author,
            idempotencyKey: idempotencyKey,
            after: after, mutation: mutation)
        return submit(.append(draft), ref)
    }

    /// Why a user may not introduce itself now: too many do at this address.
    func refusalOfHello() -> WireError? { addressBudget?.refusalOfHello() }

    /// Asks for a room's head, in order with what is being appended.
    mutating func locate(_ room: RoomName, since: Position?, for user: UserID?, ref: UInt64) -> WireError? {
        submit(.join(room, since: since, user: user), ref)
    }

    /// Submits how far someone has read.
    mutating func mark(_ room: RoomName, by author: Author, seq: UInt64, ref: UInt64) -> WireError? {
        submit(.markRead(room, author, seq: seq), ref)
    }

    /// To be told of each answer.
    mutating func answered() { inFlight -= 1 }

    private mutating func submit(_ request: Submission.Request, _ ref: UInt64?) -> WireError? {
        let submission = Submission(
            origin: origin, ref: ref, client: client, request: request, submitted: table.clock.nanoseconds())
        if let refusal = committer.submit(submission) { return refusal }
        inFlight += 1
        return nil
    }
}
