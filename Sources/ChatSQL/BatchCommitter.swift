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
    private var journal: Journal?

    package init(epoch: Epoch, damaged: DamagedRows, journal: Journal? = nil) {
        self.epoch = epoch
        self.damaged = damaged
        self.journal = journal
        appender = Appender(epoch: epoch)
    }

    /// Whether the last batch erased a text.
    package var hasErased: Bool { appender.hasErased }

    /// Commits the batch without the items that hit unreadable rows. They are found one by one:
    /// each time, the transaction is rolled back and begun anew.
    ///
    /// - Returns: what became of it; and how many events other servers have removed since the last
    ///   call
    package mutating func commit(
        _ batch: Batch, _ db: any SQLWriter
    ) throws(StoreError) -> (appended: Appended, removedByOthers: UInt64) {
        var refused: [BatchItem: WireError] = [:]
        let awaited = db.awaitsEachRun
        defer { db.awaitsEachRun = awaited }
        while true {
            let error: StoreError
            do {
                return try attempt(batch, except: refused, db)
            } catch let cause {
                error = cause
            }
            let item = appender.doing
            // Its tables are ahead of the disk.
            appender = Appender(epoch: epoch)
            guard !db.isInsideTransaction else {
                throw error.endsService ? error : .failed("A transaction can't be rolled back after: \(error)")
            }
            guard error.refusesOne, refused.count < Limits.commitAttempts else { throw error }
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
    ///
    /// - Returns: that; and how many events they have removed
    package mutating func catchUp(
        _ db: any SQLWriter
    ) throws(StoreError) -> (commits: OthersCommits, removed: UInt64) {
        do {
            guard let changes = try journal?.catchUp(epoch: epoch, db) else { return (OthersCommits(), 0) }
            take(changes)
            return (changes.commits, changes.removedEvents)
        } catch {
            damaged.note(error)
            throw db.storeError(error, .writing)
        }
    }

    private mutating func take(_ changes: Journal.Changes) {
        if changes.forgets { return forget() }
        for (key, new) in zip(changes.keys, changes.commits.events) { appender.note(new.event, key, in: new.room) }
    }

    /// Forgets what is cached of the log, after a removal: it may not be there any more.
    package mutating func forget() { appender = Appender(epoch: epoch) }

    private mutating func attempt(
        _ batch: Batch, except refused: [BatchItem: WireError], _ db: any SQLWriter
    ) throws(StoreError) -> (Appended, UInt64) {
        var phase = StorePhase.reading
        do {
            var appended = Appended()
            var others: Journal.Changes?
            try db.transaction(removing: batch.removal != nil) {
                phase = .writing
                others = try journal?.begin(epoch: epoch, db)
                if let others { take(others) }
                appended = try appender.append(batch, except: refused, damaged: damaged, db)
                if others != nil { try journal?.note(JournalEntry(appender.written, of: batch, appended), db) }
                phase = .committing
            }
            journal?.committed()
            appended.others = others?.commits ?? OthersCommits()
            return (appended, others?.removedEvents ?? 0)
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
