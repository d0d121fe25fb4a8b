import ChatWire

// The heads of rooms, for joins.
extension GroupCommit {
    /// Finds the heads for joins. They are read after the appends: what this commit delivers is
    /// before them. A head that can't be read refuses its own join alone, and takes nothing back.
    mutating func findHeads(_ batch: CommitBatch, _ turn: inout Turn) {
        for submission in batch.submissions {
            guard case .join(let room, let since, let visitor, let time) = submission.request else { continue }
            do throws(StoreError) {
                let head = try head(of: room, turn.store)
                let info = try info(of: room, for: visitor.user, turn.store)
                let access = RoomAccess(room, visitor.user, visitor.role, exists: head.seq > 0, info)
                if let refusal = access.refusalOfEntering(at: time) {
                    turn.committed.replies.append(submission.refused(refusal))
                    continue
                }
                let mark = visitor.mayHaveMark ? try turn.store.mark(of: visitor.user, in: room) : nil
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
