import ChatRooms
import ChatWire
import Foundation
import GRDB

/// The log of every room in one SQLite database, in WAL mode with `synchronous = FULL`.
///
/// One process at a time: a lock beside the database keeps a second one out. Beside `PATH` lie `PATH-wal` and `PATH-shm`
/// (SQLite's own, part of the database while the server runs), `PATH.lock` (``DataLock``) and `PATH.watermark`
/// (``Watermark``).
public final class SQLiteStore: MessageStore {
    public let epoch: Epoch
    /// The log on disk is not the one last written here: it got a new epoch, and every client will read it afresh.
    public let continuityLost: Bool
    /// How many events all rooms had when the store was opened.
    public let eventsAtOpening: UInt64

    let pool: DatabasePool
    private let lock: DataLock
    private let appending: Appending

    /// Opens the database, making it and its folder where there is none. Blocks: every page is read once.
    ///
    /// - Throws: ``StoreError/unusable(_:)`` when it is in use, damaged, newer than this build or can't be written.
    public init(path: String) throws(StoreError) {
        let path = URL(fileURLWithPath: path).path
        try DataFolder.prepare(path)
        lock = try DataLock(database: path)
        let watermarkFile: WatermarkFile
        do {
            try DataFolder.makeFile(path)
            watermarkFile = try WatermarkFile(database: path)
            let known = watermarkFile.read()
            let inspection = try Inspection.run(path, known: known)
            pool = try Connection.open(path)
            try inspection.close()
            try Schema.migrator.migrate(pool)
            let file = try FileIdentity(of: path)
            let state = try pool.read { db in (try Schema.epoch(db), try LogReader.countEvents(db)) }
            eventsAtOpening = state.1
            if known?.isContinued(by: state.0, file: file, events: state.1) ?? (state.1 == 0) {
                continuityLost = false
                epoch = state.0
            } else {
                continuityLost = true
                let fresh = Epoch.random()
                try pool.write { try Schema.setEpoch(fresh, $0) }
                epoch = fresh
            }
            let watermark = Watermark(epoch: epoch, file: file, events: state.1)
            guard watermarkFile.write(watermark, flushed: true) else { throw WatermarkFile.unwritable(path) }
            appending = Appending(watermark: watermark, file: watermarkFile)
        } catch {
            throw Inspection.refusal(path, error)
        }
    }

    public func append(_ drafts: [Draft]) throws(StoreError) -> [AppendOutcome] {
        do {
            return try pool.writeWithoutTransaction { db in try appending.append(drafts, db) }
        } catch {
            throw storeError(error)
        }
    }

    public func head(of room: RoomName) throws(StoreError) -> UInt64 {
        do {
            return try pool.read { db in try LogReader.head(of: room, db) }
        } catch {
            throw storeError(error)
        }
    }

    public func history(of room: RoomName, at anchor: HistoryAnchor, limit: Int) throws(StoreError) -> HistoryPage {
        do {
            return try pool.read { db in try LogReader.page(of: room, at: anchor, limit: limit, db) }
        } catch {
            throw storeError(error)
        }
    }

    public func close() throws(StoreError) {
        do {
            try pool.writeWithoutTransaction { _ in try appending.close() }
            try Connection.close(pool)
            lock.release()
        } catch {
            throw storeError(error)
        }
    }
}

/// In one place, what every call may run into.
private func storeError(_ error: any Error) -> StoreError {
    switch error {
    case let error as StoreError: error
    case let damage as Damage: .failed("The database is damaged: \(damage.sentence).")
    // What GRDB says on a connection that was closed.
    case let error as DatabaseError where error.resultCode == .SQLITE_MISUSE: .closed
    case let error as DatabaseError: .failed("The database failed: \(error.summary).")
    default: .failed("\(error)")
    }
}

/// The appending side of the store: its caches, its watermark, and whether it still may.
///
/// `@unchecked Sendable`: only ever touched in the pool's writer, which runs one closure at a time.
private final class Appending: @unchecked Sendable {
    private enum State {
        case ready
        case failed(StoreError)
        case closed
    }

    private var state = State.ready
    private var appender = Appender()
    private var watermark: Watermark
    private let file: WatermarkFile

    init(watermark: Watermark, file: WatermarkFile) {
        self.watermark = watermark
        self.file = file
    }

    func append(_ drafts: [Draft], _ db: Database) throws -> [AppendOutcome] {
        switch state {
        case .ready: break
        case .failed(let error): throw error
        case .closed: throw StoreError.closed
        }
        var outcomes: [AppendOutcome] = []
        do {
            try db.inTransaction(.immediate) {
                outcomes = try appender.append(drafts, db)
                return .commit
            }
        } catch {
            let error = storeError(error)
            state = .failed(error)
            throw error
        }
        for case .appended in outcomes { watermark.events += 1 }
        // The batch is on disk and is answered; a disk that no longer takes 48 bytes gets no further one.
        if !file.write(watermark, flushed: false) {
            state = .failed(.failed("The watermark can't be written: \(systemError())"))
        }
        return outcomes
    }

    func close() throws {
        if case .closed = state { throw StoreError.closed }
        state = .closed
    }
}
