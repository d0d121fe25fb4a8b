import ChatRooms
import ChatSQL
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
    private var committer: BatchCommitter
    private var watermark: Watermark
    private let file: WatermarkFile
    private let log: WriteAheadLog
    private let checkpoints: Checkpoints
    private let erasingAfter: Int64

    init(
        watermark: Watermark, file: WatermarkFile, log: WriteAheadLog, checkpoints: Checkpoints, erasingAfter: Int64,
        damaged: DamagedRows
    ) {
        self.erasingAfter = erasingAfter
        self.watermark = watermark
        committer = BatchCommitter(epoch: watermark.epoch, damaged: damaged)
        self.file = file
        self.log = log
        self.checkpoints = checkpoints
    }

    func append(_ batch: Batch, _ db: Database) throws -> Appended {
        switch state {
        case .ready: break
        case .failed(let error): throw error
        case .closed: throw StoreError.closed
        }
        do {
            if let failure = checkpoints.failure { throw failure }
            let appended = try committer.commit(batch, db)
            try note(appended)
            if committer.hasErased { checkpoints.eraseLog(after: erasingAfter) }
            if batch.removal != nil { committer.forget() }
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

    /// Counts the appended events in the watermark.
    private func note(_ appended: Appended) throws(StoreError) {
        // A disk that refuses such a small write may have failed during the flush. A flush can
        // return success even though the disk was failing (ext4 does that when it is shut down
        // during a flush). So the outcome of this batch, too, is unknown.
        guard watermark.count(appended, file) else {
            throw .failed("The watermark can't be written: \(systemError()).")
        }
    }

    func close() throws {
        if case .closed = state { throw StoreError.closed }
        state = .closed
    }
}

extension GRDB.Database: SQLWriter {
    package func transaction(removing: Bool, _ body: () throws -> Void) throws {
        if removing { try execute(sql: "PRAGMA foreign_keys = OFF") }
        defer { if removing { try? execute(sql: "PRAGMA foreign_keys = ON") } }
        try inTransaction(.immediate) {
            try body()
            return .commit
        }
    }

    /// SQLite runs each statement at once.
    package var awaitsEachRun: Bool {
        get { true }
        set {}
    }

    package func storeError(_ error: any Error, _ phase: StorePhase) -> StoreError {
        StoreError(error, phase, systemError: SystemError.ofTransaction(self))
    }
}
