import ChatWire

// The heads of rooms, for joins.
extension GroupCommit {
    /// Finds the heads for joins. They are read after the appends: what this commit delivers is
    /// before them. A head that can't be read refuses its own join alone, and takes nothing back.
    mutating func findHeads(_ batch: CommitBatch, _ turn: inout Turn) {
        let arrivals = arrivals(of: batch.submissions.compactMap { personToRead($0) }, turn.store)
        for submission in batch.submissions {
            guard case .join(let room, let since, let visitor, let time) = submission.request else { continue }
            do throws(StoreError) {
                // Not the arrival's: another server may have appended since the heads were read.
                let head = try head(of: room, turn.store)
                let arrival = arrivals[PersonInRoom(room: room, user: visitor.user)]
                let info = if let arrival { arrival.info } else { try info(of: room, for: visitor.user, turn.store) }
                let access = RoomAccess(room, visitor.user, visitor.role, exists: head.seq > 0, info)
                if let refusal = access.refusalOfEntering(at: time) {
                    turn.committed.replies.append(submission.refused(refusal))
                    continue
                }
                var mark: ReadPoint?
                if visitor.mayHaveMark {
                    mark = if let arrival { arrival.mark } else { try turn.store.mark(of: visitor.user, in: room) }
                } else {
                    readMarks.begin(PersonInRoom(room: room, user: visitor.user))
                }
                // A mark may be ahead of a log that was restored from a backup.
                let read = mark.map {
                    ReadPoint(
                        min($0.seq, head.seq), at: $0.at,
                        isPrivate: privateReaders.contains(visitor.user, in: turn.store))
                }
                let result = Reply.Result.joinReady(room: room, head: head, since: since, read: read, info)
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

    /// Who joins which room, if the store must be read for it.
    private func personToRead(_ submission: Submission) -> PersonInRoom? {
        guard case .join(let room, _, let visitor, _) = submission.request else { return nil }
        return heads[room]?.isPlain == true && !visitor.mayHaveMark ? nil : submission.joining
    }

    /// Reads what is to be known of people and rooms, all at once, and remembers it. What can't be
    /// read is left out: the caller reads it by itself, which shows why.
    mutating func arrivals(of people: [PersonInRoom], _ store: any MessageStore) -> [PersonInRoom: Arrival] {
        let people = Array(Set(people))
        guard !people.isEmpty, let read = try? store.arrivals(of: people) else { return [:] }
        var arrivals: [PersonInRoom: Arrival] = [:]
        for case (let person, let arrival?) in zip(people, read) {
            arrivals[person] = arrival
            if heads[person.room] == nil { heads[person.room] = Heads.Head(position: arrival.position) }
            if arrival.info == nil, person.room.kind == .open { heads[person.room]?.isPlain = true }
            if person.room.kind == .group { standings.remember(arrival.info?.standing ?? Standing(), of: person) }
            privateReaders.remember(person.user, arrival.keepsReadsPrivate)
            readMarks.remember(arrival.mark?.seq ?? 0, of: person)
        }
        return arrivals
    }

    mutating func head(of room: RoomName, _ store: any MessageStore) throws(StoreError) -> Position {
        if let known = heads[room] { return known.position }
        let head = Position(epoch: try store.epoch(of: room), seq: try store.head(of: room))
        heads[room] = Heads.Head(position: head)
        return head
    }

    /// `nil` for a room without a record. For an open room this is remembered, so that a thousand
    /// people who arrive read the store once.
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
