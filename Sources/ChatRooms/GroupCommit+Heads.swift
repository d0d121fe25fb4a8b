import ChatWire

// The heads of rooms, for joins.
extension GroupCommit {
    /// Finds the heads for joins. They are read after the appends: what this commit delivers is
    /// before them. A head that can't be read refuses its own join alone, and takes nothing back.
    mutating func findHeads(_ batch: CommitBatch, _ turn: inout Turn) {
        let arrivals = arrivals(of: batch.submissions.compactMap { visitToRead($0) }, turn.store)
        for submission in batch.submissions {
            guard case .join(let room, let since, let visitor, let time) = submission.request else { continue }
            do throws(StoreError) {
                let visit = Visit(room: room, user: visitor.user)
                let arrival =
                    if let read = arrivals[visit] { read } else { try arrival(of: visit, visitor, turn.store) }
                // Not the arrival's: another server may have appended since the heads were read.
                let head = try head(of: room, turn.store)
                let access = RoomAccess(room, visitor.user, visitor.role, exists: head.seq > 0, arrival.info)
                if let refusal = access.refusalOfEntering(at: time) {
                    turn.committed.replies.append(submission.refused(refusal))
                    continue
                }
                // A mark may be ahead of a log that was restored from a backup.
                let read = (visitor.mayHaveMark ? arrival.mark : nil).map {
                    ReadPoint(
                        min($0.seq, head.seq), at: $0.at,
                        isPrivate: privateReaders.contains(visitor.user, in: turn.store))
                }
                let result = Reply.Result.joinReady(room: room, head: head, since: since, read: read, arrival.info)
                turn.committed.replies.append(Reply(submission, result))
            } catch {
                if error.endsService {
                    turn.committed.fail(CommitBatch([submission]), error)
                } else {
                    turn.committed.refuse([submission], 0, error)
                }
            }
        }
    }

    /// A join's visit, if the store must be read for it.
    private func visitToRead(_ submission: Submission) -> Visit? {
        guard case .join(let room, _, let visitor, _) = submission.request else { return nil }
        return heads[room]?.isPlain == true && !visitor.mayHaveMark ? nil : Visit(room: room, user: visitor.user)
    }

    /// Reads what joins need, all at once. What can't be read is left out: it is read again by
    /// itself, which shows why.
    mutating func arrivals(of visits: [Visit], _ store: any MessageStore) -> [Visit: Arrival] {
        let visits = Array(Set(visits))
        guard !visits.isEmpty, let read = try? store.arrivals(visits) else { return [:] }
        var arrivals: [Visit: Arrival] = [:]
        for case (let visit, let arrival?) in zip(visits, read) {
            arrivals[visit] = arrival
            if heads[visit.room] == nil { heads[visit.room] = Heads.Head(position: arrival.position) }
            if arrival.info == nil, visit.room.kind == .open { heads[visit.room]?.isPlain = true }
            if visit.room.kind == .group { standings.remember(arrival.info?.standing ?? Standing(), visit) }
            privateReaders.remember(visit.user, arrival.keepsReadsPrivate)
        }
        return arrivals
    }

    /// Reads one join by itself, or nothing if all is known.
    private mutating func arrival(
        of visit: Visit, _ visitor: Visitor, _ store: any MessageStore
    ) throws(StoreError) -> Arrival {
        Arrival(
            position: try head(of: visit.room, store), info: try info(of: visit.room, for: visit.user, store),
            mark: visitor.mayHaveMark ? try store.mark(of: visit.user, in: visit.room) : nil,
            keepsReadsPrivate: false)
    }

    /// Reads the heads that are not known, all at once.
    mutating func findHeads(_ visits: [Visit], _ store: any MessageStore) {
        _ = arrivals(of: visits.filter { heads[$0.room] == nil }, store)
    }

    mutating func head(of room: RoomName, _ store: any MessageStore) throws(StoreError) -> Position {
        if let known = heads[room] { return known.position }
        let head = Position(epoch: try store.epoch(of: room), seq: try store.head(of: room))
        heads[room] = Heads.Head(position: head)
        return head
    }

    /// `nil` for a room without a record. Of an open one that is remembered, so that a thousand
    /// people arriving read the store once.
    mutating func info(
        of room: RoomName, for user: UserID, _ store: any MessageStore
    ) throws(StoreError) -> RoomInfo? {
        if heads[room]?.isPlain == true { return nil }
        // Reading a group's record takes time, from which a stranger would learn that the group
        // exists.
        if room.kind == .group, try !standings.standing(of: user, in: room, store).isNotable { return nil }
        let info = try store.info(of: room, for: user)
        if info == nil, room.kind == .open { heads[room]?.isPlain = true }
        return info
    }
}
