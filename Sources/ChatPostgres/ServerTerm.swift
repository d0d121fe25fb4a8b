import ChatRooms
import ChatSQL

/// Counts the servers that have served a database, one after the other. Servers that share it count
/// as one.
///
/// The number keeps a server out that was stopped for a while, and goes on without noticing that
/// another one has taken over. Its appends fail, because its session and its lock have ended.
/// But accounts have a connection of their own, which may be there still, or is opened anew. So
/// every transaction that changes accounts holds this number with a row lock, and is refused if it
/// is another server's. A server that takes over changes the number before it reads anything, and
/// so waits for the transactions that hold it.
struct ServerTerm: Hashable {
    let number: Int64

    /// Begins the next term. Called in the transaction that opens the log, with the server's lock.
    ///
    /// Waits for transactions of the former server. PostgreSQL ends theirs that do nothing within
    /// ``ChatWire/Limits/databaseBusy`` seconds.
    ///
    /// - Returns: this term, and where the log was when the former server began
    static func begin(_ place: DatabasePlace, _ db: PostgresConnection) throws -> (term: ServerTerm, former: Former) {
        try db.execute("SET LOCAL lock_timeout = 0")
        let select = try db.prepared("SELECT term, cluster, database, timeline FROM serving FOR UPDATE")
        guard try select.step() else { throw Damage("the table serving is empty") }
        let former = Former(
            term: ServerTerm(number: select.integer(0)),
            place: select.isNull(1)
                ? nil
                : DatabasePlace(
                    cluster: select.integer(1), database: select.integer(2), timeline: select.integer(3)))
        select.reset()
        let term = ServerTerm(number: former.term.number + 1)
        let update = try db.prepared("UPDATE serving SET term = ?, cluster = ?, database = ?, timeline = ?")
        for (index, value) in [term.number, place.cluster, place.database, place.timeline].enumerated() {
            update.bind(value, at: Int32(index + 1))
        }
        try update.run()
        return (term, former)
    }

    /// Joins servers that share the database, in their term. Called in the transaction that opens
    /// the log.
    static func join(_ db: PostgresConnection) throws -> ServerTerm {
        let select = try db.prepared("SELECT term FROM serving")
        defer { select.reset() }
        guard try select.step() else { throw Damage("the table serving is empty") }
        return ServerTerm(number: select.integer(0))
    }

    /// Holds the term until the transaction ends.
    ///
    /// - Throws: ``StoreError/failed(_:)`` if another server has begun its term
    func hold(_ db: PostgresConnection) throws {
        let select = try db.prepared("SELECT term FROM serving FOR SHARE")
        defer { select.reset() }
        guard try select.step(), select.integer(0) == number else {
            throw StoreError.failed("Another Martlet server has taken over this database.")
        }
    }

    /// The server that served before.
    struct Former: Hashable {
        let term: ServerTerm
        /// `nil` before the first term.
        let place: DatabasePlace?

        /// What this machine's watermark says of a database that is at `place` now.
        ///
        /// - Parameters:
        ///   - wasShared: Whether several servers may have served. Then this machine's watermark
        ///     need not count the last commits of the others.
        ///   - keepsCommits: Whether a promoted standby surely has every commit.
        func compare(
            _ known: Watermark?, with place: DatabasePlace, next: ServerTerm, wasShared: Bool, keepsCommits: Bool
        ) -> Comparison {
            var former = self.place
            if keepsCommits { former?.timeline = place.timeline }
            let knowsAll = !wasShared || former == place
            if var known, knowsAll, known.database == place.identity(term) {
                known.database = place.identity(next)
                return .servedHere(known)
            }
            // A watermark of a later term is one of a database that went back since.
            let isLater =
                known.map {
                    $0.database.number == place.identity(term).number
                        && $0.database.generation >> 32 > UInt64(bitPattern: term.number)
                } ?? false
            guard former != place || isLater else { return .servedElsewhere }
            // After that the next term has a number that was there already: never take one for it.
            var other = known
            other?.database.number = ~place.identity(next).number
            return .uncertain(other)
        }
    }

    /// Whether the log goes on from where it was when it was last served.
    enum Comparison: Hashable {
        /// This machine was the last to serve. The log goes on if it has the events that this
        /// watermark counts. Its identity is that of the next term already.
        case servedHere(Watermark)
        /// Another machine was the last to serve, and the log goes on.
        case servedElsewhere
        /// Nobody can tell. The watermark, if this machine has one, was given an identity that no
        /// database has.
        case uncertain(Watermark?)

        /// The watermark with which the database is compared.
        var known: Watermark? {
            switch self {
            case .servedHere(let watermark): watermark
            case .servedElsewhere: nil
            case .uncertain(let watermark): watermark
            }
        }
    }
}

/// Which database this is, and which of its histories. A cluster that was made anew has another
/// number. A standby that was promoted, or a backup to which archived WAL was applied, has another
/// timeline.
struct DatabasePlace: Hashable {
    var cluster: Int64
    var database: Int64
    var timeline: Int64

    init(cluster: Int64, database: Int64, timeline: Int64) {
        self.cluster = cluster
        self.database = database
        self.timeline = timeline
    }

    init(_ db: PostgresConnection) throws {
        cluster = try db.integer("SELECT system_identifier FROM pg_control_system()") ?? 0
        database = try db.integer("SELECT oid::BIGINT FROM pg_database WHERE datname = current_database()") ?? 0
        // The first eight hexadecimal digits of the name of a WAL file.
        let select = try db.prepared("SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)")
        defer { select.reset() }
        timeline = try select.step() ? select.text(0).flatMap { Int64($0, radix: 16) } ?? 0 : 0
    }

    /// Whether a watermark with this identity is one of this database, whatever its term.
    func isPlace(of identity: DatabaseIdentity) -> Bool {
        identity.number == UInt64(bitPattern: cluster)
            && identity.generation & 0xFFFF_FFFF == UInt64(bitPattern: database)
    }

    /// The database's identity in a watermark, with the term in its upper half: a number of a
    /// database has 32 bits.
    func identity(_ term: ServerTerm) -> DatabaseIdentity {
        DatabaseIdentity(
            number: UInt64(bitPattern: cluster),
            generation: UInt64(bitPattern: database) | UInt64(bitPattern: term.number) << 32)
    }
}
