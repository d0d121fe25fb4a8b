import ChatWire

// What the requests of a batch are told when the store has answered, and what others are told of
// it.
extension GroupCommit {
    mutating func settle(_ removal: Result<Removed, WireError>?, _ turn: inout Turn) {
        let removal = removal ?? .failure(WireError(.badRequest, "The store of this server can't remove anything."))
        turn.committed.removal = removal
        // A removal may have removed profiles and read marks.
        privateReaders = PrivateReaders()
        readMarks = KnownMarks()
        if case .success(let removed) = removal { forget(removed.rooms, &turn) }
    }

    mutating func settle(_ reports: [ReportRequest], _ outcomes: [ReportOutcome], _ turn: inout Turn) {
        for (request, outcome) in zip(reports, outcomes) {
            // A refusal costs as much as a report: looking for one takes as long.
            if outcome == .unchanged { reportQuota.giveBack(request.change, from: request.submission.client) }
            if case .refused(let error) = outcome {
                turn.committed.replies.append(request.submission.refused(error))
            } else {
                turn.committed.replies.append(Reply(request.submission, .done))
            }
            if outcome == .done, !request.change.isReport {
                noteAct("resolve", by: request.change.author, request.change.role, request.submission, &turn)
            }
        }
    }

    mutating func settle(
        _ submissions: [Submission], _ outcomes: [AppendOutcome], _ turn: inout Turn
    ) {
        turn.committed.events.reserveCapacity(outcomes.count)
        var next = outcomes.makeIterator()
        for submission in submissions {
            guard case .append(let newEvent) = submission.request, let outcome = next.next() else { continue }
            if case .appended(let event) = outcome {
                note(event, in: newEvent.room, submission.submitted, &turn)
                if newEvent.role == .administrator,
                    let act = event.administratorAct(in: newEvent.room, at: submission.client)
                {
                    turn.committed.administratorActs.append(act)
                }
            }
            turn.committed.replies.append(Reply(submission, outcome.reply(to: newEvent)))
        }
    }

    /// Takes in an event that was appended.
    mutating func note(_ event: Event, in room: RoomName, _ submitted: Int64, _ turn: inout Turn) {
        let (epochs, epoch) = (turn.committed.epochs, turn.store.epoch)
        let position = Position(epoch: epochs.isEmpty ? epoch : epochs[room] ?? epoch, seq: event.seq)
        let isPlain = event.content.makesRecord ? false : heads[room]?.isPlain
        heads[room] = Heads.Head(position: position, isPlain: isPlain)
        turn.committed.events.append(.init(room: room, event: event, submitted: submitted))
        privateReaders.note(event)
        standings.note(event, in: room)
    }

    /// Notes a decision about reports or about a held message, if an administrator made it.
    private func noteAct(
        _ action: String, by author: Author, _ role: ServerRole, _ submission: Submission, _ turn: inout Turn
    ) {
        guard role == .administrator else { return }
        turn.committed.administratorActs.append(AdministratorAct(action, by: author.user, at: submission.client))
    }

    /// Held messages that were published are events behind those of the batch's sends.
    mutating func settle(_ deciding: [Submission], _ outcomes: [HeldOutcome], _ turn: inout Turn) {
        for (submission, outcome) in zip(deciding, outcomes) {
            switch outcome {
            case .published(let event):
                if let change = submission.heldChange {
                    note(event, in: change.room, submission.submitted, &turn)
                    noteAct("publish", by: change.author, change.role, submission, &turn)
                }
                turn.committed.replies.append(Reply(submission, .done))
            case .discarded:
                if let change = submission.heldChange {
                    noteAct("discard", by: change.author, change.role, submission, &turn)
                }
                turn.committed.replies.append(Reply(submission, .done))
            case .unchanged: turn.committed.replies.append(Reply(submission, .done))
            case .refused(let error): turn.committed.replies.append(submission.refused(error))
            }
        }
    }

    mutating func settle(_ marks: [MarkRequest], _ refused: [Int: WireError], _ turn: inout Turn) {
        for (index, request) in marks.enumerated() {
            if let error = refused[index] {
                turn.committed.replies.append(request.submission.refused(error))
                continue
            }
            turn.committed.replies.append(Reply(request.submission, .marked))
            // A mark never goes back.
            guard readMarks.advance(request.mark.person, to: request.mark.point.seq) else { continue }
            var point = request.mark.point
            point.isPrivate = privateReaders.contains(request.author.user, in: turn.store)
            let origin = request.submission.isCounted ? request.submission.origin : nil
            turn.committed.marks.append(
                .init(room: request.mark.room, author: request.author, point: point, origin: origin))
        }
    }

    /// Tells the people whose place in a room has changed, on all their connections. One that can't
    /// be read is left out: the next join of that person tells it.
    mutating func findStandings(_ turn: inout Turn) {
        let people = turn.committed.events.flatMap { new in
            new.event.peopleToTell(in: new.room).map { PersonInRoom(room: new.room, user: $0) }
        }
        if people.isEmpty { return }
        let arrivals = arrivals(of: people, turn.store)
        for new in turn.committed.events {
            for user in new.event.peopleToTell(in: new.room) {
                guard let arrival = arrivals[PersonInRoom(room: new.room, user: user)] else { continue }
                var info = arrival.info ?? RoomInfo()
                // It is as of the batch's end, when they may be out of the room.
                let access = RoomAccess(new.room, user, .user, exists: true, info)
                if access.refusalOfEntering(at: new.event.at) != nil { info = info.fromOutside }
                turn.committed.standings.append(
                    .init(user: user, room: new.room, event: new.event, info: info))
            }
        }
    }
}
