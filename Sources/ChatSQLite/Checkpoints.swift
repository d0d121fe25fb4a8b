import ChatRooms
import Foundation
import GRDB

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

    /// Ends the connection, when the checkpoint under way has ended.
    func close() throws { try connection.close() }

    private func fold(_ db: Database) {
        do {
            let folded = try db.checkpoint(.passive).checkpointedFrameCount
            guarded.with { rule, _ in rule.ended(folded: folded) }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            // Someone else is folding it: a backup tool, say.
            guarded.with { rule, _ in rule.ended(folded: 0) }
        } catch {
            guarded.with { _, failure in failure = error }
        }
    }
}
