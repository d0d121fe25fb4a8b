import ChatRooms
import ChatWire
import Dispatch
import Foundation
import GRDB
import GRDBSQLite

/// Folds the write-ahead log into the database, on a connection and a thread of its own, so that no
/// commit waits for it.
///
/// It replaces SQLite's automatic checkpoint, which hides its errors. After a failed flush there
/// must be no other checkpoint, not even the one that SQLite makes when the last connection closes:
/// the next flush may succeed although the pages never reached the disk, and the log, which has
/// them, would be overwritten.
final class Checkpoints: Sendable {
    private struct State {
        var rule = CheckpointRule()
        var failure: (any Error)?
    }

    private let state = Locked(State())
    private let connection: DatabaseQueue
    private let erasures = LogErasures()

    init(_ connection: DatabaseQueue) { self.connection = connection }

    /// Why a checkpoint failed, if one did. Then nothing may be appended, and the database must not
    /// be closed.
    var failure: (any Error)? { state.withLock { $0.failure } }

    /// The appender calls this on its connection, when a commit has left the log `pages` long.
    ///
    /// - Throws: The error of this checkpoint or of an earlier one.
    func committed(pages: Int, _ db: Database) throws {
        let action = try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.rule.committed(pages: pages)
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

    /// Call this when a commit erased texts. Older versions of its pages, which contain them, leave
    /// the log within ``ChatWire/Limits/logWipeInterval``, even without further commits.
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

    /// Folds the whole log and truncates the file.
    ///
    /// - Returns: Whether a reader or a writer prevented it.
    private func cut(_ db: Database) -> Bool {
        guard failure == nil else { return false }
        do {
            // Folds most of it while others write, and only the rest while they wait: no longer
            // than this.
            _ = try db.checkpoint(.passive)
            try db.execute(sql: "PRAGMA busy_timeout = \(Limits.logWipePatience)")
            defer { try? db.execute(sql: "PRAGMA busy_timeout = 5000") }
            _ = try db.checkpoint(.truncate)
            state.withLock { $0.rule.ended(folded: 0) }
            return false
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            return true
        } catch {
            return !fails(with: error, db)
        }
    }

    /// Folds the whole log and truncates the file, on a disk that is full. Blocks.
    ///
    /// - Returns: Whether nothing prevented it
    func makeRoom() -> Bool { connection.inDatabase { db in !cut(db) } }

    /// Closes the connection, after the running checkpoint has ended.
    func close() throws {
        erasures.end()
        try connection.close()
    }

    private func fold(_ db: Database) {
        do {
            let folded = try db.checkpoint(.passive).checkpointedFrameCount
            state.withLock { $0.rule.ended(folded: folded) }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            // Another program, such as a backup tool, is folding it.
            state.withLock { $0.rule.ended(folded: 0) }
        } catch {
            if !fails(with: error, db) { state.withLock { $0.rule.ended(folded: 0) } }
        }
    }

    /// Whether nothing may be appended after this error. If the disk was only full, the log still
    /// has everything, and no flush of the database was tried: a later checkpoint repeats it.
    private func fails(with error: any Error, _ db: Database) -> Bool {
        if case .full = StoreError(error, .committing, systemError: SystemError.ofCheckpoint(db)) {
            return false
        }
        state.withLock { $0.failure = error }
        return true
    }
}
