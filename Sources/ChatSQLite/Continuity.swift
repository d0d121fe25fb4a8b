import ChatRooms
import ChatWire
import Foundation

/// Tells whether the database is still the one that was written last, or an older copy put in its place.
///
/// A log that was restored from a backup gives numbers out anew that clients already hold for other events. Nothing
/// inside the database can tell: the backup is as whole as the original. So beside it lies the **watermark**, a small file with the
/// epoch, the database file's identity, and how many events were ever appended. On opening, continuity is
/// lost, and the log gets a new epoch, when the database has events and there is no watermark, or when the watermark names another
/// epoch, another file, or more events than the database has.
///
/// The watermark is rewritten after every commit, in place, with one `pwrite` and without a flush. Why no crash deceives it:
/// - *Killed before a commit, or in it*: the watermark counts fewer events than the database or as many. Never more.
/// - *Killed between the commit and the watermark*: it counts fewer. That is no loss.
/// - *Killed within the `pwrite`*: the few bytes lie within one page of the page cache, which outlives the process; they are
///   copied in one go.
/// - *Power cut*: the commit was flushed before the watermark was written, so an old watermark counts fewer. The file itself is
///   flushed when it is opened, before the first event, and is never made longer or shorter after that. A torn sector fails
///   the checksum and counts as no watermark: a new epoch where none was needed, which costs clients a re-read and no more.
/// - *Killed while a database is being made*: it has no events yet, so it needs no watermark.
/// - *Killed between a new epoch and its watermark*: the watermark names another epoch, so the next start makes yet another.
///   No client has seen the one between.
///
/// What it can't see: a snapshot of the whole volume rolled back, watermark and all. After that, delete the watermark.
struct Watermark: Hashable {
    var epoch: Epoch
    var file: FileIdentity
    var events: UInt64

    private static let mark: UInt64 = 0x6D61_7274_6C65_7431  // "martlet1"
    private static let words = 6
    static let size = words * 8

    /// Whether a database with these properties goes on from here.
    func isContinued(by epoch: Epoch, file: FileIdentity, events: UInt64) -> Bool {
        self.epoch == epoch && self.file == file && self.events <= events
    }

    var bytes: [UInt8] {
        var words = [Watermark.mark, epoch.number, file.inode, file.generation, events]
        words.append(Watermark.checksum(words))
        return words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
    }

    init(epoch: Epoch, file: FileIdentity, events: UInt64) {
        self.epoch = epoch
        self.file = file
        self.events = events
    }

    /// `nil` when these are not, to the bit, the bytes of a watermark.
    init?(bytes: [UInt8]) {
        guard bytes.count == Watermark.size else { return nil }
        let words = bytes.withUnsafeBytes { raw in
            (0..<Watermark.words).map {
                UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
            }
        }
        guard words[0] == Watermark.mark, let epoch = Epoch(words[1]),
            words[5] == Watermark.checksum(Array(words.dropLast()))
        else { return nil }
        self.init(epoch: epoch, file: FileIdentity(inode: words[2], generation: words[3]), events: words[4])
    }

    private static func checksum(_ words: [UInt64]) -> UInt64 {
        var sum = Checksum()
        for word in words { sum.add(word) }
        return UInt64(bitPattern: sum.value)
    }
}

/// The watermark's file, kept open.
final class WatermarkFile {
    private let descriptor: Int32

    init(database: String) throws {
        descriptor = open(database + ".watermark", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw WatermarkFile.unwritable(database) }
    }

    deinit { close(descriptor) }

    static func unwritable(_ database: String) -> StoreError {
        .unusable("\(database).watermark can't be written (\(systemError())): check the disk and who owns the file.")
    }

    /// `nil` when there is none, or it is damaged.
    func read() -> Watermark? {
        var bytes = [UInt8](repeating: 0, count: Watermark.size + 1)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return count == Watermark.size ? Watermark(bytes: Array(bytes.prefix(count))) : nil
    }

    /// In place and unflushed, but for the first time: then it is flushed, so that later ones only overwrite.
    func write(_ watermark: Watermark, flushed: Bool) -> Bool {
        let bytes = watermark.bytes
        guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { return false }
        return !flushed || (ftruncate(descriptor, off_t(bytes.count)) == 0 && fsync(descriptor) == 0)
    }
}
