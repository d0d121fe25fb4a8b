import ChatRooms
import ChatWire

/// The table `commit_list`, by which servers that share a log follow one another's commits.
///
/// Each commit that another server has to know has an entry. Their numbers have no gap, and are in
/// the order of the log: a transaction that appends locks the number of the last entry until it is
/// committed. So one transaction appends at a time, and each begins with what the others have
/// committed. The entries of the last ``ChatWire/Limits/commitListKept`` seconds are kept.
package struct CommitList {
    /// The server that has this list; random.
    private let server: Int64
    /// The last entry that this server knows.
    private var position: Int64
    /// The last entry that the transaction has seen. It counts when that is committed.
    private var reached: Int64
    /// The last held message that this server knows, and the last one that the transaction has
    /// seen.
    private var held: (known: Int64, reached: Int64)

    /// Begins behind the last entry. What was committed until then, the caller reads from the log.
    package init(_ db: any SQLDatabase) throws {
        server = Int64.random(in: .min ... .max)
        position = try db.integer("SELECT number FROM commit_list_end") ?? 0
        reached = position
        let last = try db.integer("SELECT max(id) FROM held") ?? 0
        held = (last, last)
    }

    /// Whether there are entries: several servers may have shared the log since ``clear(_:)``.
    package static func isInUse(_ db: any SQLDatabase) throws -> Bool {
        try db.integer("SELECT 1 WHERE EXISTS (SELECT 1 FROM commit_list)") != nil
    }

    /// Removes all entries. Called while no servers share the log.
    package static func clear(_ db: any SQLDatabase) throws { try db.run("DELETE FROM commit_list") }

    /// What a server caches of the log, and another server has changed.
    package struct Changes {
        package var commits = OthersCommits()
        /// The events among ``commits``, by their keys.
        package var keys: [EventKey] = []
        /// Those after which their authors must wait, as the room is in slow mode now.
        package var delaying: Set<EventKey> = []
        /// The messages that were held.
        package var held: [HeldTable.Sent] = []
        /// Whether more has changed than these events and messages.
        package var forgets = false
    }

    /// Begins a transaction that appends: waits until no other server appends, and reads what was
    /// committed meanwhile.
    mutating func begin(epoch: Epoch, _ db: any SQLDatabase) throws -> Changes {
        let end = try db.integer("SELECT number FROM commit_list_end FOR UPDATE") ?? 0
        reached = end
        held.reached = held.known
        return end == position ? Changes() : try read(upTo: end, epoch: epoch, db)
    }

    /// Notes what the transaction has done. The other servers read it when it is committed.
    mutating func note(_ entry: CommitListEntry, _ db: any SQLDatabase) throws {
        guard !entry.isEmpty else { return }
        reached += 1
        let insert = try RawStatement(
            "INSERT INTO commit_list (number, server, events, forgets, rooms, removed) VALUES (?, ?, ?, ?, ?, ?)",
            in: db)
        insert.bind(reached, at: 1)
        insert.bind(server, at: 2)
        insert.bind(entry.keyBytes, at: 3)
        insert.bind(entry.change.rawValue, at: 4)
        try insert.bind(entry.removedRooms.map(\.text).joined(separator: "\n"), at: 5)
        insert.bind(Int64(clamping: entry.removedEvents), at: 6)
        try insert.run()
        let update = try RawStatement("UPDATE commit_list_end SET number = ?", in: db)
        update.bind(reached, at: 1)
        try update.run()
        guard reached % Self.interval == 0 else { return }
        try db.run(
            """
            DELETE FROM commit_list WHERE number IN (SELECT number FROM commit_list ORDER BY number LIMIT \(2 * Self.interval))
            AND at < clock_timestamp() - interval '\(Limits.commitListKept) seconds'
            """)
    }

    /// Entries between two removals of old ones.
    private static let interval: Int64 = 64

    /// The transaction is committed.
    mutating func committed() {
        position = reached
        held.known = held.reached
    }

    /// Reads what the others have committed, without a transaction.
    package mutating func catchUp(epoch: Epoch, _ db: any SQLDatabase) throws -> Changes {
        let changes = try read(upTo: .max, epoch: epoch, db)
        committed()
        return changes
    }

    private mutating func read(upTo end: Int64, epoch: Epoch, _ db: any SQLDatabase) throws -> Changes {
        let entries = try entries(upTo: end, db)
        var changes = Changes()
        var names: [Int64: RoomName] = [:]
        var slowRooms: Set<Int64> = []
        for entry in entries {
            changes.keys += entry.events
            changes.forgets = changes.forgets || entry.change == .all
            changes.commits.removedRooms += entry.removedRooms
            changes.commits.removedEvents += entry.removedEvents
            for key in entry.events where names[key.room] == nil {
                guard let room = try RoomTable.entry(key.room, db) else { continue }
                names[key.room] = room.name
                if room.isSlow { slowRooms.insert(key.room) }
                if room.generation > 0 { changes.commits.epochs[room.name] = epoch.ofRooms(room.generation) }
            }
        }
        // Together with another change, messages may have been held, too.
        if entries.contains(where: { $0.change != .nothing }) {
            changes.held = try HeldTable.sent(after: held.known, db)
            held.reached = changes.held.last?.number ?? held.known
        }
        // A room that was removed since says nothing more.
        changes.keys.removeAll { names[$0.room] == nil }
        var rows = EventRows(changes.keys, names: names)
        for key in changes.keys {
            guard let room = names[key.room] else { continue }
            let event: Event?
            do { event = try rows.event(key, db) } catch is Damage { event = nil }
            changes.commits.events.append(
                .init(room: room, event: event ?? EventRow.missing(key.seq, ofRoom: key.room, near: nil)))
            if slowRooms.contains(key.room), let event, try delays(event, key, db) { changes.delaying.insert(key) }
        }
        return changes
    }

    /// Whether the author of an event in a room in slow mode must wait after it.
    private func delays(_ event: Event, _ key: EventKey, _ db: any SQLDatabase) throws -> Bool {
        guard event.content.isShown else { return false }
        // Only a message without a number may be one that was held, and has made its author wait
        // when it was sent.
        return try event.idempotencyKey != nil || !ActionTable.isPublished(key, by: event.author.user, db)
    }

    /// - Throws: ``StoreError/failed(_:)`` if there are more than a server may be behind
    private mutating func entries(upTo end: Int64, _ db: any SQLDatabase) throws -> [CommitListEntry] {
        let select = try RawStatement(
            """
            SELECT number, server, events, forgets, rooms, removed FROM commit_list
            WHERE number > ? AND number <= ? ORDER BY number LIMIT \(Limits.commitListBehind)
            """, in: db)
        select.bind(position, at: 1)
        select.bind(end, at: 2)
        var entries: [CommitListEntry] = []
        var events = 0
        reached = position
        while try select.step() {
            reached += 1
            guard select.integer(0) == reached, events <= Limits.commitListBehind else { throw Self.tooFarBehind }
            // Its own commits are known.
            guard select.integer(1) != server else { continue }
            let entry = try CommitListEntry(select)
            events += entry.events.count
            entries.append(entry)
        }
        guard end == .max || end == reached else { throw Self.tooFarBehind }
        return entries
    }

    private static let tooFarBehind = StoreError.failed(
        "This server is too far behind what other servers have committed to the same log.")
}
