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
    /// `nil` if the server has no accounts.
    private let accounts: Accounts?
    private let namesUsers: Bool
    private let isCounted: Bool
    /// The user's; `nil` when there is no limit.
    var budget: Budget?
    /// Whether the user may send: not a guest where guests only read.
    var mayWrite = true

    /// - Parameter isCounted: whether presence counts the connection among its user's
    init(
        _ connection: ConnectionID, of client: ClientAddress, table: LoopTable, server: ServerContext,
        budget: Budget? = nil, isCounted: Bool = true
    ) {
        self.isCounted = isCounted
        self.table = table
        self.client = client
        self.budget = budget
        committer = server.committer
        filter = server.filter
        accounts = server.accounts
        namesUsers = server.authenticator.namesUsers
        addressBudget = server.addressBudgets.budget(of: client)
        origin = table.origin(of: connection)
    }

    /// Submits a request.
    ///
    /// - Returns: the reply if it is not taken; `nil` when a reply will come
    func submit(_ request: LogRequest, ref: UInt64? = nil, at now: Int64) -> Reply.Result? {
        var submission = Submission(
            origin: origin, ref: ref, client: client,
            request: request.submitted(
                at: table.clock.milliseconds(), accounts: accounts?.reservations, namesUsers: namesUsers,
                makeID: table.makeRandomID),
            submitted: now, isCounted: isCounted)
        if let refusal = submission.refusal(mayWrite: mayWrite, charge: { charge($0, at: now) }) {
            return submission.refused(refusal).result
        }
        // The filter looks at what the author wrote. It looked at the name of an account when the
        // account was made.
        if let filter, case .append(_, _, _, _, _, let mutation) = request,
            case .append(var newEvent) = submission.request
        {
            newEvent.verdict = filter.verdict(of: mutation)
            submission.request = .append(newEvent)
        }
        return committer.submit(submission).map { submission.refused($0).result }
    }

    private func charge(_ cost: Submission.Cost, at now: Int64) -> WireError? {
        switch cost {
        case .message(let bytes): budget?.refusal(ofMessage: bytes, from: addressBudget, at: now)
        case .signal: refusalOfSignal(at: now)
        case .mark: addressBudget?.refusalOfMark(at: now)
        }
    }

    /// Charges the address for a request that is no message (`AddressBudget.refusalOfSignal(at:)`).
    func refusalOfSignal(at now: Int64) -> WireError? { addressBudget?.refusalOfSignal(at: now) }

    /// Why nobody at this address may use the server.
    var refusalOfAddress: WireError? { accounts?.refusal(of: client) }

    /// Charges a hello to the address.
    func refusalOfHello() -> WireError? { refusalOfAddress ?? addressBudget?.refusalOfHello() }

    /// Why a user may not use the server, whose token is right.
    func refusal(of user: UserID) -> WireError? { accounts?.refusal(of: user) }
}

extension LogRequest {
    /// A message of a protocol that has one room, and knows neither accounts nor numbers.
    static func message(_ text: String, by author: Author) -> LogRequest {
        .append(.lobby, author, .guest, nil, after: nil, .message(text: text))
    }
}
