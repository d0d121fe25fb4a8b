import ChatRooms
import ChatWire

/// The connection that appends.
package protocol SQLWriter: SQLDatabase {
    /// Runs `body` in a transaction and commits it. If `body` or the commit throws, the transaction
    /// is rolled back.
    ///
    /// - Parameter removing: Whether rows are removed that others lead to (``Removing``).
    func transaction(removing: Bool, _ body: () throws -> Void) throws
    /// Whether a transaction could not be rolled back.
    var isInsideTransaction: Bool { get }
    /// Whether each `run` waits for its own result, so that an error is thrown where it belongs. An
    /// engine that always does so ignores the setting.
    var awaitsEachRun: Bool { get set }
    /// Classifies an error of a transaction.
    func storeError(_ error: any Error, _ phase: StorePhase) -> StoreError
}

/// Commits batches, each in one transaction, with the ``Appender`` that writes them.
package struct BatchCommitter {
    private let epoch: Epoch
    private let damaged: DamagedRows
    private var appender: Appender
    /// `nil` if no other server appends to the log.
    private var commitList: CommitList?

    package init(epoch: Epoch, damaged: DamagedRows, commitList: CommitList? = nil) {
        self.epoch = epoch
        self.damaged = damaged
        self.commitList = commitList
        appender = Appender(epoch: epoch)
    }

    /// Whether the last batch erased a text.
    package var hasErased: Bool { appender.hasErased }

    /// Commits the batch without the items that hit unreadable rows. They are found one by one:
    /// each time, the transaction is rolled back and begun anew.
    package mutating func commit(_ batch: Batch, _ db: any SQLWriter) throws(StoreError) -> Appended {
        var refused: [BatchItem: WireError] = [:]
        var readsAhead = true
        let awaited = db.awaitsEachRun
        defer { db.awaitsEachRun = awaited }
        while true {
            let error: StoreError
            do {
                return try attempt(batch, except: refused, readsAhead: readsAhead, db)
            } catch let cause {
                error = cause
            }
            let (item, wasReadingAhead) = (appender.doing, appender.isReadingAhead)
            // Its tables are ahead of the disk.
            forget()
            guard !db.isInsideTransaction else {
                throw error.endsService ? error : .failed("A transaction can't be rolled back after: \(error)")
            }
            guard error.refusesOne, refused.count < Limits.commitAttempts else { throw error }
            if wasReadingAhead {
                // The next attempt reads nothing ahead. So its error is of the item that needs the
                // unreadable row.
                readsAhead = false
                continue
            }
            guard db.awaitsEachRun else {
                // The error may be an earlier item's: the next attempt shows which one's.
                db.awaitsEachRun = true
                continue
            }
            guard item != .nothing else { throw error }
            refused[item] = error.refusal
        }
    }

    /// Reads what other servers have committed since the last commit.
    package mutating func catchUp(_ db: any SQLWriter) throws(StoreError) -> OthersCommits {
        do {
            guard let changes = try commitList?.catchUp(epoch: epoch, db) else { return OthersCommits() }
            take(changes)
            return changes.commits
        } catch {
            damaged.note(error)
            throw db.storeError(error, .writing)
        }
    }

    private mutating func take(_ changes: CommitList.Changes) {
        if changes.forgets { forget() }
        for (key, new) in zip(changes.keys, changes.commits.events) {
            appender.note(new.event, key, in: new.room, delays: changes.delaying.contains(key))
        }
        for held in changes.held { appender.note(held) }
    }

    /// Forgets what is cached of the log, after a removal: it may not be there any more. Who must
    /// wait in slow mode stays known.
    package mutating func forget() { appender = Appender(epoch: epoch, appender.slowModeTimes) }

    private mutating func attempt(
        _ batch: Batch, except refused: [BatchItem: WireError], readsAhead: Bool, _ db: any SQLWriter
    ) throws(StoreError) -> Appended {
        var phase = StorePhase.reading
        do {
            var appended = Appended()
            var others: CommitList.Changes?
            try db.transaction(removing: batch.removal != nil) {
                phase = .writing
                others = try commitList?.begin(epoch: epoch, db)
                if let others { take(others) }
                appended = try appender.append(
                    batch, except: refused, readsAhead: readsAhead, damaged: damaged, db)
                if others != nil { try commitList?.note(CommitListEntry(appender.written, of: batch, appended), db) }
                phase = .committing
            }
            appender.committed()
            commitList?.committed()
            appended.others = others?.commits ?? OthersCommits()
            return appended
        } catch {
            damaged.note(error)
            throw db.storeError(error, phase)
        }
    }
}

extension StoreError {
    /// Whether only the affected item must be refused, and the rest of the batch may be tried
    /// without it.
    fileprivate var refusesOne: Bool {
        switch self {
        case .unreadable, .damaged: true
        case .failed, .full, .busy, .unusable, .closed: false
        }
    }
}
