/// The open journal of a ``FileStorage``.
final class FileJournal: Journal {
    private let path: String
    private let system: any FileSystem
    private var lock: (any FileLock)?
    /// `nil` after an error, and after closing.
    private var file: (any AppendFile)?
    private(set) var size = 0
    /// The durable size of the file.
    private var synced = 0
    private(set) var damage: String?

    init(path: String, system: any FileSystem, lock: any FileLock) {
        self.path = path
        self.system = system
        self.lock = lock
    }

    deinit { close() }

    /// Reads the file, and repairs it so that records can be appended.
    func load() throws(StorageError) -> [[UInt8]] {
        guard let bytes = try system.read(path) else {
            try replace(with: [])
            return []
        }
        let contents = try read(bytes)
        if contents.rest == .damaged { try setAside(bytes, from: contents.end) }
        // Records that an earlier process wrote without flushing have been read, so they count from
        // now on. Flushing them would not be enough: after a failed flush, a system may report
        // success without writing. If the disk refuses the new file, the old one stays, and the
        // journal refuses records until it is replaced.
        try? replace(with: contents.records)
        return contents.records
    }

    private func read(_ bytes: [UInt8]) throws(StorageError) -> JournalFormat.Contents {
        do throws(JournalFormat.Refusal) {
            return try JournalFormat.read(bytes)
        } catch {
            switch error {
            case .newer: throw .unusable("\(path) was written by a newer version of this app. Update the app.")
            case .foreign: throw .unusable("\(path) is not a journal. Choose another path.")
            }
        }
    }

    /// Keeps a copy of the damaged journal beside it. The journal itself stays until a new one
    /// replaces it atomically.
    private func setAside(_ bytes: [UInt8], from offset: Int) throws(StorageError) {
        var number = 1
        while try system.read("\(path).damaged-\(number)") != nil { number += 1 }
        guard number <= Limits.damagedJournals else {
            throw .unusable("\(path) is damaged, like \(Limits.damagedJournals) journals before it. Check the disk.")
        }
        let copy = "\(path).damaged-\(number)"
        try write(bytes, to: copy).close()
        try system.syncFolder(of: copy)
        damage = "\(path) is damaged from byte \(offset) on. What was before it is kept; the file is now \(copy)."
    }

    func append(_ records: [[UInt8]]) throws(StorageError) {
        guard let file else { throw .failed("\(path) failed before.") }
        var bytes: [UInt8] = []
        for record in records {
            try check(record)
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

    /// A record that could not be read again is not written.
    private func check(_ record: [UInt8]) throws(StorageError) {
        guard !record.isEmpty, record.count <= Limits.journalRecordBytes else {
            throw .failed("A record of \(record.count) bytes is empty or too large (\(Limits.journalRecordBytes)).")
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

    /// Tries to remove records that were not reported as durable: best effort, because the disk is
    /// failing.
    private func fail() {
        try? file?.truncate(to: synced)
        file?.close()
        file = nil
    }

    func replace(with records: [[UInt8]]) throws(StorageError) {
        guard lock != nil else { throw .failed("\(path) was closed.") }
        for record in records { try check(record) }
        let bytes = JournalFormat.file(records)
        guard bytes.count <= Limits.journalBytes else { throw .failed("\(path) would be too large.") }
        let draft = path + ".new"
        let new = try write(bytes, to: draft)
        // From here on the path may name the new file, even after an error. The old file must not
        // be used any more.
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

    /// Writes a durable file. Its name may not be durable yet.
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
