// Questions that are not stored. The answer comes at the latest when the connection ends.
extension ChatClient {
    /// Asks the server.
    func inquire(_ inquiry: Inquiry) async throws -> Findings {
        guard case .findings(let findings) = try await answer(to: { .inquire(inquiry, $0) }) else {
            throw WireError.notConnected
        }
        return findings
    }

    /// Asks a question of a moderator.
    package func ask(_ question: ModerationQuestion) async throws -> ModerationAnswer {
        guard case .moderation(let answer) = try await answer(to: { .ask(question, $0) }) else {
            throw WireError.notConnected
        }
        return answer
    }

    private func answer(to question: (Ticket) -> Input) async throws -> PendingAnswers.Answer {
        try Task.checkCancellation()
        _ = try opened()
        let ticket = Ticket.random()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { asker in
                answers.wait(for: ticket, asker)
                do throws(StorageError) { try handle(question(ticket)) } catch {
                    answers.answer(ticket, .failure(.notKept(error)))
                }
            }
        } onCancel: {
            Task { await self.giveUp(ticket) }
        }
        try Task.checkCancellation()
        return try result.get()
    }

    private func giveUp(_ ticket: Ticket) { answers.answer(ticket, .failure(.notConnected)) }
}
