import ChatRooms
import ChatWire
import Testing

/// What a request takes of the budgets, and who may not make it.
@Suite struct SubmissionTests {
    private static let ann = Author(user: UserID(high: 0x8000, low: 1), name: "ann")
    private static let text = "four"

    private static let writing: [LogRequest] = [
        .append(.lobby, ann, .guest, nil, after: nil, .message(text: text)),
        .keepDraft(.lobby, ann, text),
        .report(.report(Report(.spam)), .lobby, seq: 1, ann, .guest),
        .decide(HeldDecision(.publish), .lobby, place: 1, ann, .guest),
    ]
    /// Changes of membership that say something, or are about somebody else.
    private static let telling: [MembershipChange] = [
        MembershipChange(ann.user, .leave, reason: "spam"), MembershipChange(ann.user, .leave, called: "spam"),
        MembershipChange(ann.user, .join), MembershipChange(UserID(high: 0x8000, low: 2), .leave),
    ]
    private static let reading: [LogRequest] = [
        .join(.lobby, since: nil, Visitor(ann.user)), .markRead(.lobby, ann, seq: 1),
    ]

    private func submission(_ request: LogRequest) -> Submission {
        Submission(
            origin: Origin(table: 0, connection: 1), ref: 1, client: ClientAddress(.v4(1), isLocal: false),
            request: request.submitted(at: 0, accounts: nil, namesUsers: false) { EventID(high: 0, low: 1) },
            submitted: 0)
    }

    /// What is charged, in order; and the refusal.
    private func outcome(_ request: LogRequest, mayWrite: Bool) -> (charged: [Submission.Cost], WireError.Code?) {
        var charged: [Submission.Cost] = []
        let refusal = submission(request).refusal(mayWrite: mayWrite) { cost in
            charged.append(cost)
            return nil
        }
        return (charged, refusal?.code)
    }

    @Test func `a guest who only reads leaves, without a word`() {
        func change(_ change: MembershipChange) -> LogRequest {
            .append(.newGroup(), Self.ann, .guest, nil, after: nil, .membership(change))
        }
        let leaving = outcome(change(MembershipChange(Self.ann.user, .leave)), mayWrite: false)
        #expect(leaving.1 == nil && leaving.charged.count == 1)
        for refused in Self.telling { #expect(outcome(change(refused), mayWrite: false).1 == .guestsReadOnly) }
    }

    @Test(arguments: writing) func `a guest who only reads writes nothing, and pays nothing for the refusal`(
        _ request: LogRequest
    ) {
        let (charged, code) = outcome(request, mayWrite: false)
        #expect(code == .guestsReadOnly && charged.isEmpty)
        #expect(outcome(request, mayWrite: true).charged.count == 1)
    }

    @Test(arguments: reading) func `a guest who only reads joins, and marks what they have read`(_ request: LogRequest)
    {
        let (charged, code) = outcome(request, mayWrite: false)
        #expect(code == nil && charged == [submission(request).cost])
    }

    @Test func `messages and drafts cost their bytes, and a read mark what it takes on the disk`() {
        #expect(Self.writing.map { submission($0).cost } == [.message(bytes: 4), .message(bytes: 4), .signal, .signal])
        #expect(Self.reading.map { submission($0).cost } == [.signal, .mark])
    }

    @Test func `what the budgets refuse is answered with their error, a join with its own reply`() throws {
        let limited = WireError(.rateLimited, "Too many.")
        for request in Self.writing + Self.reading {
            let refused = submission(request)
            let refusal = try #require(refused.refusal(mayWrite: true) { _ in limited })
            let isJoin = if case .join = request { true } else { false }
            #expect(refused.refused(refusal).result == (isJoin ? .joinRefused(.lobby, limited) : .refused(limited)))
        }
    }
}
