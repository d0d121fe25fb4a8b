import CPostgres
import ChatRooms
import ChatSQL
import ChatWire

/// The log of every room in a PostgreSQL database.
///
/// One server at a time, or several that share it (``Sharing``): a session holds a lock on the
/// tables (``ServerLock``). If that session is lost, the store fails for good, because nobody knows
/// what became of the last commit; a restart reads the log anew, and clients send again what was
/// not acknowledged.
public final class PostgresStore: SQLStore {
    /// The identity of the log. It is new after a ``continuityLoss``.
    public let epoch: Epoch
    /// Whether the log in the database is not the one that was written last. Then it got a new
    /// epoch, and every client reads it again.
    public let continuityLoss: ContinuityLoss?
    /// Whether the log may lack events that it had: this server, or the first of the servers that
    /// it has joined, began with a ``continuityLoss``.
    public let mayLackEvents: Bool
    /// The number of events in all rooms at opening.
    public let eventsAtOpening: UInt64
    /// Its session can be lost at any time, and the lock with it.
    public var isRemote: Bool { true }
    /// The damaged rows that were read since the store was opened.
    public let damaged = DamagedRows()
    /// Where the log has no messages, as far as that was looked for.
    public let messageGaps = MessageGaps()

    /// Whether other servers may serve the same database now.
    public let isShared: Bool

    private let address: PostgresAddress
    private let term: ServerTerm
    private let readers: PostgresReaders
    private let appending: PostgresAppending

    /// Opens the database, and makes its tables if necessary. Blocks.
    ///
    /// - Parameters:
    ///   - address: A URI of libpq, such as `postgres://martlet@db.example.org/martlet`. What it
    ///     leaves out, such as the password, comes from libpq's environment variables and files.
    ///   - watermark: A path on this machine. Beside it lies `PATH.watermark` (``Watermark``), by
    ///     which the store notices that the database went back.
    ///   - sharing: Whether other servers may serve the database at the same time.
    ///   - standbysAreSynchronous: Whether each standby of PostgreSQL that may be promoted is
    ///     synchronous. Otherwise the log gets a new epoch after a failover, unless this machine's
    ///     watermark shows that no commit is missing.
    /// - Throws: ``StoreError/unusable(_:)`` without libpq, and for a server that can't be reached,
    ///   is in use by another Martlet, newer than this build, or set up so that acknowledged
    ///   messages would not be safe.
    public convenience init(
        address: String, watermark path: String, sharing: Sharing = .alone, standbysAreSynchronous: Bool = false
    ) throws(StoreError) {
        let address = try PostgresAddress(address)
        let writer = try PostgresStore.writer(at: address, .serving, sharing)
        try self.init(address, writer, path, sharing, keepsCommits: standbysAreSynchronous)
    }

    /// Whether other servers may serve the database at the same time.
    public enum Sharing: Sendable {
        /// No other server may.
        case alone
        /// Other servers that are opened with this value may.
        case together
    }

    /// Opens the database as ``init(address:watermark:sharing:standbysAreSynchronous:)`` does,
    /// unless another server has it. Blocks, and waits for that server for
    /// ``ChatWire/Limits/databaseBusy`` seconds.
    ///
    /// - Returns: `nil` if another server has it still
    public static func openIfFree(
        address: String, watermark path: String, standbysAreSynchronous: Bool = false
    ) throws(StoreError) -> PostgresStore? {
        let address = try PostgresAddress(address)
        guard let writer = try writerIfFree(at: address) else { return nil }
        return try PostgresStore(address, writer, path, .alone, keepsCommits: standbysAreSynchronous)
    }

    /// Checks that a database answers, and is set up so that a server could use it. Blocks. It
    /// takes no lock and changes nothing, so a server may use the database meanwhile.
    public static func check(address: String) throws(StoreError) {
        let address = try PostgresAddress(address)
        do {
            if let refusal = try ServerSettings(PostgresConnection(address)).refusal { throw refusal }
        } catch {
            throw refusal(error)
        }
    }

    /// - Parameters:
    ///   - writer: has the server's lock
    ///   - keepsCommits: whether a promoted standby surely has every commit
    private init(
        _ address: PostgresAddress, _ writer: PostgresConnection, _ path: String, _ sharing: Sharing,
        keepsCommits: Bool
    ) throws(StoreError) {
        do {
            let opened = try PostgresStore.beginTerm(
                writer, watermark: path, sharing, keepsCommits: keepsCommits, damaged: damaged)
            isShared = sharing == .together
            epoch = opened.watermark.epoch
            continuityLoss = opened.loss
            mayLackEvents = opened.mayLackEvents
            eventsAtOpening = opened.watermark.events
            let readers = try PostgresReaders(address)
            try readers.read { reader in
                // Begins the transaction.
                _ = try reader.integer("SELECT 1")
                guard try ServerLock.isHeld(by: writer) else { throw ServerLock.pooled }
            }
            self.readers = readers
            self.address = address
            term = opened.term
            appending = PostgresAppending(
                writer, opened.watermark, opened.file, opened.commitList, damaged: damaged)
        } catch {
            throw PostgresStore.refusal(error)
        }
    }

    /// What a server knows of the log when its term begins.
    struct Opened {
        let term: ServerTerm
        let watermark: Watermark
        /// Has the watermark.
        let file: WatermarkFile
        /// `nil` if the log is the one that was written last.
        let loss: ContinuityLoss?
        /// Whether this term began with a loss.
        let mayLackEvents: Bool
        /// `nil` if the server is alone.
        let commitList: CommitList?
    }

    /// Begins the next server's term, compares the log with the watermark, and writes
    /// the watermark of the new term. A server that joins others takes over their term: the log is
    /// the one that they serve.
    static func beginTerm(
        _ writer: PostgresConnection, watermark path: String, _ sharing: Sharing = .alone, keepsCommits: Bool = false,
        damaged: DamagedRows
    ) throws -> Opened {
        let file = try WatermarkFile(beside: path)
        let opened = try writer.inTransaction(.writing) {
            if sharing == .together {
                // Another server that begins holds the lock as long as it reads the log, or changes
                // the tables: perhaps for minutes.
                try writer.execute("SET LOCAL lock_timeout = 0")
                try writer.execute("SET LOCAL statement_timeout = 0")
                try ServerLock.takeForMigration(writer)
            }
            // Tables that were just made have none. Asked with the lock: of two servers that begin
            // at once, the second one must not replace the first one's.
            let hasEpoch = try MetaTable.read(.epoch, writer) != nil
            if !hasEpoch { try MetaTable.setEpoch(.random(), writer) }
            let place = try DatabasePlace(writer)
            if sharing == .together, try !ServerLock.join(writer) {
                let term = try ServerTerm.join(writer)
                let (watermark, _) = try Watermark.opening(
                    nil, place.identity(term), takesOver: true, damaged: damaged, writer)
                return Opened(
                    term: term, watermark: watermark, file: file, loss: nil,
                    mayLackEvents: try MetaTable.read(.lost, writer) == term.number,
                    commitList: try CommitList(writer))
            }
            let (term, former) = try ServerTerm.begin(place, writer)
            let wasShared = try sharing == .together || CommitList.isInUse(writer)
            let comparison =
                hasEpoch
                ? former.compare(
                    file.read(), with: place, next: term, wasShared: wasShared, keepsCommits: keepsCommits)
                : .uncertain(nil)
            if sharing == .alone { try CommitList.clear(writer) }
            let (watermark, loss) = try Watermark.opening(
                comparison.known, place.identity(term), takesOver: comparison == .servedElsewhere, damaged: damaged,
                writer)
            if loss != nil { try MetaTable.write(.lost, term.number, writer) }
            return Opened(
                term: term, watermark: watermark, file: file, loss: loss, mayLackEvents: loss != nil,
                commitList: sharing == .together ? try CommitList(writer) : nil)
        }
        guard file.write(opened.watermark, flushed: true) else { throw WatermarkFile.unwritable(path) }
        return opened
    }

    /// Connects to append. Takes the server's lock, and makes the tables what this version needs.
    static func writer(
        at address: PostgresAddress, _ purpose: Purpose = .serving, _ sharing: Sharing = .alone
    ) throws(StoreError) -> PostgresConnection {
        guard let writer = try writerIfFree(at: address, purpose, sharing) else {
            throw sharing == .alone ? ServerLock.taken : ServerLock.takenAlone
        }
        return writer
    }

    /// What a connection that appends is for.
    enum Purpose {
        /// A log that is here, or a new one.
        case serving
        /// A log that must be here, or must have been moved into a data folder.
        case withLog
    }

    /// `nil` if another server has the lock. If that server hangs, its session is ended, and the
    /// next attempt gets the lock.
    private static func writerIfFree(
        at address: PostgresAddress, _ purpose: Purpose = .serving, _ sharing: Sharing = .alone
    ) throws(StoreError) -> PostgresConnection? {
        do {
            let writer = try PostgresConnection(address)
            try ServerSettings.keepSynchronousCommit(writer)
            if let refusal = try ServerSettings(writer).refusal { throw refusal }
            guard try ServerLock.take(writer, isShared: sharing == .together) else {
                // If this fails, the next attempt tries it again.
                try? ServerLock.endHanging(.serving, seconds: Limits.databaseHang, writer)
                return nil
            }
            if purpose == .withLog { try PostgresStore.requireLog(writer) }
            try PostgresSchema.all.migrate(writer)
            try PostgresStore.refuseNewer(writer)
            if purpose == .serving { try PostgresStore.refuseMoved(writer) }
            return writer
        } catch {
            throw PostgresStore.refusal(error)
        }
    }

    private static func refusal(_ error: any Error) -> StoreError {
        guard let error = error as? PostgresError else { return StoreError(postgres: error, .reading) }
        return .unusable(
            "The PostgreSQL database can't be used: \(error). Check the address, the password, and whether the server runs."
        )
    }

    /// Refuses a database that was served by a newer Martlet: events that this one does not know
    /// would count as damaged.
    private static func refuseNewer(_ db: PostgresConnection) throws {
        guard try MetaTable.read(.kinds, db) ?? 0 <= ContentColumns.Kind.highest else {
            throw StoreError.unusable(
                "The database was served by a newer Martlet. Use that version, or give this one a database of its own.")
        }
    }

    /// Refuses a database without a log before anything is made in it.
    private static func requireLog(_ db: PostgresConnection) throws {
        let find = try db.prepared("SELECT 1 WHERE to_regclass('martlet_migration') IS NOT NULL")
        defer { find.reset() }
        guard try find.step() else {
            throw StoreError.unusable("The database has no log of Martlet: check the address.")
        }
    }

    /// Refuses a database whose log was moved into a data folder, and goes on there.
    private static func refuseMoved(_ db: PostgresConnection) throws {
        guard try MetaTable.read(.moved, db) == nil else {
            throw StoreError.unusable(
                "The log of this database was moved into a data folder. Start the server with that folder and without "
                    + "--store. If the move was interrupted, run it again. For another log, make an empty database.")
        }
    }

    /// The version of the database's schema that this build makes. It refuses a database with a
    /// higher version.
    package static var schemaNumber: Int { PostgresSchema.all.migrations.count }

    /// Whether libpq is installed.
    package static var hasLibrary: Bool { pg_load() != nil }

    /// Whether a text is the address of a PostgreSQL database, and no path.
    package static func isAddress(_ text: String) -> Bool { PostgresAddress.schemes.contains(where: text.hasPrefix) }

    /// The accounts in the same database. They connect at the first call.
    public func accounts() -> PostgresAccounts { PostgresAccounts(address, term) }

    /// Does all that the batch asks for in one transaction, which is on the server's disk before
    /// this returns. One thread appends at a time; others wait.
    ///
    /// - Throws: ``StoreError/failed(_:)`` also if an earlier commit has failed, or the session was
    ///   lost; ``StoreError/closed`` after ``close()``
    public func append(_ batch: Batch) throws(StoreError) -> Appended { try appending.append(batch) }

    /// What other servers have committed since the last call of this or of ``append(_:)``.
    ///
    /// - Throws: ``StoreError/failed(_:)`` also if this server is more than
    ///   ``ChatWire/Limits/commitListKept`` seconds behind
    public func catchUp() throws(StoreError) -> OthersCommits { try appending.catchUp() }

    /// Reads in one snapshot, on one of the readers' connections.
    public func read<Value>(_ body: (any SQLDatabase) throws -> Value) throws(StoreError) -> Value {
        do {
            return try readers.read { connection in try body(connection) }
        } catch {
            damaged.note(error)
            throw StoreError(postgres: error, .reading)
        }
    }

    /// The damaged rows met since opening. How much the server's disk can take, only its operator
    /// knows.
    public var condition: StoreCondition { StoreCondition(damagedRows: damaged.count, readWaits: readers.waits) }

    /// Ends the sessions. Later calls throw ``StoreError/closed``.
    public func close() throws(StoreError) {
        try appending.close()
        readers.close()
    }
}
