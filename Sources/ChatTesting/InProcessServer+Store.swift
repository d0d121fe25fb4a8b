import ChatRooms
import ChatWire

extension InProcessServer {
    /// Why everyone who connects now is sent away.
    var refusalOfAll: CloseCode? { failure == nil ? nil : .storageFailed }

    mutating func submit(_ request: Submission.Request, _ ref: UInt64, _ id: ConnectionID) {
        let submission = Submission(
            origin: Origin(table: 0, connection: id), ref: ref, client: Self.client, request: request, submitted: now)
        if let refusal = queue.add(submission) { perform(.replied(ref: ref, .refused(refusal)), id) }
    }

    /// One group commit: what waits goes to the store in one transaction; then the members hear of it, in the order of the log, and
    /// after them those who asked.
    public mutating func commit() {
        guard let batch = queue.next() else { return }
        tell(of: batch)
    }

    /// Does what a batch asks for, and tells everyone whom that concerns.
    ///
    /// - Returns: what became of its files
    @discardableResult
    mutating func tell(of batch: CommitBatch) -> [Result<FileOutcome, WireError>] {
        var committed = group.commit(batch, to: store, at: now)
        if let failure = committed.failure { committed.fail(queue.fail(failure), failure) }
        for new in committed.events {
            tell(Notice(room: new.room, frame: .event(room: new.room, epoch: epoch, new.event)))
        }
        for reply in committed.replies {
            perform(.replied(ref: reply.ref ?? 0, reply.result), reply.origin.connection)
        }
        for mark in committed.marks {
            tell(presence.markRead(mark.room, mark.author, seq: mark.seq, except: mark.origin))
        }
        files.remove(committed.removed)
        for reply in committed.replies { readOn(reply.origin.connection) }
        if let failure = committed.failure { end(failure) }
        return committed.files
    }

    /// Reads the page whose turn it is.
    public mutating func readHistory() {
        guard let (request, _) = reads.next(at: now) else { return }
        let id = request.origin.connection
        guard connections[id] != nil else { return }
        let reply = request.read(from: store)
        if reply.error == nil { send(reply.frame, to: id) }
        perform(.historyRead(ref: request.ref, refusal: reply.error?.refusal), id)
        readOn(id)
    }

    /// Nobody knows what the disk kept: nothing is acknowledged any more, and everyone is sent away.
    private mutating func end(_ error: StoreError) {
        failure = error
        dismissAll(.storageFailed)
    }
}

extension ServerFrame {
    /// Bytes on the wire.
    var bytes: Int {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.count
    }
}
