import ChatRooms
import ChatWire
import Dispatch
import Foundation
import GRDB
import GRDBSQLite

/// Folds the write-ahead log into the database: on a connection and a thread of its own, so that no commit waits for it.
///
/// In place of SQLite's automatic checkpoint, which keeps its errors to itself. After a flush that failed there must be no other
/// checkpoint, not even the one SQLite makes when the last connection is closed: the next flush may seem to succeed
/// though the pages never reached the disk, and the log, which has them, would be overwritten.
final class Checkpoints: Sendable {
    /// `@unchecked Sendable`: what varies is touched only in `with`, under `lock`.
    private final class Guarded: @unchecked Sendable {
        private let lock = NSLock()
        private var rule = CheckpointRule()
        private var failure: (any Error)?

        func with<Value>(_ body: (inout CheckpointRule, inout (any Error)?) throws -> Value) rethrows -> Value {
            lock.lock()
            defer { lock.unlock() }
            return try body(&rule, &failure)
        }
    }

    private let guarded = Guarded()
    private let connection: DatabaseQueue
    private let erasures = LogErasures()

    init(_ connection: DatabaseQueue) { self.connection = connection }

    /// Why a checkpoint failed, if one did: then nothing may be appended, and the database must not be closed.
    var failure: (any Error)? { guarded.with { _, failure in failure } }

    /// To be called by the appender, on its connection, when a commit has left the log `pages` long.
    ///
    /// - Throws: what a checkpoint threw, this one or one before.
    func committed(pages: Int, _ db: Database) throws {
        let action = try guarded.with { rule, failure in
            if let failure { throw failure }
            return rule.committed(pages: pages)
        }
        switch action {
        case .nothing: break
        case .foldBeside: connection.asyncWriteWithoutTransaction { self.fold($0) }
        case .foldNow:
            connection.inDatabase { _ in }
            if failure == nil { fold(db) }
            if let failure { throw failure }
        }
    }

    /// To be called when a commit took texts out of the database: older versions of its pages, which have them, leave the log within
    /// ``ChatWire/Limits/logWipeInterval``, whether or not anything else is committed.
    func eraseLog(after milliseconds: Int64 = Limits.logWipeInterval) {
        guard erasures.begin() else { return }
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(Int(milliseconds))) {
            [weak self] in
            guard let self else { return }
            connection.asyncWriteWithoutTransaction { db in
                guard self.erasures.perform({ self.cut(db) }) else { return }
                self.eraseLog(after: milliseconds)
            }
        }
    }

    /// Folds all of the log and cuts the file.
    ///
    /// - Returns: whether a reader or a writer prevented it
    private func cut(_ db: Database) -> Bool {
        guard failure == nil else { return false }
        do {
            // Most of it while others write, and only the rest while they wait: for no longer than this.
            _ = try db.checkpoint(.passive)
            try db.execute(sql: "PRAGMA busy_timeout = \(LogErasures.patience)")
            defer { try? db.execute(sql: "PRAGMA busy_timeout = 5000") }
            _ = try db.checkpoint(.truncate)
            guarded.with { rule, _ in rule.ended(folded: 0) }
            return false
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            return true
        } catch {
            return !fails(with: error, db)
        }
    }

    /// Ends the connection, when the checkpoint under way has ended.
    func close() throws {
        erasures.end()
        try connection.close()
    }

    private func fold(_ db: Database) {
        do {
            let folded = try db.checkpoint(.passive).checkpointedFrameCount
            guarded.with { rule, _ in rule.ended(folded: folded) }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            // Someone else is folding it: a backup tool, say.
            guarded.with { rule, _ in rule.ended(folded: 0) }
        } catch {
            if !fails(with: error, db) { guarded.with { rule, _ in rule.ended(folded: 0) } }
        }
    }

    /// Whether nothing may be appended any more after this error. Where only room was lacking, the log has all that it had, and no flush
    /// of the database was tried: a later checkpoint does it again.
    private func fails(with error: any Error, _ db: Database) -> Bool {
        if case .full = StoreError(error, .committing, systemError: sqlite3_system_errno(db.sqliteConnection)) {
            return false
        }
        guarded.with { _, failure in failure = error }
        return true
    }
}
