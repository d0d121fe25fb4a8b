import ChatRooms
import ChatWire

// What waits for the store: commits, and requests that read.
extension InProcessServer {
    /// Whether something waits for ``commit()``.
    public var hasToCommit: Bool { !queue.isEmpty }

    /// Whether something waits for ``readHistory()``.
    public var hasToRead: Bool { !reads.isEmpty }

    /// Whether nothing waits for ``commit()`` or ``readHistory()``.
    public var isIdle: Bool { !hasToCommit && !hasToRead }

    /// Commits and reads until nothing waits.
    public mutating func run() {
        while !isIdle {
            commit()
            readHistory()
        }
    }

    /// One group commit.
    public mutating func commit() { if let batch = queue.next() { commit(batch) } }

    /// Commits a batch, and delivers what came of it.
    ///
    /// - Returns: the outcomes of its files
    @discardableResult
    mutating func commit(_ batch: CommitBatch) -> [Result<FileOutcome, WireError>] {
        var committed = group.commit(batch, to: store, at: now)
        if let failure = committed.failure { committed.fail(queue.fail(failure), failure) }
        // Before the answers, as on a real server.
        for new in committed.events { presence.note(new.event) }
        for new in committed.events {
            // A room that was removed and made again has an epoch of its own.
            deliver(new.event, of: new.room, committed.epochs[new.room] ?? epoch)
            if let user = new.event.endsReading { evict(user, from: new.room) }
        }
        for standing in committed.standings {
            for id in connections(of: standing.user) { send(standing.frame, to: id) }
        }
        for draft in committed.drafts {
            for id in connections(of: draft.kept.user) where id != draft.origin.connection { send(draft.frame, to: id) }
        }
        for reply in committed.replies {
            perform(.replied(ref: reply.ref ?? 0, reply.result), reply.origin.connection)
        }
        for mark in committed.marks {
            tell(presence.markRead(mark.room, mark.author, mark.point, except: mark.origin))
        }
        files.remove(committed.removed)
        for reply in committed.replies { readOn(reply.origin.connection) }
        if let error = committed.failure {
            failure = error
            dismissAll(.storageFailed)
        }
        return committed.files
    }

    /// Answers the next request that reads the store.
    public mutating func readHistory() {
        guard let (request, owner) = reads.next(at: now) else { return }
        reads.ended(owner, nil, at: now)
        let id = request.origin.connection
        do throws(StoreError) {
            let presence = presence
            let answer = try request.answer(from: store, at: clock.wall) { $0.map { presence.count(in: $0) } }
            perform(.read(ref: request.ref, refusal: answer.refusal), id, writing: try? answer.get().frame)
        } catch {
            perform(.read(ref: request.ref, refusal: error.refusal), id)
        }
        readOn(id)
    }
}
