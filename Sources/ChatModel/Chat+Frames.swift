import ChatWire

// Handles the server's frames. A reply counts only if it answers an open request; a push counts
// only in a joined room.
extension Chat {
    mutating func receive(_ frame: ServerFrame) {
        driveConnection(.heard)
        switch frame {
        case .event(let room, let epoch, let event): happened(room, epoch, event)
        case .presence(let room, let count, let joined, let left): changed(room, count, joined, left)
        case .typing(let room, let author): if isJoined(room) { types(room, author) }
        case .stoppedTyping(let room, let user): stopped(room, user)
        case .readMark(let room, let author, let point):
            if isJoined(room) {
                hasRead(room, author, point)
            } else if author.user == identity?.user {
                rooms.read(room, upTo: point.seq)
                pendingChanges.rooms = true
            }
        case .draft(let room, let text):
            noteSaved(room)
            drafted(text, in: room)
        case .error(let ref, let error):
            guard let ref else { return unreadable(error.translated) }
            if let question = requests.answered(ref) { refused(question, error.translated) }
        case .standing(let room, let seq, let author, let info): placed(room, seq, by: author, info)
        case .profile(let user, let change): changedProfile(of: user, change)
        case .expiring: driveConnection(.expiring)
        case .welcome, .joined, .left, .sent, .page, .members, .rooms, .people, .profiles, .links, .directory, .hits,
            .reports, .held, .actions, .bans, .ok, .pong:
            guard let ref = frame.ref, let question = requests.question(ref), answer(question, frame) else { return }
            _ = requests.answered(ref)
        }
    }

    private func isJoined(_ room: RoomName) -> Bool { conversations[room]?.membership == .joined }

    /// Returns whether the reply answers the question. A reply that does not changes nothing.
    private mutating func answer(_ question: Requests.Question, _ frame: ServerFrame) -> Bool {
        switch (question, frame) {
        case (.hello, .welcome(_, let welcome)): welcomed(welcome)
        case (.join(let room), .joined(_, let joined)):
            guard joined.room == room else { return false }
            self.joined(joined)
        case (.leave(let room), .left(_, let other)):
            guard other == room else { return false }
            left(room)
        case (.mutation(let ticket), .sent(_, let room, let number, let seq, let id, let at)):
            guard let item = outbox[ticket] else { return true }
            guard item.room == room, !item.isPending || item.number == number else { return false }
            sent(ticket, seq: seq, id: id, at: at)
        case (.history(let room, let reading), .page(_, let other, let epoch, let head, let events)):
            guard other == room else { return false }
            read(room, reading, epoch, head, events)
        case (.members(let room), .members(_, let other, let count, let members)):
            guard other == room else { return false }
            listed(room, count, members)
        case (.markRead(let room, let seq), .ok):
            confirmed(room, seq)
            roomsToSettle.insert(room)
        case (.profiles(let users), .profiles(_, let shown)): showed(users, shown)
        case (.draft(let room), .ok): draftAnswered(room)
        case (.rooms(let after), .rooms(_, let page, let blocked, let profile, let next, _)):
            listed(page, blocked, profile, after: after, next: next)
        case (.recentRooms, .rooms(_, let page, let blocked, let profile, let next, let isPart)):
            if isPart { listedFirst(page) } else { listed(page, blocked, profile, after: nil, next: next) }
        case (.renew, .ok): renewed()
        case (.report(let room, let seq), .ok): reported(room, seq)
        case (.moderation(let question, let ticket), _):
            guard question.isAnswered(by: frame) else { return false }
            effects.append(.moderation(ticket, .success(ModerationAnswer(frame))))
        case (.inquiry(let inquiry, let ticket), _):
            guard let findings = inquiry.findings(in: frame) else { return false }
            effects.append(.found(ticket, .success(findings)))
        case (.ping, .pong): break
        default: return false
        }
        return true
    }

    private mutating func changed(_ room: RoomName, _ count: UInt64, _ joined: [Author], _ left: [Author]) {
        guard isJoined(room), let head = conversations[room]?.timeline.head else { return }
        conversations[room]?.presence.changed(
            count: count, joined: joined, left: left, me: identity?.user, isOpen: room.kind == .open, after: head,
            at: now)
        for author in left { conversations[room]?.typing.stopped(author.user) }
        markChanged(room)
    }

    private mutating func refused(_ question: Requests.Question, _ error: WireError) {
        let pause = Backoff.delay(failures: 0, advice: error.retry ?? 1_000, random: now.random)
        switch question {
        case .hello: driveConnection(.refused(error))
        case .join(let room):
            guard conversations[room]?.membership == .joining else { return }
            if !error.code.isTemporary { return refuse(room, error) }
            conversations[room]?.membership = .waiting
            self.pause(.joining, pause)
            markChanged(room)
        case .leave(let room):
            if conversations[room]?.membership == .leaving { left(room) }
        case .mutation(let ticket): refused(ticket, error)
        case .history(let room, let reading): refusedPage(room, reading, error, pause)
        case .rooms(let after): refusedRooms(error, after: after, pause)
        case .recentRooms: refusedRooms(error, after: nil, pause)
        case .moderation(_, let ticket): effects.append(.moderation(ticket, .failure(error)))
        case .report(let room, let seq):
            if error.code.isTemporary { return self.pause(.reporting, pause) }
            reported(room, seq)
        case .draft(let room):
            if error.code.isTemporary { draftRefused(room, pause) } else { draftRejected(room) }
        // A client whose new token is refused is asked for another one when the connection ends.
        case .members, .typing, .renew, .ping: break
        case .inquiry(_, let ticket): effects.append(.found(ticket, .failure(error)))
        // A server without profiles is asked once on a connection.
        case .profiles(let users): if error.code.isTemporary { refusedProfiles(of: users) }
        case .markRead(let room, let seq):
            if error.code.isTemporary {
                self.pause(.reading, pause)
            } else {
                // It is not repeated: the next mark includes it.
                confirmed(room, seq)
            }
            roomsToSettle.insert(room)
        }
    }

    private mutating func refusedPage(
        _ room: RoomName, _ reading: Timeline.Reading, _ error: WireError, _ pause: Int64
    ) {
        if error.code == .notJoined, isJoined(room) { conversations[room]?.membership = .waiting }
        if error.code.isTemporary || error.code == .notJoined {
            conversations[room]?.timeline.interrupted()
        } else {
            conversations[room]?.timeline.refused(reading)
        }
        self.pause(.reading, pause)
        markChanged(room)
    }
}
