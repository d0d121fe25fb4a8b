import Foundation

/// A journal in one file. What was reported as durable is there after a crash or a power cut at any
/// time.
///
/// Each account has one file. While it is open, a lock file beside it keeps other processes out.
/// Records are appended and flushed (on Apple's systems with `F_FULLFSYNC`, because a disk's own
/// cache may forget what `fsync` wrote).
///
/// Opening a journal removes an unfinished write at its end, and rewrites the file. If a record in
/// the middle can't be read, the records before it are kept, the file is renamed to `….damaged-1`
/// and never touched again, and ``Journal/damage`` reports it. Compacting writes a new file and
/// renames it over the old one.
///
/// There is no database, on purpose. What a client must not lose (waiting messages, its device id,
/// its rooms) is small, and a journal stores it with one flush where a database needs several. The
/// journal also holds the end of each room's log (``ChatWire/Limits/cachedEvents``), so that a room
/// opens at once. Offline, a user can page through these events. Older messages, and a search over
/// all of them, are the server's.
///
/// The user's token is not in the file on Apple's systems, but in the keychain, if the journal is
/// in the home of the user or of the app, and the process has a keychain (an app has). Everywhere
/// else it is in the journal, which only its owner can read (permissions 0600).
///
/// A journal belongs to one device: on Apple's systems it is excluded from backups. Do not copy it
/// to another machine and use both copies. A journal restored from a copy on the same device
/// continues with new numbers.
///
/// In a folder shared with an app extension (an App Group), the system ends a suspended app that
/// holds the lock. Close the client when the app goes to the background.
public struct FileStorage: Storage {
    /// The journal's path.
    public let path: String
    /// Where the user's token is kept; `nil` for the journal.
    public let tokens: (any TokenVault)?
    private let system: any FileSystem

    /// Creates the storage; it is opened by the client.
    ///
    /// - Parameter path: The journal's path. Its folder is created if necessary. Do not use a cache
    ///   folder: the system may empty it.
    public init(path: String, system: any FileSystem = DiskFileSystem()) {
        #if canImport(Security)
            self.init(path: path, system: system, tokens: KeychainTokens(path: path))
        #else
            self.init(path: path, system: system, tokens: nil)
        #endif
    }

    /// - Parameter tokens: Where to keep the user's token; `nil` for the journal.
    public init(path: String, system: any FileSystem = DiskFileSystem(), tokens: (any TokenVault)?) {
        self.path = path
        self.system = system
        self.tokens = tokens
    }

    /// The journal of one account, in a folder for all accounts. `account` is any text that
    /// identifies the account.
    public init(folder: URL, account: String) {
        self.init(path: folder.appendingPathComponent(FileStorage.escaped(account) + ".journal").path)
    }

    /// The name of an account's file or folder. Characters with a meaning in paths, and letters
    /// that some file systems treat as equal, become `%41`. A checksum ends the name of a long one.
    package static func escaped(_ account: String) -> String {
        let plain = Set("abcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var sum = Checksum()
        sum.add(account.utf8)
        let escaped = account.utf8.prefix(60).map { byte in
            plain.contains(byte)
                ? String(UnicodeScalar(byte)) : "%" + String(UInt32(byte) + 256, radix: 16).dropFirst()
        }
        let rest = account.utf8.count > 60 ? "-" + String(sum.value, radix: 16) : ""
        return escaped.joined() + rest
    }

    /// Locks the journal and reads its records, oldest first. Creates the folder and the journal if
    /// necessary, and repairs a damaged journal.
    ///
    /// - Throws: ``StorageError/unusable(_:)`` if another client has it open, if a newer version
    ///   wrote it, if it is not a journal, or if ``ChatWire/Limits/damagedJournals`` journals were
    ///   damaged before. ``StorageError/failed(_:)`` if the disk failed.
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

    /// The folder `….files` beside the journal.
    public func spool() -> any Spool { FileSpool(path: path + ".files", system: system) }

    /// Deletes the journal, damaged ones included, its files and the token. The lock file stays.
    public func erase() throws(StorageError) {
        try system.syncFolder(of: path)
        let lock = try system.lock(path + ".lock")
        defer { lock.release() }
        let place = URL(fileURLWithPath: path)
        let (folder, journal) = (place.deletingLastPathComponent().path, place.lastPathComponent)
        for name in try system.names(in: folder)
        where name == journal || name == journal + ".new" || name.hasPrefix(journal + ".damaged-") {
            try system.remove("\(folder)/\(name)")
        }
        try system.syncFolder(of: path)
        // Should it end here, the next opening deletes the files that no record refers to.
        let spool = spool()
        for ticket in try spool.tickets() { try spool.remove(ticket) }
        try tokens?.removeAll(but: nil)
    }
}
