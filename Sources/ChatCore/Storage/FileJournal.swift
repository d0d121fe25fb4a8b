/// The open journal of a ``FileStorage``.
final class FileJournal: Journal {
    private(set) var size = 0
    private(set) var damage: String?
    private let path: String
    private let system: any FileSystem
    private let lock: any FileLock
    /// `nil` after an error: nobody knows what the file ends with, so it has to be replaced.
    private var file: (any AppendFile)?

    init(path: String, system: any FileSystem, lock: any FileLock) {
        self.path = path
        self.system = system
        self.lock = lock
    }

    /// Reads the file, cuts a torn end off, sets a damaged file aside.
    func restore() throws(StorageError) -> [[UInt8]] {
        guard let bytes = try system.read(path) else {
            try replace(with: [])
            return []
        }
        guard let contents = JournalFormat.read(bytes) else {
            throw .unusable("\(path) is not a journal of Martlet: move it away, or choose another folder.")
        }
        if contents.isDamaged {
            let aside = try freeName()
            try system.rename(path, to: aside)
            damage = "The journal was damaged; what could not be read of it is in \(aside)."
        }
        if contents.isDamaged || contents.size == 0 {
            try replace(with: contents.records)
        } else {
            let file = try system.open(path)
            if contents.size < bytes.count {
                try file.truncate(to: contents.size)
                try file.sync()
            }
            self.file = file
            size = contents.size
        }
        return contents.records
    }

    func append(_ records: [[UInt8]]) throws(StorageError) {
        guard records.allSatisfy({ $0.count <= Limits.recordBytes }) else {
            throw .failed("A record of more than \(Limits.recordBytes) bytes can't be kept.")
        }
        let bytes = records.flatMap(JournalFormat.frame)
        try attempt { (file) throws(StorageError) in try file.append(bytes) }
        size += bytes.count
    }

    func sync() throws(StorageError) {
        try attempt { (file) throws(StorageError) in try file.sync() }
    }

    func replace(with records: [[UInt8]]) throws(StorageError) {
        let unfinished = path + ".unfinished"
        let bytes = JournalFormat.header + records.flatMap(JournalFormat.frame)
        let fresh = try system.open(unfinished)
        do {
            try fresh.truncate(to: 0)
            try fresh.append(bytes)
            try fresh.sync()
            try system.rename(unfinished, to: path)
            try system.syncFolder(of: path)
        } catch {
            fresh.close()
            throw error
        }
        file?.close()
        file = fresh
        size = bytes.count
    }

    func close() {
        file?.close()
        file = nil
        lock.release()
    }

    private func attempt(_ body: (any AppendFile) throws(StorageError) -> Void) throws(StorageError) {
        guard let file else { throw .failed("The journal \(path) could not be written before.") }
        do {
            try body(file)
        } catch {
            file.close()
            self.file = nil
            throw error
        }
    }

    private func freeName() throws(StorageError) -> String {
        for number in 1...Limits.damagedJournals {
            let name = "\(path).damaged-\(number)"
            if try system.read(name) == nil { return name }
        }
        throw .unusable("\(path) is damaged, like \(Limits.damagedJournals) before it: check the disk.")
    }
}
