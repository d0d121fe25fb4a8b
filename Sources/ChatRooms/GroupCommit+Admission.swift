import ChatWire

// Decides which requests of a batch the store is asked for.
extension GroupCommit {
    /// Refuses what a nearly full disk can't store. With enough room, refuses nothing.
    mutating func admitted(_ batch: CommitBatch, _ turn: inout Turn) -> ([Submission], CommitChores) {
        let free = turn.store.condition.freeBytes
        guard disk.look(free: free, at: turn.now / 1_000_000) else { return (batch.submissions, batch.chores) }
        let refused = batch.submissions.filter { !$0.isTakenReadOnly }
        if !refused.isEmpty || !batch.chores.files.isEmpty {
            let sentence =
                "The disk has \(free ?? 0) bytes free; messages are taken again from \(Limits.readOnlyEnd) on."
            turn.committed.refuse(refused, batch.chores.files.count, .full(sentence))
        }
        var chores = batch.chores
        chores.files = []
        return (batch.submissions.filter(\.isTakenReadOnly), chores)
    }

    /// The rooms of the new events that have no event yet: none in almost every batch.
    mutating func newRooms(of newEvents: [NewEvent], _ turn: Turn) -> Set<RoomName> {
        var new: Set<RoomName> = []
        var unknown: [PersonInRoom] = []
        for newEvent in newEvents where heads[newEvent.room] == nil {
            unknown.append(PersonInRoom(room: newEvent.room, user: newEvent.author.user))
        }
        _ = arrivals(of: unknown, turn.store)
        for newEvent in newEvents where newEvent.room != .lobby && heads[newEvent.room]?.position.seq ?? 0 == 0 {
            // A room whose head can't be read is left to the store, which refuses what needs it.
            if (try? head(of: newEvent.room, turn.store))?.seq == 0 { new.insert(newEvent.room) }
        }
        return new
    }

    /// The requests of a batch that append nothing by themselves and that the store is asked to
    /// keep. The others are refused.
    struct Accepted {
        var marks: [MarkRequest] = []
        var keeping: [Submission] = []
        var reports: [ReportRequest] = []
        var deciding: [Submission] = []
    }

    mutating func accepted(
        _ submissions: [Submission], _ turn: inout Turn
    ) throws(StoreError) -> Accepted {
        var accepted = Accepted()
        for submission in submissions {
            switch submission.request {
            case .append, .join: continue
            case .markRead(let room, let author, let seq, let at):
                let mark = ReadMark(room: room, user: author.user, point: ReadPoint(seq, at: at))
                if try accepts(mark, submission, &turn) {
                    readMarks.prepare(mark.person, turn.store)
                    accepted.marks.append(MarkRequest(submission: submission, author: author, mark: mark))
                }
            case .keepDraft: accepted.keeping.append(submission)
            case .decide: accepted.deciding.append(submission)
            case .report(let change):
                // Each report is charged to its user and address.
                if let refusal = reportQuota.refusal(of: change, from: submission.client, at: turn.now) {
                    turn.committed.replies.append(submission.refused(refusal))
                } else {
                    accepted.reports.append(ReportRequest(submission: submission, change: change))
                }
            }
        }
        return accepted
    }

    /// Refuses a mark beyond the head: a client marks an event that it has seen, so the event was
    /// there before this batch. A mark whose room's head can't be read is refused alone.
    mutating func accepts(
        _ mark: ReadMark, _ submission: Submission, _ turn: inout Turn
    ) throws(StoreError) -> Bool {
        do throws(StoreError) {
            let head = try head(of: mark.room, turn.store)
            // Only in a group does the user's place decide whether they may mark.
            let standing =
                mark.room.kind == .group
                ? try standings.standing(of: mark.user, in: mark.room, turn.store) : Standing()
            let access = RoomAccess(
                mark.room, mark.user, .user, exists: head.seq > 0, RoomInfo(standing: standing))
            if mark.room.kind != .open, let refusal = access.refusalOfEntering(at: mark.point.at ?? 0) {
                turn.committed.replies.append(submission.refused(refusal))
            } else if mark.point.seq <= head.seq {
                return true
            } else {
                let sentence = "This room has no event \(mark.point.seq) yet; mark one that it has."
                turn.committed.replies.append(submission.refused(WireError(.noSuchMessage, sentence)))
            }
        } catch {
            if error.endsService { throw error }
            turn.committed.refuse([submission], 0, error)
        }
        return false
    }
}
