import ChatRooms
import ChatSQL
import ChatWire
import GRDB

/// Reads a whole data folder, and reports everything that is not as it was written: pages, rows,
/// numbers, indexes, and the bytes of files.
///
/// It writes nothing and takes no lock, so it may run beside a server. SQLite's check of the pages
/// reads one old state for a long time.
public struct Check {
    /// What a check has read and found.
    public struct Summary: Hashable, Sendable {
        /// Rows of events that were read, damaged ones included.
        public internal(set) var events: UInt64 = 0
        /// Records of files that were read, and compared with the bytes.
        public internal(set) var files: UInt64 = 0
        /// How many findings were reported.
        public internal(set) var findings: UInt64 = 0
        /// Why a repair would lose more than the damaged parts; `nil` if it would not.
        var obstacle: String?
        var flawedFiles: [FileAudit.Flaw] = []
    }

    private let paths: DataPaths
    private let remote: (any RemoteFiles)?
    private let progress: (UInt64, UInt64) -> Void
    private let found: (Finding) -> Void
    private var summary = Summary()
    private var work: (done: UInt64, total: UInt64) = (0, 0)

    /// Runs the check.
    ///
    /// - Parameters:
    ///   - remote: Files that are not in the folder; `nil` if all are.
    ///   - progress: Called with the bytes read so far, and their total.
    ///   - found: Called with each finding.
    /// - Throws: ``StoreError`` if the folder can't be checked.
    public static func run(
        _ paths: DataPaths, remote: (any RemoteFiles)? = nil,
        progress: @escaping (UInt64, UInt64) -> Void = { _, _ in },
        found: @escaping (Finding) -> Void
    ) throws(StoreError) -> Summary {
        try paths.requireDatabase()
        do {
            var check = Check(paths: paths, remote: remote, progress: progress, found: found)
            try check.attempt { check in
                // Before the snapshot: a server beside it may append meanwhile.
                let known = WatermarkFile.read(beside: paths.database)
                let connection = try Snapshot.open(paths.database)
                try connection.read { db in try Snapshot.verifyVersion(db, paths.database) }
                try check.run(connection)
                try check.attempt { check in try check.verifyWatermark(known, connection) }
                try connection.close()
            }
            return check.summary
        } catch {
            throw Backup.refusal(paths.database, error)
        }
    }

    private init(
        paths: DataPaths, remote: (any RemoteFiles)?, progress: @escaping (UInt64, UInt64) -> Void,
        found: @escaping (Finding) -> Void
    ) {
        self.paths = paths
        self.remote = remote
        self.progress = progress
        self.found = found
    }

    private mutating func run(_ connection: DatabaseQueue) throws {
        let database = UInt64(clamping: DataFolder.size(paths.database))
        try attempt { check in
            let files = try connection.read { db in try Int64.fetchOne(db, sql: "SELECT sum(size) FROM file") ?? 0 }
            // The pages are read twice: by SQLite's check, and row by row.
            let (twice, _) = database.multipliedReportingOverflow(by: 2)
            check.work.total = twice &+ UInt64(clamping: files)
        }
        try attempt { check in try check.verifySchema(connection) }
        try attempt { check in try check.verifyPages(connection) }
        read(database)
        try attempt { check in try check.verifyRows(connection, database) }
        try attempt { check in try check.verifyEnds(connection) }
        try attempt { check in try check.verifyFiles(connection) }
    }

    /// Runs a part of the check, and continues after a part of the database that can't be read.
    private mutating func attempt(_ body: (inout Check) throws -> Void) throws {
        do {
            try body(&self)
        } catch let error as DatabaseError where error.isDamage {
            stop(error.summary)
        } catch let damage as Damage {
            stop(damage.sentence)
        }
    }

    /// Records damage that a repair can't fix.
    private mutating func stop(_ sentence: String) {
        summary.obstacle = sentence
        report(Finding("the database: \(sentence)"))
    }

    private mutating func verifySchema(_ connection: DatabaseQueue) throws {
        try connection.read { db in
            guard let version = try Schema.migrator.completedMigrations(db).last else { throw Damage("it is empty") }
            try Inspection.verifySchema(db, version)
        }
    }

    private mutating func verifyPages(_ connection: DatabaseQueue) throws {
        for flaw in try connection.read({ db in try PageAudit.flaws(db) }) {
            if case .structure = flaw { summary.obstacle = flaw.sentence }
            report(Finding("the database: \(flaw.sentence)"))
        }
    }

    /// Reports if events were lost that the watermark counts: the write-ahead log was removed, or
    /// an older copy took the place of the database.
    private mutating func verifyWatermark(_ known: Watermark?, _ connection: DatabaseQueue) throws {
        // Rows that are missing are a reason, too, and can be repaired.
        guard let known, summary.findings == 0 else { return }
        let (epoch, events) = try connection.read { db in
            (try MetaTable.epoch(db), try EventReader.countEvents(db, damaged: DamagedRows()))
        }
        // A server may have removed rooms since the watermark was read.
        guard known.misses(epoch: epoch, events: events), WatermarkFile.read(beside: paths.database) == known else {
            return
        }
        stop(
            "it has \(events) messages, and \(known.events) were written: martlet.db-wal was lost, or an older copy took its place"
        )
    }

    private mutating func verifyRows(_ connection: DatabaseQueue, _ database: UInt64) throws {
        let total = try connection.read { db in
            try EventReader.rooms(db).reduce(0) { try $0 + EventReader.head(ofRoom: $1.id, db).number }
        }
        var rows = RowAudit()
        var rooms = DamagedRooms()
        var hasMore = true
        while hasMore {
            let before = (rows.last, rows.count)
            let findings = try connection.read { db in
                var findings: [Finding] = []
                hasMore = try rows.next(db) { flaw in
                    rooms.note(flaw)
                    findings.append(Finding(flaw, db))
                }
                let lost = try IdempotencyAudit.unreachable(after: before.0, upTo: rows.last, db)
                return findings + lost.map { Finding("the index of idempotency keys has no entry for it", at: $0, db) }
            }
            for finding in findings { report(finding) }
            read(UInt64(Double(rows.count - before.1) / Double(max(total, 1)) * Double(database)))
        }
        summary.events = rows.count
        let obstacle = try connection.read { db in try rooms.obstacle(db) }
        summary.obstacle = summary.obstacle ?? obstacle
    }

    private mutating func verifyEnds(_ connection: DatabaseQueue) throws {
        let findings = try connection.read { db in
            try RoomEnds.flaws(db).map { Finding($0, db) } + MarkAudit.flaws(db) + ReportAudit.flaws(db)
                + HeldAudit.flaws(db) + ChoiceAudit.flaws(db) + RoomAudit.flaws(db)
                + IdempotencyAudit.dangling(db).map {
                    Finding("the index of idempotency keys has a wrong entry for it", at: $0, db)
                }
        }
        for finding in findings { report(finding) }
    }

    private mutating func verifyFiles(_ connection: DatabaseQueue) throws {
        var files = FileAudit(StoredFiles(paths: paths, remote: remote))
        var flaws: [FileAudit.Flaw] = []
        var done = work.done
        let (total, progress) = (work.total, progress)
        while try files.next(
            connection,
            read: { count in
                done &+= count
                progress(min(done, total), total)
            }, report: { flaws.append($0) })
        {
            for flaw in flaws {
                report(try connection.read { db in flaw.finding(db) })
                summary.flawedFiles.append(flaw)
            }
            flaws = []
        }
        summary.files = files.count
    }

    private mutating func report(_ finding: Finding) {
        summary.findings += 1
        found(finding)
    }

    private mutating func read(_ bytes: UInt64) {
        work.done &+= bytes
        progress(min(work.done, work.total), work.total)
    }
}

extension FileAudit.Flaw {
    func finding(_ db: Database) -> Finding {
        message.map { Finding(what, at: $0, db) } ?? Finding(what)
    }
}
