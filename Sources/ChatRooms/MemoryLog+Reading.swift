import ChatWire

/// What can be read of the log: events, lists of rooms and people, and what waits for moderators.
extension MemoryLog {
    func head(of room: RoomName) -> Seq {
        rooms[room]?.head ?? 0
    }

    func clockRecord(now: Int64) -> ClockRecord {
        if let clock { return clock }
        let times = rooms.values.compactMap(\.events.last?.at)
        return ClockRecord(believed: times.filter { $0.isBelievable(at: now) }.max())
    }

    func time(of seq: Seq, in room: RoomName) -> Int64? { rooms[room]?[seq]?.at }

    /// As they stand now, as far as a page may fold them.
    func events(of room: RoomName, _ seqs: some Sequence<Seq>) -> [Event] {
        guard let room = rooms[room] else { return [] }
        var events: [Event] = []
        var folded = 0
        for seq in seqs where folded < Limits.pageChanges {
            guard let event = room.targetMessage(seq)?.event ?? room[seq] else { continue }
            events.append(event)
            folded += room.changes[seq]?.count ?? 0
        }
        return events
    }

    func mark(of user: UserID, in room: RoomName) -> ReadPoint? { rooms[room]?.marks[user] }

    func standing(of user: UserID, in room: RoomName) -> Standing {
        rooms[room]?.people[user]?.standing ?? Standing()
    }

    func info(of room: RoomName, for user: UserID) -> RoomInfo? {
        let standing = standing(of: user, in: room)
        return rooms[room]?.record?.info(standing) ?? (standing.isNotable ? RoomInfo(standing: standing) : nil)
    }

    func groups(of user: UserID) -> [(room: RoomName, info: RoomInfo)] {
        let groups = rooms.filter { $0.key.kind == .group && standing(of: user, in: $0.key).membership != .outsider }
        return groups.keys.sorted { $0.text < $1.text }
            .compactMap { room in info(of: room, for: user).map { (room: room, info: $0) } }
    }

    func profile(of user: UserID) -> Profile { choices.profile(of: user) }

    func blocked(by user: UserID) -> [UserID] { choices.blocked(by: user) }

    /// - Parameter epoch: of the store
    func rooms(of user: UserID, after room: RoomName?, limit: Int, _ epoch: Epoch) -> (
        rooms: [RoomEntry], next: RoomName?
    ) {
        let names = names(of: user).sorted { $0.text < $1.text }
            .filter { name in room.map { name.text > $0.text } ?? true }
        let page = names.prefix(max(1, limit))
        let entries = page.map { entry(of: $0, for: user, epoch) }
        return (entries, page.count < names.count ? page.last : nil)
    }

    /// The rooms that are on a user's list.
    private func names(of user: UserID) -> [RoomName] {
        rooms.filter { name, room in
            let isThere = name.kind != .open && room.people[user].map { $0.standing.membership != .outsider } ?? false
            let isNamed = choices.choice(of: user, name) != nil || drafts.text(of: user, for: name) != nil
            return isThere || name.isListed(byChoiceOf: user) && isNamed
        }.map(\.key)
    }

    /// - Parameter epoch: of the store
    func recentRooms(
        of user: UserID, _ role: ServerRole, limit: Int, at time: Int64, _ epoch: Epoch
    ) -> (rooms: [RoomEntry], areAll: Bool) {
        let ranks = names(of: user).map { name in
            RoomRank(
                RoomAccess(name, user, role, standing: standing(of: user, in: name)),
                isPinned: choices.choice(of: user, name)?.isPinned ?? false, newest: rooms[name]?.events.last?.at,
                at: time)
        }
        let first = ranks.sorted().prefix(max(1, limit))
        return (first.map { entry(of: $0.room, for: user, epoch) }, first.count == ranks.count)
    }

    private func entry(of name: RoomName, for user: UserID, _ epoch: Epoch) -> RoomEntry {
        let room = rooms[name] ?? MemoryRoom()
        let standing = room.people[user]?.standing ?? Standing()
        let info = room.record?.info(standing) ?? RoomInfo(standing: standing)
        var entry = RoomEntry(
            room: name, info: info, epoch: epoch, head: head(of: name), read: room.marks[user]?.seq,
            with: name.other(than: user).map { Author(user: $0, name: room.people[$0]?.author.name ?? "") })
        entry.choice = choices.choice(of: user, name) ?? Choice()
        entry.draft = drafts.text(of: user, for: name) ?? ""
        if standing.membership == .invited {
            entry.inviter = room.events.last { $0.seq == standing.since }?.author
        }
        guard standing.membership == .member || name.kind == .open else { return entry.fromOutside }
        let first = RoomAccess(name, user, .user, exists: true, info).firstReadable
        let unread = room.events.lazy.filter { event in
            guard case .message = event.content else { return false }
            return event.seq > max(first - 1, entry.read ?? 0) && event.author.user != user
        }
        entry.unread = min(Limits.unreadCount, UInt64(unread.count))
        let last = room.events.last { event in
            if case .message = event.content { event.seq >= first } else { false }
        }
        entry.last = last.flatMap { room.targetMessage($0.seq)?.event }
        return entry
    }

    func mentions(
        of reader: Author, in name: RoomName, after seq: Seq, most: Int
    ) -> (count: UInt64, scanned: Int) {
        guard let room = rooms[name] else { return (0, 0) }
        var scanned = 0
        let count = room.events.count { event in
            guard event.seq > seq, event.author.user != reader.user,
                case .message(let message)? = room.targetMessage(event.seq)?.event.content
            else { return false }
            if message.text.utf8.contains(UInt8(ascii: "@")) { scanned += 1 }
            return MentionRule.mentions(reader.name, in: message.text)
        }
        return (min(Limits.unreadCount, UInt64(count)), min(most, scanned))
    }

    func people(of room: RoomName, after user: UserID?, limit: Int) -> (people: [Person], next: UserID?) {
        let all = (rooms[room]?.people.values.filter { $0.standing.isNotable } ?? [])
            .sorted { $0.author.user.isBefore($1.author.user) }
            .filter { person in user.map { $0.isBefore(person.author.user) } ?? true }
        let page = Array(all.prefix(max(1, limit)))
        return (page, page.count < all.count ? page.last?.author.user : nil)
    }

    func held(
        of room: RoomName?, for user: UserID, after: UInt64, limit: Int
    ) -> (messages: [HeldMessage], next: UInt64?) {
        held.queue(of: room, for: user, after: after, limit: limit)
    }

    func reports(
        of room: RoomName?, for user: UserID, showingReporters: Bool, after: UInt64, limit: Int
    ) -> (reports: [ReportedMessage], next: UInt64?) {
        reports.queue(
            of: room, for: user, showingReporters: showingReporters, after: after, limit: limit
        ) { room, seq in
            guard var event = rooms[room]?.targetMessage(seq)?.event else { return nil }
            if case .message(var message) = event.content {
                message.reactions = []
                event.content = .message(message)
            }
            return event
        }
    }

    func actions(
        of room: RoomName, for user: UserID, before: UInt64?, limit: Int
    ) -> (actions: [ModerationAction], next: UInt64?) {
        reports.log(of: room, for: user, before: before, limit: limit) { rooms[room]?[$0] }
    }

    func links(of room: RoomName) -> InviteLinks { rooms[room]?.record?.links ?? InviteLinks() }

    func directory(
        matching search: WordSearch, after room: RoomName?, limit: Int, scan: Int
    ) -> (rooms: [DirectoryEntry], next: RoomName?) {
        let names = rooms.filter { $0.key.kind == .open && !$0.value.events.isEmpty }.keys.map(\.text).sorted()
        var page = DirectoryScan(limit: limit, scan: scan)
        for name in names.compactMap({ RoomName($0) }) where name.text > room?.text ?? "" {
            let settings = rooms[name]?.record?.settings
            guard page.looks(at: name, settings) else { break }
            guard search.matches(name, settings) else { continue }
            page.add(name, settings, at: rooms[name]?.events.last?.at ?? 0)
        }
        return page.result
    }
}
