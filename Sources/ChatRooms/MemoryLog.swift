import ChatWire

/// The log of every room, as a value.
struct MemoryLog {
    private struct Device: Hashable {
        var user: UserID
        var device: DeviceID
    }

    private struct Place {
        var room: RoomName
        var seq: UInt64
    }

    private struct Room {
        /// As they were said, but for what was deleted.
        var events: [Event] = []
        /// What is about a message, in order.
        var changes: [UInt64: [UInt64]] = [:]
        var marks: [UserID: ReadPoint] = [:]
        /// `nil` until an event has made one.
        var record: RoomRecord?
        var people: [UserID: Person] = [:]
        /// When each user last sent a message, in a room with slow mode.
        var lastMessages: [UserID: Int64] = [:]

        mutating func fold(_ event: Event, of room: RoomName) {
            if case .direct(let one, let other) = room.kind { meet(event, one, other) }
            guard record != nil || event.content.makesRecord else { return }
            var record = self.record ?? RoomRecord()
            if let changed = record.fold(event, of: room, standing: { people[$0]?.standing ?? Standing() }) {
                let known = people[changed.user]?.author.name ?? ""
                let author = Author(user: changed.user, name: event.name(of: changed.user) ?? known)
                people[changed.user] = Person(author: author, standing: changed.standing)
            }
            self.record = record
            if record.settings.slowMode > 0, case .message = event.content {
                lastMessages[event.author.user] = event.at
            }
        }

        /// A direct room is on the lists of both from its first event on.
        private mutating func meet(_ event: Event, _ one: UserID, _ other: UserID) {
            for user in [one, other] where people[user] == nil || user == event.author.user {
                let author = Author(user: user, name: user == event.author.user ? event.author.name : "")
                people[user] = Person(author: author, standing: Standing(membership: .member, since: 1))
            }
        }

        subscript(seq: UInt64) -> Event? {
            guard seq >= 1, seq <= UInt64(events.count) else { return nil }
            return events[Int(seq - 1)]
        }

        /// Takes out what a message and its edits say.
        mutating func wipe(_ seq: UInt64) {
            for index in ([seq] + (changes[seq] ?? [])).map({ Int($0 - 1) }) where events.indices.contains(index) {
                if let wiped = events[index].content.wiped(by: seq) { events[index].content = wiped }
            }
        }

        func subject(_ seq: UInt64) -> TargetMessage? {
            guard var subject = self[seq].flatMap({ TargetMessage($0) }) else { return nil }
            for change in changes[seq] ?? [] {
                if let change = self[change] { subject.fold(change) }
            }
            return subject
        }
    }

    var isClosed = false
    private(set) var files = MemoryFiles()
    private var reports = MemoryReports()
    private var held = MemoryHeld()
    private var rooms: [RoomName: Room] = [:]
    /// How many groups each user is in, or has asked to enter.
    private var groups: [UserID: UInt64] = [:]
    /// To how many groups each user is invited.
    private var invitations: [UserID: UInt64] = [:]
    private var choices: [UserID: [RoomName: Choice]] = [:]
    private var blocks: [UserID: Set<UserID>] = [:]
    private var profiles: [UserID: Profile] = [:]
    private var kept: [UserID: [KeptDraft]] = [:]
    private var highest: [Device: UInt64] = [:]
    private var places: [Device: [UInt64: Place]] = [:]

    func head(of room: RoomName) -> UInt64 {
        UInt64(rooms[room]?.events.count ?? 0)
    }

    /// As they stand now, as far as a page may fold them.
    func events(of room: RoomName, _ seqs: some Sequence<UInt64>) -> [Event] {
        guard let room = rooms[room] else { return [] }
        var events: [Event] = []
        var folded = 0
        for seq in seqs where folded < Limits.pageChanges {
            guard let event = room.subject(seq)?.event ?? room[seq] else { continue }
            events.append(event)
            folded += room.changes[seq]?.count ?? 0
        }
        return events
    }

    mutating func append(_ batch: Batch) -> Appended {
        var appended = Appended()
        for file in batch.files { appended.files.append(files.record(file)) }
        for draft in batch.drafts { appended.outcomes.append(append(draft, &appended.removed)) }
        for mark in batch.marks { keep(mark) }
        for draft in batch.kept { keep(draft) }
        for change in batch.reports { appended.reports.append(apply(change)) }
        for change in batch.decisions { appended.decisions.append(apply(change, &appended.removed)) }
        if let before = batch.unusedBefore { appended.removed += files.forgetUnused(before: before) }
        if let expiry = batch.expiry { appended.expired = expire(expiry, &appended.removed) }
        return appended
    }

    private mutating func append(_ draft: Draft, _ removed: inout [FilePlace]) -> AppendOutcome {
        guard let idempotencyKey = draft.idempotencyKey else { return write(draft, &removed) }
        let device = Device(user: draft.author.user, device: idempotencyKey.device)
        if held.contains(idempotencyKey, of: draft.author.user) { return .held }
        let accepted = highest[device, default: 0]
        guard idempotencyKey.number > accepted else {
            return draft.repeated(first(of: device, idempotencyKey.number))
        }
        guard accepted >= draft.after ?? 0 else { return .outOfTurn }
        let outcome = write(draft, &removed)
        if case .appended(let event) = outcome {
            highest[device] = idempotencyKey.number
            places[device, default: [:]][idempotencyKey.number] = Place(room: draft.room, seq: event.seq)
        }
        return outcome
    }

    /// All of it in one step.
    private mutating func expire(_ expiry: Expiry, _ removed: inout [FilePlace]) -> Expired {
        var expired = Expired()
        for (name, room) in rooms {
            guard let cutoff = expiry.retention.cutoff(for: name, now: expiry.now) else { continue }
            for (user, drafts) in kept {
                let left = drafts.filter { $0.room != name || $0.at >= cutoff }
                expired.drafts += drafts.count - left.count
                kept[user] = left
            }
            for event in room.events.prefix(while: { $0.at < cutoff }) {
                guard case .message = event.content else { continue }
                if let file = event.attachment { removed += files.forget(file.id) }
                rooms[name]?.wipe(event.seq)
                reports.forget(event.seq, in: name)
                expired.messages += 1
            }
            expired.messages += held.forget(before: cutoff, in: name)
        }
        return expired
    }

    func mark(of user: UserID, in room: RoomName) -> ReadPoint? { rooms[room]?.marks[user] }

    private mutating func keep(_ mark: ReadMark) {
        guard mark.point.seq > self.mark(of: mark.user, in: mark.room)?.seq ?? 0 else { return }
        rooms[mark.room, default: Room()].marks[mark.user] = mark.point
    }

    private func draft(of user: UserID, for room: RoomName) -> String? {
        kept[user]?.first { $0.room == room }?.text
    }

    private mutating func keep(_ draft: KeptDraft) {
        var drafts = kept[draft.user, default: []]
        drafts.removeAll { $0.room == draft.room }
        if !draft.text.isEmpty { drafts.append(draft) }
        drafts.removeFirst(max(0, drafts.count - Limits.draftsPerUser))
        kept[draft.user] = drafts
    }

    /// - Parameter isPublished: whether it was held, and a moderator publishes it
    private mutating func write(
        _ draft: Draft, isPublished: Bool = false, _ removed: inout [FilePlace]
    ) -> AppendOutcome {
        let access = access(of: draft, isPublished: isPublished)
        if let refusal = access?.refusal { return .refused(refusal) }
        let filtered = draft.filtered
        if filtered == .refused { return .refused(.filteredText) }
        let subject = draft.mutation.reference.flatMap { rooms[draft.room]?.subject($0) }
        if let refusal = TargetMessage.refusal(
            of: draft.mutation, by: draft.author.user, moderates: access?.access.mayModerate ?? draft.moderatesOpenRoom,
            to: subject)
        {
            return .refused(refusal)
        }
        if head(of: draft.room) == 0 {
            if let refusal = draft.roomRefusal { return .refused(refusal) }
            // A held message makes no room.
            if filtered == .held { return .refused(.filteredText) }
        }
        if filtered == .held { return hold(draft) }
        if let attachment = draft.mutation.attachment,
            let refusal = files.take(
                attachment, draft.author.user, for: MessagePlace(room: draft.room, seq: head(of: draft.room) + 1))
        {
            return .refused(refusal)
        }
        let replaced = draft.mutation.content.replacedAvatar(rooms[draft.room]?.record) {
            profile(of: draft.author.user)
        }
        if let replaced { removed += files.forget(replaced.id) }
        let event = draft.event(
            seq: head(of: draft.room) + 1, after: rooms[draft.room]?.events.last?.at ?? .min,
            by: draft.linkUse(access?.access, rooms[draft.room]?.record))
        if case .deletion(let target, _) = event.content, let file = rooms[draft.room]?[target]?.attachment {
            removed += files.forget(file.id)
        }
        rooms[draft.room, default: Room()].events.append(event)
        fold(event, of: draft.room)
        note(event, in: draft.room)
        if event.isModeration(ofMessageBy: subject?.event.author.user) { reports.note(event, in: draft.room) }
        return .appended(event)
    }

    private mutating func hold(_ draft: Draft) -> AppendOutcome {
        if let refusal = held.keep(draft) { return .refused(refusal) }
        if rooms[draft.room]?.record?.settings.slowMode ?? 0 > 0 {
            rooms[draft.room]?.lastMessages[draft.author.user] = draft.at
        }
        return .held
    }

    private mutating func fold(_ event: Event, of room: RoomName) {
        if case .own(let user) = room.kind { return fold(event.content, of: user) }
        guard room.kind == .group, let user = event.changesPlace else {
            rooms[room]?.fold(event, of: room)
            return
        }
        let before = rooms[room]?.people[user]?.standing.membership ?? .none
        rooms[room]?.fold(event, of: room)
        let after = rooms[room]?.people[user]?.standing.membership ?? .none
        count(before, of: user) { $0 -= min($0, 1) }
        count(after, of: user) { $0 += 1 }
    }

    private mutating func count(
        _ membership: Standing.Membership, of user: UserID, _ change: (inout UInt64) -> Void
    ) {
        switch membership {
        case .none: break
        case .invited: change(&invitations[user, default: 0])
        case .requested, .member: change(&groups[user, default: 0])
        }
    }

    private mutating func fold(_ content: Event.Content, of user: UserID) {
        switch content {
        case .choice(let change):
            var choice = choices[user]?[change.room] ?? Choice()
            choice.apply(change)
            choices[user, default: [:]][change.room] = choice == Choice() ? nil : choice
        case .block(let person, let on):
            if on { blocks[user, default: []].insert(person) } else { blocks[user]?.remove(person) }
        case .profile(let change): profiles[user, default: Profile()].apply(change)
        case .message, .deleted, .edit, .deletion, .reaction, .unreaction, .pin, .settings, .membership, .link,
            .damaged, .unknown:
            break
        }
    }

    func profile(of user: UserID) -> Profile { profiles[user] ?? Profile() }

    func blocked(by user: UserID) -> [UserID] { (blocks[user] ?? []).sorted { $0.isBefore($1) } }

    private func count(_ counted: Draft.Counted, of author: UserID) -> UInt64 {
        switch counted {
        case .groups(let user): groups[user, default: 0]
        case .invitations(let user): invitations[user, default: 0]
        case .choices(let room): UInt64((choices[author] ?? [:]).keys.filter { $0 != room }.count)
        case .blocks(let user): UInt64((blocks[author] ?? []).filter { $0 != user }.count)
        }
    }

    /// What the room says about the draft; `nil` where nothing needs to be asked.
    private func access(of draft: Draft, isPublished: Bool) -> (access: RoomAccess, refusal: WireError?)? {
        let room = rooms[draft.room]
        guard draft.asksRoom(room?.record) else { return nil }
        func standing(_ user: UserID) -> Standing { room?.people[user]?.standing ?? Standing() }
        let access = draft.access(
            exists: head(of: draft.room) > 0, room?.record, standing(draft.author.user),
            blocks: { blocks[$0]?.contains(draft.author.user) ?? false })
        var target = Standing()
        if case .membership(let change) = draft.mutation { target = standing(change.member) }
        // A published message has waited: slow mode does not delay it again.
        let last = isPublished ? nil : room?.lastMessages[draft.author.user]
        let refusal = draft.refusal(by: access, toward: target, room?.record, after: last) {
            count($0, of: draft.author.user)
        }
        return (access, refusal)
    }

    func info(of room: RoomName, for user: UserID) -> RoomInfo? {
        let standing = rooms[room]?.people[user]?.standing ?? Standing()
        return rooms[room]?.record?.info(standing) ?? (standing.isNotable ? RoomInfo(standing: standing) : nil)
    }

    /// - Parameter epoch: of the store
    func rooms(of user: UserID, after room: RoomName?, limit: Int, _ epoch: Epoch) -> (
        rooms: [RoomEntry], next: RoomName?
    ) {
        let names = rooms.filter { name, room in
            let isThere = name.kind != .open && room.people[user].map { $0.standing.membership != .none } ?? false
            let isNamed = choices[user]?[name] != nil || draft(of: user, for: name) != nil
            return isThere || name.isListed(byChoiceOf: user) && isNamed
        }.keys.sorted { $0.text < $1.text }.filter { name in room.map { name.text > $0.text } ?? true }
        let page = names.prefix(max(1, limit))
        let entries = page.map { entry(of: $0, for: user, epoch) }
        return (entries, page.count < names.count ? page.last : nil)
    }

    private func entry(of name: RoomName, for user: UserID, _ epoch: Epoch) -> RoomEntry {
        let room = rooms[name] ?? Room()
        let standing = room.people[user]?.standing ?? Standing()
        let info = room.record?.info(standing) ?? RoomInfo(standing: standing)
        var entry = RoomEntry(
            room: name, info: info, epoch: epoch, head: head(of: name), read: room.marks[user]?.seq,
            with: name.other(than: user).map { Author(user: $0, name: room.people[$0]?.author.name ?? "") })
        entry.choice = choices[user]?[name] ?? Choice()
        entry.draft = draft(of: user, for: name) ?? ""
        guard standing.membership == .member || name.kind == .open else { return entry }
        let first = RoomAccess(name, user, .user, exists: true, info).firstReadable
        let unread = room.events.lazy.filter { event in
            guard case .message = event.content else { return false }
            return event.seq > max(first - 1, entry.read ?? 0) && event.author.user != user
        }
        entry.unread = min(Limits.unreadCount, UInt64(unread.count))
        let lowest = max(first, entry.head > Limits.lastMessageScan ? entry.head - Limits.lastMessageScan + 1 : 1)
        let last = room.events.last { event in
            if case .message = event.content { event.seq >= lowest } else { false }
        }
        entry.last = last.flatMap { room.subject($0.seq)?.event }
        return entry
    }

    func mentions(of reader: Author, in name: RoomName, after seq: UInt64) -> (count: UInt64, scanned: Int) {
        guard let room = rooms[name] else { return (0, 0) }
        var scanned = 0
        let count = room.events.count { event in
            guard event.seq > seq, event.author.user != reader.user,
                case .message(let message)? = room.subject(event.seq)?.event.content
            else { return false }
            if message.text.utf8.contains(UInt8(ascii: "@")) { scanned += 1 }
            return MentionRule.mentions(reader.name, in: message.text)
        }
        return (min(Limits.unreadCount, UInt64(count)), min(Limits.mentionScan, scanned))
    }

    func people(of room: RoomName, after user: UserID?, limit: Int) -> (people: [Person], next: UserID?) {
        let all = (rooms[room]?.people.values.filter { $0.standing.isNotable } ?? [])
            .sorted { $0.author.user.isBefore($1.author.user) }
            .filter { person in user.map { $0.isBefore(person.author.user) } ?? true }
        let page = Array(all.prefix(max(1, limit)))
        return (page, page.count < all.count ? page.last?.author.user : nil)
    }

    private mutating func apply(_ change: ReportChange) -> ReportOutcome {
        let room = rooms[change.room]
        switch change.target(access(to: change.room, of: change.author, change.role), { room?.subject(change.seq) }) {
        case .failure(let error): return .refused(error)
        case .success(let event): return reports.apply(change, to: event)
        }
    }

    private mutating func apply(_ change: HeldChange, _ removed: inout [FilePlace]) -> HeldOutcome {
        let access = access(to: change.room, of: change.author, change.role)
        if let outcome = change.outcome(access, { held.known(at: change.place, in: change.room) }) { return outcome }
        guard let draft = held.draft(at: change.place, in: change.room) else { return .refused(.nothingHeld) }
        var outcome = HeldOutcome.discarded
        var seq: UInt64?
        if change.decision.verdict == .publish {
            switch write(draft.published(by: change), isPublished: true, &removed).published {
            case .success(let event): (outcome, seq) = (.published(event), event.seq)
            case .failure(let error): return .refused(error)
            }
        }
        held.decide(change)
        reports.note(change, about: draft.author, seq)
        return outcome
    }

    private func access(to room: RoomName, of author: Author, _ role: ServerRole) -> RoomAccess {
        RoomAccess(room, author.user, role, exists: rooms[room] != nil, info(of: room, for: author.user))
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
        ) { rooms[$0]?.subject($1)?.event }
    }

    func actions(
        of room: RoomName, for user: UserID, before: UInt64?, limit: Int
    ) -> (actions: [ModerationAction], next: UInt64?) {
        reports.log(of: room, for: user, before: before, limit: limit) { rooms[room]?[$0] }
    }

    func links(of room: RoomName) -> InviteLinks { rooms[room]?.record?.links ?? InviteLinks() }

    func directory(
        matching search: RoomSearch, after room: RoomName?, limit: Int, scan: Int
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

    /// What the event does to the message it is about.
    private mutating func note(_ event: Event, in room: RoomName) {
        guard let target = event.content.target else { return }
        if case .deletion = event.content {
            // Wiped: the message, and the edits among what is about it.
            for seq in [target] + (rooms[room]?.changes[target] ?? []) {
                rooms[room]?.events[Int(seq - 1)].fold(event)
            }
            reports.wipe(target, in: room)
        } else {
            rooms[room]?.changes[target, default: []].append(event.seq)
        }
    }

    private func first(of device: Device, _ number: UInt64) -> (room: RoomName, event: Event)? {
        guard let place = places[device]?[number], let event = rooms[place.room]?[place.seq] else { return nil }
        return (place.room, event)
    }
}
