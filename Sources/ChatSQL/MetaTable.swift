import ChatWire

/// The table `meta`: numbers about the log as a whole, by their names.
package enum MetaTable {
    package enum Key: String {
        /// Milliseconds for which servers have doubted the wall clock (``ClockTable``).
        case doubted
        case epoch
        /// The wall clock when it was last believed (``ClockTable``).
        case expiry
        /// The generation of rooms that are made now (``RoomTable``).
        case generation
        /// The highest kind of event that a Martlet knew which has served this database.
        case kinds
        /// Only in PostgreSQL: the last term that began with a ``ContinuityLoss``.
        case lost
        /// Only in PostgreSQL: the log was moved into a data folder. The value is the number of the
        /// copy there.
        case moved
        /// The highest id of a room that was removed (``RoomTable``).
        case room
    }

    package static func read(_ key: Key, _ db: any SQLDatabase) throws -> Int64? {
        try db.integer("SELECT value FROM meta WHERE key = '\(key.rawValue)'")
    }

    package static func write(_ key: Key, _ value: Int64, _ db: any SQLDatabase) throws {
        try db.run(
            """
            INSERT INTO meta (key, value) VALUES ('\(key.rawValue)', ?)
            ON CONFLICT (key) DO UPDATE SET value = excluded.value
            """, value)
    }

    package static func epoch(_ db: any SQLDatabase) throws -> Epoch {
        guard let epoch = try read(.epoch, db).flatMap({ UInt64(exactly: $0) }).flatMap(Epoch.init) else {
            throw Damage("it has no epoch")
        }
        return epoch
    }

    package static func setEpoch(_ epoch: Epoch, _ db: any SQLDatabase) throws {
        try write(.epoch, Int64(clamping: epoch.number), db)
    }

    /// Notes that this Martlet serves the database, and may write any kind of event that it knows.
    /// From then on a Martlet that knows fewer refuses it.
    package static func noteKinds(_ db: any SQLDatabase) throws {
        guard try read(.kinds, db) ?? 0 < ContentColumns.Kind.highest else { return }
        try write(.kinds, ContentColumns.Kind.highest, db)
    }
}

extension Epoch {
    package static func random() -> Epoch {
        var source = SystemRandomNumberGenerator()
        return random(using: &source)
    }
}
