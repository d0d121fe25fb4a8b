import ChatModel
import ChatWire

// A moderator decides about reported and held messages.
extension PageClient {
    func pressReports(_ action: String, _ id: String, _ ticket: Ticket) -> [Input] {
        if action == "more" { return sheets?.moreOfQueue(ticket) ?? [] }
        if let verdict = HeldDecision.Verdict(rawValue: action) {
            guard let entry = sheets?.queue?.held.first(where: { "held \($0.number)" == id }) else { return [] }
            if verdict == .publish { return decide(.publish, entry, ticket) }
            // Discarding is for good, so the user confirms it.
            sheets?.push(.discarding(entry))
            return []
        }
        let entry = sheets?.queue?.reports.first { "\($0.number)" == id }
        if action == "show", let entry {
            show(entry.message.seq, in: entry.room)
            return []
        }
        guard let decision = ReportDecision(rawValue: action) else { return open(action, ticket) }
        guard let entry else { return [] }
        if decision == .delete {
            sheets?.push(.deletionOfReported(entry))
            return []
        }
        guard mayDecide() else { return [] }
        sheets?.began(entry)
        let question = ModerationQuestion.resolve(entry.room, of: entry.message.seq, decision.resolution)
        return [sheets?.ask(question, ticket)].compactMap { $0 }
    }

    func decide(_ verdict: HeldDecision.Verdict, _ entry: HeldMessage, _ ticket: Ticket) -> [Input] {
        sheets?.began(entry)
        let question = ModerationQuestion.decide(entry.room, place: entry.number, HeldDecision(verdict))
        return [sheets?.ask(question, ticket)].compactMap { $0 }
    }

    /// Deletes a reported message, and then accepts its reports.
    func delete(_ entry: ReportedMessage, _ deletion: Mutation, _ ticket: Ticket) -> [Input] {
        if let error = deletion.check() {
            sheets?.problem = error.translated.text
            return []
        }
        guard mayDecide() else { return [] }
        closeTop()
        sheets?.began(entry)
        decisionsAfter[ticket] = .resolve(entry.room, of: entry.message.seq, ReportDecision.delete.resolution)
        return [.perform(deletion, in: entry.room, ticket: ticket)]
    }

    /// Whether reports can be decided now; says why if not. A deletion would wait for the
    /// connection, and the decision would not.
    private func mayDecide() -> Bool {
        if chat.connection.phase == .connected { return true }
        sheets?.problem = ReportLine.offline
        return false
    }
}
