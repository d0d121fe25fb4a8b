import ChatRooms
import ChatWire

extension InProcessServer {
    /// Why everyone who connects now is sent away.
    var refusalOfAll: CloseCode? { failure == nil ? nil : .storageFailed }

    mutating func submit(_ request: Submission.Request, _ ref: UInt64, _ id: ConnectionID) {
        let submission = Submission(
            origin: Origin(table: 0, connection: id), ref: ref, client: Self.client, request: request, submitted: now)
        if let refusal = queue.add(submission) { return perform(.refused(ref: ref, refusal), id) }
        connections[id]?.inFlight += 1
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
        for reply in committed.replies { answer(reply) }
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
        send(request.read(from: store).frame, to: id)
        connections[id]?.isReadingHistory = false
        readOn(id)
    }

    private mutating func answer(_ reply: Reply) {
        let (id, ref) = (reply.origin.connection, reply.ref ?? 0)
        connections[id]?.inFlight -= 1
        switch reply.result {
        case .appended(let room, let number, let seq, let eventID, let at):
            send(.sent(ref: ref, room: room, number: number, seq: seq, id: eventID, at: at), to: id)
        case .refused(let error): perform(.refused(ref: ref, error), id)
        case .marked: send(.ok(ref: ref), to: id)
        case .joinReady(let room, let head, let since, let read):
            located(room, head: head, since: since, mark: read, ref, id)
        }
    }

    private mutating func located(
        _ room: RoomName, head: UInt64, since: Position?, mark: UInt64?, _ ref: UInt64, _ id: ConnectionID
    ) {
        guard let session = connections[id]?.session, let author = session.identity?.author else { return }
        let isNew = !session.subscriptions.contains(room)
        perform(.joinReady(room), id)
        guard connections[id]?.session.subscriptions.contains(room) == true else {
            return send(.left(ref: ref, room: room), to: id)
        }
        let notice = isNew ? presence.enter(room, author, read: mark) : nil
        let reset = since.map { $0.epoch != epoch || $0.seq > head } ?? false
        let count = UInt64(presence.count(in: room))
        let joined = ServerFrame.joined(
            ref: ref, room: room, epoch: epoch, head: head, reset: reset, count: count, read: mark)
        send(joined, to: id)
        if isNew { members[room, default: []].append(id) }
        tell(notice)
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
