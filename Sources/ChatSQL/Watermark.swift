import ChatRooms
import ChatWire
import Foundation

/// Tells whether the database is the one that was written last, or an older copy in its place.
///
/// A log restored from a backup assigns numbers again that clients already know for other events.
/// Nothing inside the database shows that: the backup is as complete as the original. So there is a
/// **watermark** beside it: a small file with the epoch, the identity of the database, and the
/// number of events ever appended. When the database is opened, continuity is lost and the log gets
/// a new epoch in two cases: the database has events but there is no watermark; or the watermark
/// names another epoch, another database, or more events than the database has.
///
/// The watermark is rewritten in place after every commit, with one `pwrite` and without a flush.
/// No crash makes it wrong:
/// - *Killed before or during a commit*: the watermark counts at most as many events as the
///   database.
/// - *Killed between the commit and the watermark*: it counts fewer events. That is no loss.
/// - *Killed between a commit that removes rooms and the watermark*: it counts more events. That
///   causes an unnecessary new epoch.
/// - *Killed during the `pwrite`*: the few bytes are within one page of the page cache, which
///   survives the process, and they are copied at once.
/// - *Power cut*: the commit was flushed before the watermark was written, so an old watermark
///   counts fewer events. The file is written and flushed when the store is opened, before the
///   first event, and never changes its length after that. A torn sector fails the checksum and
///   counts as no watermark. That causes an unnecessary new epoch, which only makes clients read
///   the log again.
/// - *Killed while a database is created*: it has no events yet, so it needs no watermark.
/// - *Killed between a new epoch and its watermark*: the watermark names another epoch, so the next
///   start makes another one. No client has seen the one in between.
///
/// It can't detect a rollback of the whole volume, watermark included. After one, delete the
/// watermark.
package struct Watermark: Hashable {
    package var epoch: Epoch
    package var database: DatabaseIdentity
    package var events: UInt64

    private static let mark: UInt64 = 0x6D61_7274_6C65_7431  // "martlet1"
    private static let words = 6
    static let size = words * 8

    /// Whether a database with these properties continues from this watermark.
    package func isContinued(by epoch: Epoch, database: DatabaseIdentity, events: UInt64) -> Bool {
        self.epoch == epoch && self.database == database && self.events <= events
    }

    /// Compares a database with the watermark that lies beside it, and gives it a new epoch if it
    /// is not the one that was written last. Called in a transaction.
    ///
    /// - Parameters:
    ///   - known: The watermark; `nil` if there is none.
    ///   - takesOver: Whether another machine has written the database since, and it did not go
    ///     back. Then the watermark says nothing.
    ///   - damaged: Notes damaged events at the ends of rooms.
    /// - Returns: The watermark from now on; and `nil` if the log goes on from the known one.
    package static func opening(
        _ known: Watermark?, _ database: DatabaseIdentity, takesOver: Bool = false, damaged: DamagedRows,
        _ db: any SQLDatabase
    ) throws -> (watermark: Watermark, loss: ContinuityLoss?) {
        let events = try EventReader.countEvents(db, damaged: damaged)
        let stored = try MetaTable.epoch(db)
        let isContinued =
            takesOver || known?.isContinued(by: stored, database: database, events: events) ?? (events == 0)
        let epoch = isContinued ? stored : .random()
        if !isContinued { try MetaTable.setEpoch(epoch, db) }
        try MetaTable.noteKinds(db)
        let loss = ContinuityLoss(
            written: known?.events, events: events,
            isSameDatabase: known?.epoch == stored && known?.database == database)
        return (Watermark(epoch: epoch, database: database, events: events), isContinued ? nil : loss)
    }

    /// Whether events of this log are missing in a database with so many. Unlike
    /// ``isContinued(by:database:events:)`` it does not ask whether the database is a copy.
    package func misses(epoch: Epoch, events: UInt64) -> Bool { self.epoch == epoch && self.events > events }

    /// Counts what a commit and those of other servers before it have appended and removed, and
    /// writes the file.
    ///
    /// - Returns: Whether it could be written.
    package mutating func count(_ appended: Appended, _ file: WatermarkFile) -> Bool {
        events += UInt64(appended.others.events.count)
        for case .appended in appended.outcomes { events += 1 }
        for case .published in appended.decisions { events += 1 }
        var removed = appended.others.removedEvents
        if case .success(let step) = appended.removal, !step.rooms.isEmpty { removed += step.events }
        events -= min(events, removed)
        // Flushed after a removal: a watermark that counts removed events would look like one of a
        // newer log after a power cut.
        return file.write(self, flushed: removed > 0)
    }

    var bytes: [UInt8] {
        var words = [Watermark.mark, epoch.number, database.number, database.generation, events]
        words.append(Watermark.checksum(words))
        return words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
    }

    package init(epoch: Epoch, database: DatabaseIdentity, events: UInt64) {
        self.epoch = epoch
        self.database = database
        self.events = events
    }

    /// `nil` unless these are, bit for bit, the bytes of a watermark.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Watermark.size else { return nil }
        let words = bytes.withUnsafeBytes { raw in
            (0..<Watermark.words).map {
                UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
            }
        }
        guard words[0] == Watermark.mark, let epoch = Epoch(words[1]),
            words[5] == Watermark.checksum(Array(words.dropLast()))
        else { return nil }
        self.init(epoch: epoch, database: DatabaseIdentity(number: words[2], generation: words[3]), events: words[4])
    }

    private static func checksum(_ words: [UInt64]) -> UInt64 {
        var sum = Checksum()
        for word in words { sum.add(word) }
        return UInt64(bitPattern: sum.value)
    }
}

/// How a database was found not to be the one that was written last.
public struct ContinuityLoss: Hashable, Sendable {
    /// The number of events that were written last, by the watermark; `nil` without a watermark.
    public let written: UInt64?
    /// The number of events in the database.
    public let events: UInt64
    /// Whether it is the same database, not a copy: then it has lost its newest events.
    public let isSameDatabase: Bool
}

/// The watermark's file, kept open.
package final class WatermarkFile {
    private let descriptor: Int32

    package init(beside database: String) throws {
        descriptor = open(database + ".watermark", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw WatermarkFile.unwritable(database) }
    }

    deinit { close(descriptor) }

    package static func unwritable(_ database: String) -> StoreError {
        let number = errno
        let advice = isNoRoom(number) ? "free some space, then start again" : "check the disk and who owns the file"
        return .unusable("\(database).watermark can't be written (\(systemError(number))): \(advice).")
    }

    /// The watermark beside a database; `nil` if there is none, it can't be read, or it is damaged.
    package static func read(beside database: String) -> Watermark? {
        let descriptor = open(database + ".watermark", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return read(descriptor)
    }

    /// `nil` if there is none, or it is damaged.
    package func read() -> Watermark? { WatermarkFile.read(descriptor) }

    private static func read(_ descriptor: Int32) -> Watermark? {
        var bytes = [UInt8](repeating: 0, count: Watermark.size + 1)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return count == Watermark.size ? Watermark(bytes: Array(bytes.prefix(count))) : nil
    }

    /// Writes in place. The first write is `flushed`, which also sets the file's length, so that
    /// later ones only overwrite.
    ///
    /// - Returns: whether it was written; `errno` says why not
    package func write(_ watermark: Watermark, flushed: Bool) -> Bool {
        let bytes = watermark.bytes
        guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { return false }
        return !flushed || (ftruncate(descriptor, off_t(bytes.count)) == 0 && fsync(descriptor) == 0)
    }
}

/// Which database this is, whatever its name and content are: a copy has another identity.
package struct DatabaseIdentity: Hashable {
    package var number: UInt64
    /// Tells databases apart that had the same number one after the other.
    package var generation: UInt64

    package init(number: UInt64, generation: UInt64) {
        self.number = number
        self.generation = generation
    }
}
