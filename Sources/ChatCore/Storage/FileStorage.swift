import Foundation

/// Keeps a journal in a file, with nothing but Foundation: what was reported as kept is there after a crash or a power cut at any
/// moment.
///
/// There is one file for each account, and beside it, for as long as it is open, a lock against a second process. Records are
/// appended and flushed (on Apple's systems with `F_FULLFSYNC`, without which a disk's own cache may forget them). A write that
/// never finished is cut when the file is opened, which is then written anew. Where something in the middle can't be read, the records before it are kept,
/// the file is set aside as `….damaged-1` and never touched again, and ``Journal/damage`` says so. Compacting writes a new file and puts it in
/// the place of the old one.
///
/// There is no database, on purpose. What a client must not lose (what waits to be sent, its device id, its rooms) is small, and a
/// journal keeps it with one flush where a database needs several. What it keeps besides is the end of each room's log
/// (``ChatWire/Limits/cachedEvents``), so that a room opens at once. Offline one pages back through these; older messages are history, and
/// history is the server's. A search over all of it belongs there, too.
///
/// A journal belongs to one device: on Apple's systems it is left out of backups. Elsewhere, don't copy it from one machine to another and use
/// both; one that was put back from a copy on the same device goes on under new numbers.
///
/// In a folder shared with an extension (an App Group) the system ends an app that is suspended while it holds the lock: close the
/// client when the app goes to the background.
public struct FileStorage: Storage {
    public let path: String
    private let system: any FileSystem

    /// - Parameter path: of the file; its folder is made if need be. Not a path in a cache folder, which the system may empty.
    public init(path: String, system: any FileSystem = DiskFileSystem()) {
        self.path = path
        self.system = system
    }

    /// The journal of one account, in a folder that has those of all. `account` is any text by which the app tells them apart.
    public init(folder: URL, account: String) {
        self.init(path: folder.appendingPathComponent(FileStorage.fileName(for: account)).path)
    }

    /// Letters that some file systems hold for equal, and all that a path could mean something else by, are written as `%41`.
    static func fileName(for account: String) -> String {
        let plain = Set("abcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var sum = Checksum()
        sum.add(account.utf8)
        let escaped = account.utf8.prefix(60).map { byte in
            plain.contains(byte)
                ? String(UnicodeScalar(byte)) : "%" + String(UInt32(byte) + 256, radix: 16).dropFirst()
        }
        let rest = account.utf8.count > 60 ? "-" + String(sum.value, radix: 16) : ""
        return escaped.joined() + rest + ".journal"
    }

    public func open() throws(StorageError) -> (journal: any Journal, records: [[UInt8]]) {
        try system.syncFolder(of: path)
        let lock = try system.lock(path + ".lock")
        do throws(StorageError) {
            let journal = FileJournal(path: path, system: system, lock: lock)
            return (journal, try journal.load())
        } catch {
            lock.release()
            throw error
        }
    }

    /// A folder beside the journal: `….files`.
    public func spool() -> any Spool { FileSpool(path: path + ".files", system: system) }
}
