/// The open file of a ``FileStorage``.
final class FileJournal: Journal {
    private let path: String
    private let system: any FileSystem
    private var lock: (any FileLock)?
    /// `nil` after an error, and when closed.
    private var file: (any AppendFile)?
    private(set) var size = 0
    /// How much of the file is durable.
    private var synced = 0
    private(set) var damage: String?

    init(path: String, system: any FileSystem, lock: any FileLock) {
        self.path = path
        self.system = system
        self.lock = lock
    }

    deinit { close() }

    /// Reads the file and makes it fit to be appended to.
    func load() throws(StorageError) -> [[UInt8]] {
        guard let bytes = try system.read(path) else {
            try replace(with: [])
            return []
        }
        let contents = try read(bytes)
        if contents.rest == .damaged { try setAside(bytes, from: contents.end) }
        // What an earlier process wrote and did not flush was read; so from now on it counts. Flushing it would not do: where that has
        // failed before, a system may report success without having written anything. A disk that refuses a new file
        // keeps the old one, and the journal refuses what is added until it is replaced.
        try? replace(with: contents.records)
        return contents.records
    }

    private func read(_ bytes: [UInt8]) throws(StorageError) -> JournalFormat.Contents {
        do throws(JournalFormat.Refusal) {
            return try JournalFormat.read(bytes)
        } catch {
            switch error {
            case .newer: throw .unusable("\(path) was written by a newer version of this app: update it.")
            case .foreign: throw .unusable("\(path) is not a journal: choose another path.")
            }
        }
    }

    /// A copy, so that until the new file is in its place the old one is there.
    private func setAside(_ bytes: [UInt8], from offset: Int) throws(StorageError) {
        var number = 1
        while try system.read("\(path).damaged-\(number)") != nil { number += 1 }
        guard number <= Limits.damagedJournals else {
            throw .unusable("\(path) is damaged, like \(Limits.damagedJournals) before it: check the disk.")
        }
        let copy = "\(path).damaged-\(number)"
        try write(bytes, to: copy).close()
        try system.syncFolder(of: copy)
        damage = "\(path) can't be read from byte \(offset) on. What comes before was kept; the file is now \(copy)."
    }

    func append(_ records: [[UInt8]]) throws(StorageError) {
        guard let file else { throw .failed("\(path) failed before.") }
        var bytes: [UInt8] = []
        for record in records {
            guard !record.isEmpty, record.count <= Limits.journalRecordBytes else {
                throw .failed("A record has \(record.count) bytes: 1 to \(Limits.journalRecordBytes) can be kept.")
            }
            bytes += JournalFormat.frame(record, at: size + bytes.count, synced: synced)
        }
        guard size + bytes.count <= Limits.journalBytes else { throw .failed("\(path) is full.") }
        do throws(StorageError) {
            try file.append(bytes)
            size += bytes.count
        } catch {
            fail()
            throw error
        }
    }

    func sync() throws(StorageError) {
        guard let file else { throw .failed("\(path) failed before.") }
        do throws(StorageError) {
            try file.sync()
            synced = size
        } catch {
            fail()
            throw error
        }
    }

    /// What was not kept should not come back either, as far as that can be had from a disk that fails.
    private func fail() {
        try? file?.truncate(to: synced)
        file?.close()
        file = nil
    }

    func replace(with records: [[UInt8]]) throws(StorageError) {
        guard lock != nil else { throw .failed("\(path) was closed.") }
        let bytes = JournalFormat.file(records)
        guard bytes.count <= Limits.journalBytes else { throw .failed("\(path) would be too large.") }
        let draft = path + ".new"
        let new = try write(bytes, to: draft)
        // From here on the name may be the new file's, even where an error is reported: the old one is of no use any more.
        file?.close()
        file = nil
        do throws(StorageError) {
            try system.rename(draft, to: path)
            try system.syncFolder(of: path)
        } catch {
            new.close()
            throw error
        }
        file = new
        size = bytes.count
        synced = size
    }

    /// A durable file, of which the name may not be.
    private func write(_ bytes: [UInt8], to path: String) throws(StorageError) -> any AppendFile {
        let file = try system.open(path)
        do throws(StorageError) {
            try file.truncate(to: 0)
            try file.append(bytes)
            try file.sync()
            return file
        } catch {
            file.close()
            try? system.remove(path)
            throw error
        }
    }

    func close() {
        file?.close()
        file = nil
        lock?.release()
        lock = nil
    }
}
