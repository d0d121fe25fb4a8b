import ChatRooms
import ChatSQL
import ChatWire
import Foundation

/// The appending side of the store: its session, its watermark, and whether it may still append.
///
/// `@unchecked Sendable`: everything is touched only under `lock`. (`Locked` takes only
/// values that are `Sendable`, and a connection is not.)
final class PostgresAppending: @unchecked Sendable {
    private enum State {
        case ready(PostgresConnection)
        case failed(StoreError)
        case closed
    }

    private let lock = NSLock()
    private var state: State
    private var committer: BatchCommitter
    private var watermark: Watermark
    private let file: WatermarkFile
    private let isShared: Bool
    private var isSupervised = false

    /// - Parameter commitList: by which this server follows others; `nil` if it is alone
    init(
        _ writer: PostgresConnection, _ watermark: Watermark, _ file: WatermarkFile, _ commitList: CommitList?,
        damaged: DamagedRows
    ) {
        state = .ready(writer)
        isShared = commitList != nil
        committer = BatchCommitter(epoch: watermark.epoch, damaged: damaged, commitList: commitList)
        self.watermark = watermark
        self.file = file
    }

    func append(_ batch: Batch) throws(StoreError) -> Appended {
        try write { writer throws(StoreError) in
            let appended = try commit(batch, writer)
            try count(appended)
            if batch.removal != nil { committer.forget() }
            return appended
        }
    }

    /// Commits the batch. If another server of the cluster stands still within a transaction, its
    /// session is ended first.
    private func commit(_ batch: Batch, _ writer: PostgresConnection) throws(StoreError) -> Appended {
        do throws(StoreError) {
            return try committer.commit(batch, writer)
        } catch {
            guard isShared, case .busy = error else { throw error }
            // If that fails, the next attempt says why.
            try? ServerLock.endHanging(.member, seconds: Limits.sharedLogHang, writer)
            return try committer.commit(batch, writer)
        }
    }

    /// Reads what other servers have committed.
    func catchUp() throws(StoreError) -> OthersCommits {
        try write { writer throws(StoreError) in
            var appended = Appended()
            appended.others = try committer.catchUp(writer)
            if appended.others != OthersCommits() { try count(appended) }
            return appended.others
        }
    }

    private func count(_ appended: Appended) throws(StoreError) {
        guard watermark.count(appended, file) else {
            throw .failed("The watermark can't be written: \(systemError()).")
        }
    }

    /// Calls `body` with the writer, unless something has failed before.
    private func write<Result>(
        _ body: (PostgresConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        lock.lock()
        defer { lock.unlock() }
        let writer: PostgresConnection
        switch state {
        case .ready(let connection): writer = connection
        case .failed(let error): throw error
        case .closed: throw .closed
        }
        do throws(StoreError) {
            try supervise(writer)
            return try body(writer)
        } catch {
            if error.endsService { state = .failed(error) }
            throw error
        }
    }

    /// From the first append on the session is never silent for long: the server asks it whether it
    /// can still append (``MessageStore/isRemote``). So PostgreSQL ends a silent one, and another
    /// server can take over from one that hangs. Servers that share the log need not wait so long
    /// for a transaction in which one of them stands still.
    private func supervise(_ writer: PostgresConnection) throws(StoreError) {
        guard !isSupervised else { return }
        do {
            let transaction = isShared ? Limits.sharedLogHang : Limits.databaseHang
            try writer.execute("SET idle_session_timeout = '\(Limits.databaseHang)s'")
            try writer.execute("SET idle_in_transaction_session_timeout = '\(transaction)s'")
            if isShared { try writer.execute("SET lock_timeout = '\(Limits.sharedLogHang)s'") }
        } catch {
            throw StoreError(postgres: error, .writing)
        }
        isSupervised = true
    }

    func close() throws(StoreError) {
        lock.lock()
        defer { lock.unlock() }
        if case .closed = state { throw .closed }
        state = .closed
    }
}

extension PostgresConnection: SQLWriter {
    func transaction(removing: Bool, _ body: () throws -> Void) throws { try inTransaction(.writing, body) }

    /// If the session is lost, nobody knows whether its transaction was rolled back.
    var isInsideTransaction: Bool { isLost }

    func storeError(_ error: any Error, _ phase: StorePhase) -> StoreError { StoreError(postgres: error, phase) }
}

extension StoreError {
    /// Classifies an error of a transaction or a read.
    init(postgres error: any Error, _ phase: StorePhase) {
        switch error {
        case let error as StoreError: self = error
        case let error as PostgresError: self = StoreError(error, phase)
        case let damage as Damage: self = .damaged("The database is damaged: \(damage.sentence).")
        default: self = phase == .reading ? .unreadable("\(error)") : .failed("\(error)")
        }
    }
}
