import ChatRooms
import ChatWire
import GRDB
import GRDBSQLite

/// The appending side of the store: its caches, its watermark, and whether it may still append.
///
/// `@unchecked Sendable`: used only in the pool's writer, which runs one closure at a time.
final class Appending: @unchecked Sendable {
    private enum State {
        case ready
        case failed(StoreError)
        case closed
    }

    private var state = State.ready
    private var appender: Appender
    private var watermark: Watermark
    private let file: WatermarkFile
    private let log: WriteAheadLog
    private let checkpoints: Checkpoints
    private let erasingAfter: Int64
    private let damaged: DamagedRows

    init(
        watermark: Watermark, file: WatermarkFile, log: WriteAheadLog, checkpoints: Checkpoints, erasingAfter: Int64,
        damaged: DamagedRows
    ) {
        self.erasingAfter = erasingAfter
        self.watermark = watermark
        appender = Appender(epoch: watermark.epoch)
        self.file = file
        self.log = log
        self.checkpoints = checkpoints
        self.damaged = damaged
    }

    func append(_ batch: Batch, _ db: Database) throws -> Appended {
        switch state {
        case .ready: break
        case .failed(let error): throw error
        case .closed: throw StoreError.closed
        }
        do {
            if let failure = checkpoints.failure { throw failure }
            let appended = try commit(batch, db)
            try note(appended)
            if appender.hasErased { checkpoints.eraseLog(after: erasingAfter) }
            // Its tables may know what is not there any more.
            if batch.removal != nil { appender = Appender(epoch: watermark.epoch) }
            do {
                try checkpoints.committed(pages: log.pages, db)
            } catch {
                // The batch is on disk; further batches are refused.
                state = .failed(StoreError(error, .committing))
            }
            return appended
        } catch {
            let error = StoreError(error, .committing)
            if error.endsService { state = .failed(error) }
            throw error
        }
    }

    /// Commits the batch without the items that hit unreadable rows. They are found one by one:
    /// each time, the transaction is rolled back and begun anew.
    private func commit(_ batch: Batch, _ db: Database) throws(StoreError) -> Appended {
        var refused: [BatchItem: WireError] = [:]
        while true {
            let error: StoreError
            do {
                return try attempt(batch, except: refused, db)
            } catch let cause {
                error = cause
            }
            let item = appender.doing
            // Its tables are ahead of the disk.
            appender = Appender(epoch: watermark.epoch)
            guard !db.isInsideTransaction else { throw .failed("A transaction can't be rolled back after: \(error)") }
            guard error.refusesOne, item != .nothing, refused.count < Limits.commitAttempts else { throw error }
            refused[item] = error.refusal
        }
    }

    private func attempt(
        _ batch: Batch, except refused: [BatchItem: WireError], _ db: Database
    ) throws(StoreError) -> Appended {
        var phase = StorePhase.reading
        do {
            var appended = Appended()
            if batch.removal != nil { try db.execute(sql: "PRAGMA foreign_keys = OFF") }
            defer { if batch.removal != nil { try? db.execute(sql: "PRAGMA foreign_keys = ON") } }
            try db.inTransaction(.immediate) {
                phase = .writing
                appended = try appender.append(batch, except: refused, damaged: damaged, db)
                phase = .committing
                return .commit
            }
            return appended
        } catch {
            damaged.note(error)
            throw StoreError(error, phase, systemError: SystemError.ofTransaction(db))
        }
    }

    /// Counts the appended events in the watermark.
    private func note(_ appended: Appended) throws(StoreError) {
        for case .appended in appended.outcomes { watermark.events += 1 }
        for case .published in appended.decisions { watermark.events += 1 }
        var removed: UInt64 = 0
        if case .success(let step) = appended.removal, !step.rooms.isEmpty { removed = step.events }
        watermark.events -= min(watermark.events, removed)
        // A disk that refuses such a small write may have failed during the flush. A flush can
        // return success even though the disk was failing (ext4 does that when it is shut down
        // during a flush). So the outcome of this batch, too, is unknown.
        //
        // Flushed after a removal: a watermark that counts removed events would look like one of a
        // newer log after a power cut.
        guard file.write(watermark, flushed: removed > 0) else {
            throw .failed("The watermark can't be written: \(systemError()).")
        }
    }

    func close() throws {
        if case .closed = state { throw StoreError.closed }
        state = .closed
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
