/// Questions to the server that wait for their answers.
struct PendingAnswers {
    enum Answer: Sendable {
        case findings(Findings)
        case moderation(ModerationAnswer)
    }

    typealias Asker = CheckedContinuation<Result<Answer, WireError>, Never>

    private var askers: [Ticket: Asker] = [:]

    mutating func wait(for ticket: Ticket, _ asker: Asker) { askers[ticket] = asker }

    /// Answers a question. A question that was answered before is ignored.
    mutating func answer(_ ticket: Ticket, _ result: Result<Answer, WireError>) {
        askers.removeValue(forKey: ticket)?.resume(returning: result)
    }

    /// Fails all questions: no answer will come any more.
    mutating func dismiss() {
        for asker in askers.values { asker.resume(returning: .failure(.notConnected)) }
        askers.removeAll()
    }
}
