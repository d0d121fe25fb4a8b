import ChatWire

// What the others are told of who comes and goes, and of profiles.
extension Presence {
    /// The notice that a person came or went.
    ///
    /// A room gets at most ``ChatWire/Limits/presenceNotices`` of them in an interval, so that
    /// people who come and go without end can't flood it. Further ones wait for its end.
    ///
    /// - Parameter formerly: the name that the others see until now, if the person is back under
    ///   another one
    /// - Returns: `nil` if the notice waits
    mutating func tell(
        _ room: RoomName, _ author: Author, isThere: Bool, count: Int, formerly: String? = nil
    ) -> Notice? {
        guard told[room, default: Told()].notices < Limits.presenceNotices else {
            let known = isThere ? formerly : author.name
            told[room]?.waiting[author.user, default: (author, known)].author = author
            return nil
        }
        told[room, default: Told()].notices += 1
        return Self.notice(room, author, isThere: isThere, count: count, formerly: formerly)
    }

    private static func notice(
        _ room: RoomName, _ author: Author, isThere: Bool, count: Int, formerly: String?
    ) -> Notice {
        // The line protocol has no new names: it is told that the former one has left.
        var lines = formerly.map { [Line.left(name: $0)] } ?? []
        if isThere { lines.append(.joined(name: author.name)) }
        if lines.isEmpty { lines = [.left(name: author.name)] }
        let frame = ServerFrame.presence(
            room: room, count: UInt64(count), joined: isThere ? [author] : [], left: isThere ? [] : [author])
        return Notice(room: room, frame: frame, lines: lines)
    }

    mutating func tellCountLater(of room: RoomName) -> Notice? {
        uncounted.insert(room)
        return nil
    }

    /// What waits to be told. Called every ``ChatWire/Limits/presenceInterval``.
    ///
    /// - who said that they come back, and have not
    /// - who came and went in rooms that were told of many already
    /// - the new counts of count-only rooms
    /// - what people have changed of their profiles
    package mutating func changes() -> [Notice] {
        defer { told = [:] }
        let gone = notReturned()
        return gone + told.sorted { $0.key.text < $1.key.text }.flatMap { changes(in: $0.key, $0.value.waiting) }
            + changedCounts() + changedProfiles()
    }

    /// Who has not come back in time.
    private mutating func notReturned() -> [Notice] {
        var notices: [Notice] = []
        for user in returning.keys.sorted(by: { $0.isBefore($1) }) {
            let rooms = (returning[user] ?? [:]).mapValues {
                Returning(name: $0.name, intervals: $0.intervals + 1)
            }
            let gone = rooms.filter { $0.value.intervals > Limits.returnIntervals }
            let waiting = rooms.filter { gone[$0.key] == nil }
            returning[user] = waiting.isEmpty ? nil : waiting
            for (room, gone) in gone.sorted(by: { $0.key.isBefore($1.key) }) {
                let count = count(in: room)
                guard count < Limits.presenceListed else { continue }
                let author = Author(user: user, name: gone.name)
                if let notice = tell(room, author, isThere: false, count: count) { notices.append(notice) }
            }
        }
        return notices
    }

    /// What people have changed of their profiles, for each room that they are in.
    private mutating func changedProfiles() -> [Notice] {
        if profileChanges.isEmpty { return [] }
        defer { profileChanges = [:] }
        let changes = profileChanges.sorted { $0.key.isBefore($1.key) }
        return changes.flatMap { user, change in
            (places[user] ?? []).sorted { $0.isBefore($1) }
                .filter { count(in: $0) <= Limits.presenceListed }
                .map { Notice(room: $0, frame: .profile(user, change)) }
        }
    }

    /// Nothing is told of who came and went in between. The counts go on from the last one told.
    /// Somebody who went and came back is told the count, which they await.
    private func changes(
        in room: RoomName, _ waiting: [UserID: (author: Author, known: String?)]
    ) -> [Notice] {
        guard count(in: room) <= Limits.presenceListed else { return [] }
        let occupants = rooms[room] ?? [:]
        let changed = waiting.filter { $0.value.known != occupants[$0.key]?.name }.values
            .sorted { $0.author.user.isBefore($1.author.user) }
        if changed.isEmpty, waiting.keys.contains(where: { occupants[$0] != nil }) { return [countNotice(room)] }
        func more(_ person: (author: Author, known: String?)) -> Int {
            (occupants[person.author.user] == nil ? 0 : 1) - (person.known == nil ? 0 : 1)
        }
        var count = changed.reduce(occupants.count) { $0 - more($1) }
        return changed.map { person in
            count += more(person)
            let isThere = occupants[person.author.user] != nil
            return Self.notice(room, person.author, isThere: isThere, count: max(0, count), formerly: person.known)
        }
    }

    private mutating func changedCounts() -> [Notice] {
        defer { uncounted = [] }
        return uncounted.sorted { $0.text < $1.text }.map(countNotice)
    }

    private func countNotice(_ room: RoomName) -> Notice {
        Notice(room: room, frame: .presence(room: room, count: UInt64(count(in: room)), joined: [], left: []))
    }

    /// Ends the wait for somebody who has come back to a room.
    ///
    /// - Returns: the name that the others still see; `nil` if the room did not wait for them
    mutating func takeReturning(_ user: UserID, to room: RoomName) -> String? {
        let gone = returning[user]?.removeValue(forKey: room)
        if returning[user]?.isEmpty == true { returning[user] = nil }
        return gone?.name
    }
}
