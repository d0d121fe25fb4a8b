// Commands: accepted when they are on disk, settled by the server.
extension ChatClient {
    /// Waits for a ticket's final outcome, for ``Sending/settled()``.
    func settlement(of ticket: Ticket) async throws -> Settlement {
        if let end = settlements.end(of: ticket) { return end }
        if isShutDown { throw CancellationError() }
        switch try opened().chat.outbox[ticket]?.state {
        case nil: throw WireError.noSuchTicket
        case .failed(let error): return .failed(error)
        case .waiting, .uploading, .sending, .sent: break
        }
        let id = UInt64.random(in: .min ... .max)
        let end = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                settlements.wait(for: ticket, id, continuation)
                if Task.isCancelled { settlements.giveUp(ticket, id) }
            }
        } onCancel: {
            Task { await self.giveUp(ticket, id) }
        }
        guard let end else { throw CancellationError() }
        return end
    }

    /// Whether a command was accepted under this ticket: the outbox has it, or it was sent or taken
    /// back since the client was opened. An outcome of an earlier process is not remembered.
    package func hasAccepted(_ ticket: Ticket) throws(StorageError) -> Bool {
        if try opened().chat.outbox[ticket] != nil { return true }
        return switch settlements.end(of: ticket) {
        case .sent?, .dropped?: true
        case .failed?, nil: false
        }
    }

    /// Accepts a command. When this returns it is on disk, flushed together with other commands of
    /// the same moment.
    package func accept(
        _ mutation: Mutation, in room: RoomName, as ticket: Ticket = Ticket.random()
    ) async throws -> Sending {
        try await accept(.perform(mutation, in: room, ticket: ticket), ticket)
        return Sending(ticket: ticket, client: self)
    }

    func accept(_ input: Input, _ ticket: Ticket) async throws {
        _ = try opened()
        settlements.reopen(ticket)
        if gathered.count >= Limits.framesTogether { try? handle([]) }
        gathered.append(input)
        await Task.yield()
        // The first caller flushes the whole batch.
        if !gathered.isEmpty { try? handle([]) }
        if let refusal = refusal(of: ticket) { throw refusal }
    }

    /// Accepts changes of a room and joins it, with one flush: either everything is on disk when
    /// this returns, or nothing was accepted. Returns the outcome of the first change.
    func accept(_ changes: [Mutation], joining room: RoomName) throws -> Sending {
        for change in changes { if let error = change.check() { throw error } }
        if !gathered.isEmpty { try? handle([]) }
        guard try opened().chat.outbox.count + changes.count <= Limits.outboxItems else {
            throw WireError.outboxFull
        }
        let first = Ticket.random()
        var inputs: [Input] = []
        for change in changes {
            let ticket = inputs.isEmpty ? first : Ticket.random()
            inputs.append(.perform(change, in: room, ticket: ticket))
        }
        do throws(StorageError) { try handle(inputs + [.join(room)]) } catch { throw WireError.notKept(error) }
        if let refusal = refusal(of: first) { throw refusal }
        return Sending(ticket: first, client: self)
    }

    /// Accepts messages with files with one flush: either all are on disk when this returns, or
    /// none was accepted.
    func accept(_ files: [(upload: Upload, message: Mutation)], _ tickets: [Ticket], in room: RoomName) throws {
        if !gathered.isEmpty { try? handle([]) }
        // While the files were copied, others may have come into the outbox.
        if let error = try opened().chat.fault(of: files, in: room) { throw error }
        let inputs = zip(files, tickets).map { file, ticket in
            Input.attach(file.upload, to: file.message, in: room, ticket: ticket)
        }
        do throws(StorageError) { try handle(inputs) } catch { throw WireError.notKept(error) }
    }

    /// Why the last command with this ticket was not accepted; `nil` if it was. A command that
    /// failed after it was accepted is visible in the outbox, and can be retried.
    package func refusal(of ticket: Ticket) -> WireError? {
        guard case .failed(let error) = settlements.end(of: ticket) else { return nil }
        return error.code != .notKept && engine?.chat.outbox[ticket] != nil ? nil : error
    }

    private func giveUp(_ ticket: Ticket, _ id: UInt64) { settlements.giveUp(ticket, id) }
}
