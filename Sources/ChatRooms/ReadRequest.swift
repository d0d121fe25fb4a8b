import ChatWire

/// A ``StoreQuery`` of a connection.
package struct ReadRequest: Hashable, Sendable {
    package var query: StoreQuery
    package var visitor: Visitor
    package var ref: UInt64
    /// The connection that asked.
    package var origin: Origin

    package init(_ query: StoreQuery, for visitor: Visitor, ref: UInt64, origin: Origin) {
        self.query = query
        self.visitor = visitor
        self.ref = ref
        self.origin = origin
    }

    /// The frame for the connection that asked, and how many entries it has.
    package typealias Answer = (frame: ServerFrame, entries: Int)

    /// Reads, and waits for the disk.
    ///
    /// What the user may read is decided here, too: their place in the room may have changed since
    /// they joined it, and may change during the read (``read(of:_:unless:_:)``).
    ///
    /// - Parameters:
    ///   - time: milliseconds since 1970-01-01 UTC
    ///   - present: how many people are in each of these rooms now
    /// - Returns: the answer, or why there is none
    package func answer(
        from store: any MessageStore, at time: Int64, present: ([RoomName]) -> [Int] = { $0.map { _ in 0 } }
    ) throws(StoreError) -> Result<Answer, WireError> {
        switch query {
        case .history(let room, let anchor, let limit):
            return try read(of: room, store, at: time, unless: RoomAccess.refusalOfEntering) {
                access throws(StoreError) in
                try history(of: room, at: anchor, limit: limit, for: access, store)
            }
        case .rooms(let after): return .success(try rooms(after: after, store, at: time))
        case .recentRooms: return .success(try recentRooms(store, at: time))
        case .people(let room, let after):
            return try read(of: room, store, at: time, unless: RoomAccess.refusalOfEntering) { _ throws(StoreError) in
                let (people, next) = try store.people(of: room, after: after, limit: Limits.peoplePage)
                return (.people(ref: ref, room: room, people, next: next), people.count)
            }
        case .profiles(let users): return .success(try profiles(of: users, store))
        case .reports(let room, let after):
            return try read(ofRoomOrAll: room, store, at: time, unless: RoomAccess.refusalOfReviewing) {
                () throws(StoreError) in
                try reports(room, after: after, store)
            }
        case .held(let room, let after):
            return try read(ofRoomOrAll: room, store, at: time, unless: RoomAccess.refusalOfReviewing) {
                () throws(StoreError) in
                try held(room, after: after, store)
            }
        case .actions(let room, let before):
            return try read(of: room, store, at: time, unless: RoomAccess.refusalOfReadingActions) {
                _ throws(StoreError) in
                try actions(room, before: before, store)
            }
        case .links(let room):
            return try read(of: room, store, at: time, unless: RoomAccess.refusalOfEntering) {
                access throws(StoreError) in
                let links = try store.links(of: room).shown(to: access, at: time)
                return (.links(ref: ref, room: room, links), links.count)
            }
        case .directory(let search, let after):
            return .success(try directory(matching: search, after: after, store, at: time, present: present))
        case .search(let room, let search, let before):
            return try read(of: room, store, at: time, unless: RoomAccess.refusalOfEntering) {
                access throws(StoreError) in
                try hits(of: search, in: room, before: before, for: access, store)
            }
        }
    }
}

// What is read, for a user who has the right to it.
extension ReadRequest {
    private func history(
        of room: RoomName, at anchor: HistoryAnchor, limit: Int, for access: RoomAccess, _ store: any MessageStore
    ) throws(StoreError) -> Answer {
        let readable = try self.anchor(anchor, from: access.firstReadable, in: room, store)
        let page = try store.history(of: room, at: readable, limit: limit)
        let events = page.events.filter { $0.seq >= access.firstReadable }
        let epoch = page.epoch ?? store.epoch
        return (.page(ref: ref, room: room, epoch: epoch, head: page.head, events: events), events.count)
    }

    private func rooms(after: RoomName?, _ store: any MessageStore, at time: Int64) throws(StoreError) -> Answer {
        let (rooms, next) = try store.rooms(of: visitor.user, after: after, limit: Limits.roomListPage)
        let page = try complete(rooms, isFirst: after == nil, store, at: time)
        let end = page.rooms.count < rooms.count ? page.rooms.last?.room : next
        return (
            .rooms(ref: ref, page.rooms, blocked: page.blocked, profile: page.profile, next: end), page.rooms.count
        )
    }

    private func recentRooms(_ store: any MessageStore, at time: Int64) throws(StoreError) -> Answer {
        let (rooms, areAll) = try store.recentRooms(
            of: visitor.user, visitor.role, limit: Limits.roomListPage, at: time)
        let page = try complete(rooms, isFirst: true, store, at: time)
        let isPart = !areAll || page.rooms.count < rooms.count
        return (
            .rooms(ref: ref, page.rooms, blocked: page.blocked, profile: page.profile, next: nil, isPart: isPart),
            page.rooms.count
        )
    }

    private func profiles(of users: [UserID], _ store: any MessageStore) throws(StoreError) -> Answer {
        var shown: [ShownProfile] = []
        for user in users {
            if let profile = ShownProfile(user, try store.profile(of: user)) { shown.append(profile) }
        }
        return (.profiles(ref: ref, shown), shown.count)
    }

    private func directory(
        matching search: WordSearch, after: RoomName?, _ store: any MessageStore, at time: Int64,
        present: ([RoomName]) -> [Int]
    ) throws(StoreError) -> Answer {
        let page = try store.directory(
            matching: search, after: after, limit: Limits.directoryPage, scan: Limits.directoryScan)
        var rooms: [DirectoryEntry] = []
        // A room from which the user is banned shows them nothing, its title included.
        for room in page.rooms where try access(to: room.room, store).refusalOfEntering(at: time) == nil {
            rooms.append(room)
        }
        for (index, count) in zip(rooms.indices, present(rooms.map(\.room))) {
            rooms[index].people = UInt64(clamping: count)
        }
        return (.directory(ref: ref, rooms, next: page.next), page.rooms.count)
    }

    /// Looks through the messages as they are now, the newest first.
    private func hits(
        of search: WordSearch, in room: RoomName, before: Seq?, for access: RoomAccess, _ store: any MessageStore
    ) throws(StoreError) -> Answer {
        var scan = MessageScan(search, from: access.firstReadable, before: before)
        while scan.looks(at: try store.history(of: room, at: scan.anchor, limit: Limits.pageEvents)) {}
        return (.hits(ref: ref, room: room, scan.found, next: scan.next), scan.found.count)
    }

    /// The anchor of the same page for a user who may read nothing before `first`.
    private func anchor(
        _ anchor: HistoryAnchor, from first: Seq, in room: RoomName, _ store: any MessageStore
    ) throws(StoreError) -> HistoryAnchor {
        switch anchor {
        case .newest, .before: return anchor
        case .after(let seq): return .after(max(seq, first - 1))
        case .around(let seq): return .around(max(seq, first))
        case .at(let time):
            // If the first readable event is not earlier, nothing else of the log decides.
            let beginning = first > 1 ? try store.history(of: room, at: .after(first - 1), limit: 1).events.first : nil
            return beginning.map { $0.at >= time } ?? false ? .around(first) : anchor
        }
    }

    /// Completes what the store says of rooms, for one frame. It has fewer rooms if they are too
    /// large.
    private func complete(
        _ rooms: [RoomEntry], isFirst: Bool, _ store: any MessageStore, at time: Int64
    ) throws(StoreError) -> (rooms: [RoomEntry], blocked: [UserID], profile: Profile) {
        var rooms = rooms
        let reader = Author(user: visitor.user, name: visitor.name)
        var scanned = 0
        for index in rooms.indices {
            rooms[index].hideContent(from: visitor, at: time)
            guard rooms[index].unread > 0 else { continue }
            let first = rooms[index].unreadAfter(for: visitor)
            let most = max(Limits.mentionScanLeast, Limits.mentionScan - scanned)
            let found = try store.mentions(of: reader, in: rooms[index].room, after: first, most: most)
            scanned += found.scanned
            guard found.count > 0 || found.scanned == most else { continue }
            // The entries are of an earlier snapshot.
            let access = RoomAccess(rooms[index].room, visitor.user, visitor.role, exists: true, rooms[index].info)
            guard try isStill(access, rooms[index].room, store) else { continue }
            rooms[index].mentions = found.count
            if found.scanned == most { rooms[index].isExact = false }
        }
        let blocked = isFirst ? try store.blocked(by: visitor.user) : []
        let profile = isFirst ? try store.profile(of: visitor.user) : Profile()
        let fitting = ReadRequest.fitting(
            rooms.map(\.pageBytes), beside: blocked.count * 40 + 100, within: Limits.roomListBytes)
        return (Array(rooms.prefix(fitting)), blocked, profile)
    }

    private func reports(
        _ room: RoomName?, after: UInt64?, _ store: any MessageStore
    ) throws(StoreError) -> Answer {
        var (reports, next) = try store.reports(
            of: room, for: visitor.user, showingReporters: visitor.role == .administrator, after: after ?? 0,
            limit: Limits.reportsPage)
        let fitting = ReadRequest.fitting(reports.map(\.pageBytes))
        if fitting < reports.count {
            reports = Array(reports.prefix(fitting))
            next = reports.last?.number
        }
        return (.reports(ref: ref, room: room, reports, next: next), reports.count)
    }

    private func held(_ room: RoomName?, after: UInt64?, _ store: any MessageStore) throws(StoreError) -> Answer {
        var (messages, next) = try store.held(
            of: room, for: visitor.user, after: after ?? 0, limit: Limits.heldPage)
        let fitting = ReadRequest.fitting(messages.map(\.pageBytes))
        if fitting < messages.count {
            messages = Array(messages.prefix(fitting))
            next = messages.last?.number
        }
        return (.held(ref: ref, room: room, messages, next: next), messages.count)
    }

    private func actions(_ room: RoomName, before: UInt64?, _ store: any MessageStore) throws(StoreError) -> Answer {
        var (actions, next) = try store.actions(
            of: room, for: visitor.user, before: before, limit: Limits.actionsPage)
        let fitting = ReadRequest.fitting(actions.map(\.pageBytes))
        if fitting < actions.count {
            actions = Array(actions.prefix(fitting))
            next = actions.last?.number
        }
        return (.actions(ref: ref, room: room, actions, next: next), actions.count)
    }

    /// How many entries a frame has room for, one at least.
    ///
    /// - Parameters:
    ///   - other: bytes that the frame has beside them
    ///   - most: the bytes of a frame
    private static func fitting(_ sizes: [Int], beside other: Int = 0, within most: Int = Limits.pageBytes) -> Int {
        var bytes = other
        let count = sizes.prefix { size in
            bytes += size
            return bytes <= most
        }.count
        return max(1, count)
    }

    private func access(to room: RoomName, _ store: any MessageStore) throws(StoreError) -> RoomAccess {
        // Reading a group's record takes time, from which a stranger would learn that the group
        // exists.
        var isStranger = false
        if room.kind == .group, visitor.role != .administrator {
            isStranger = try !store.standing(of: visitor.user, in: room).isNotable
        }
        let info = isStranger ? nil : try store.info(of: room, for: visitor.user)
        return RoomAccess(room, visitor.user, visitor.role, exists: true, info)
    }
}

// Each read is a snapshot of its own, and commits come between them.
extension ReadRequest {
    /// Reads something of a room, if the user has the right to it before and after the read.
    ///
    /// The check and the read are of different snapshots. If the user's place changes between them,
    /// both are repeated. Otherwise a user who is removed, and let in again later, could read what
    /// was said meanwhile.
    ///
    /// - Parameters:
    ///   - refusal: why a user with this access may not read it; `nil` if they may
    ///   - body: reads it, for a user with this access
    private func read(
        of room: RoomName, _ store: any MessageStore, at time: Int64,
        unless refusal: (RoomAccess) -> (_ time: Int64) -> WireError?,
        _ body: (RoomAccess) throws(StoreError) -> Answer
    ) throws(StoreError) -> Result<Answer, WireError> {
        for _ in 0..<Limits.readAttempts {
            let access = try access(to: room, store)
            if let refusal = refusal(access)(time) { return .failure(refusal) }
            let answer = try body(access)
            if try isStill(access, room, store) { return .success(answer) }
        }
        return .failure(.changing)
    }

    /// The same for a room, or for all rooms, which only administrators may read.
    private func read(
        ofRoomOrAll room: RoomName?, _ store: any MessageStore, at time: Int64,
        unless refusal: (RoomAccess) -> (_ time: Int64) -> WireError?,
        _ body: () throws(StoreError) -> Answer
    ) throws(StoreError) -> Result<Answer, WireError> {
        if let room {
            return try read(of: room, store, at: time, unless: refusal) { _ throws(StoreError) in try body() }
        }
        return visitor.role == .administrator ? .success(try body()) : .failure(.administratorsOnly)
    }

    /// Whether the user's place in a room is still the one of `access`, and lets them read as much.
    private func isStill(_ access: RoomAccess, _ room: RoomName, _ store: any MessageStore) throws(StoreError) -> Bool {
        let later = try self.access(to: room, store)
        return later.standing == access.standing && later.firstReadable == access.firstReadable
    }
}

extension RoomEntry {
    /// The event behind which messages are unread.
    fileprivate func unreadAfter(for visitor: Visitor) -> Seq {
        max(read ?? 0, RoomAccess(room, visitor.user, .user, exists: true, info).firstReadable - 1)
    }

    /// Hides an open room's content from a banned user. The room stays on their list, with their
    /// place.
    fileprivate mutating func hideContent(from visitor: Visitor, at time: Int64) {
        let access = RoomAccess(room, visitor.user, visitor.role, exists: true, info)
        if room.kind == .open, access.refusalOfEntering(at: time) != nil { self = fromOutside }
    }
}

extension WireError {
    fileprivate static let administratorsOnly = WireError(
        .notAllowed, "Only administrators see the reports and held messages of all rooms: name a room.")
    fileprivate static let changing = WireError(
        .overloaded, "Your place in this room changed while the server read it; try again in a second.", retry: 1_000)
}

extension Result {
    /// Why there is no value.
    package var refusal: Failure? {
        if case .failure(let refusal) = self { refusal } else { nil }
    }
}
