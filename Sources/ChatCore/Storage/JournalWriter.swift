/// Keeps records: appends them to a journal, compacts it, and makes it whole again after an error.
struct JournalWriter {
    private(set) var restored = Restored()
    private let journal: any Journal
    /// What this build can't read, from a later one: kept for that.
    private var foreign: [[UInt8]] = []
    /// Whether the journal has all that `restored` has.
    private var isWhole = true
    /// Whether a power cut would leave all that was read when the storage was opened. An earlier process may have written without
    /// flushing, and the disk may have refused a new file since.
    private(set) var isDurable = true
    private var compactedSize: Int

    /// - Parameter device: the new device's id where the journal is damaged.
    init(_ storage: any Storage, device: DeviceID) throws(StorageError) {
        let (journal, records) = try storage.open()
        self.journal = journal
        compactedSize = journal.size
        for bytes in records {
            do throws(WireError) {
                restored.fold(try Record(json: bytes))
            } catch {
                if foreign.count < Limits.journalForeignRecords { foreign.append(bytes) }
            }
        }
        if journal.damage != nil {
            restored = restored.uncertain(device)
            try rewrite()
        }
        do throws(StorageError) {
            try journal.sync()
        } catch {
            (isWhole, isDurable) = (false, false)
        }
    }

    var hasForeign: Bool { !foreign.isEmpty }

    var damage: String? { journal.damage }

    /// Keeps all of them with one flush; with `mustLast` it returns when they are durable, and all that was kept before.
    ///
    /// After an error the journal is written anew, and then it is tried once more. When that fails, too, nothing was kept.
    mutating func keep(_ records: [Record], mustLast: Bool) throws(StorageError) {
        if records.isEmpty && !mustLast { return }
        let bytes = records.map(\.json)
        do throws(StorageError) {
            try write(bytes, mustLast)
        } catch {
            isWhole = false
            do throws(StorageError) {
                try write(bytes, mustLast)
            } catch {
                isWhole = false
                throw error
            }
        }
        note(records)
        compact()
    }

    /// Takes note of what will be kept as soon as that is possible again, and costs nothing but a repetition if it never is.
    mutating func postpone(_ records: [Record]) {
        if records.isEmpty { return }
        note(records)
        isWhole = false
    }

    func close() { journal.close() }

    private mutating func note(_ records: [Record]) {
        for record in records { restored.fold(record) }
    }

    private mutating func write(_ records: [[UInt8]], _ mustLast: Bool) throws(StorageError) {
        if !isWhole { try rewrite() }
        if !records.isEmpty { try journal.append(records) }
        if mustLast { try journal.sync() }
    }

    private mutating func rewrite() throws(StorageError) {
        try journal.replace(with: foreign + restored.records.map(\.json))
        (isWhole, isDurable) = (true, true)
        compactedSize = journal.size
    }

    private mutating func compact() {
        guard journal.size > max(Limits.journalCompactBytes, 2 * compactedSize) else { return }
        do throws(StorageError) {
            try rewrite()
        } catch {
            // Next time, when it has doubled; the old file is as good, or the next record finds that it is not.
            compactedSize = journal.size
        }
    }
}

extension Restored {
    /// What a damaged journal still tells. Nobody knows which numbers were given, nor what became of what waited.
    fileprivate func uncertain(_ device: DeviceID) -> Restored {
        var restored = Restored([.device(device)])
        let error = WireError(.fateUnknown, "The journal was damaged: whether this was sent is not known.")
        for record in records {
            switch record {
            case .device, .counted: continue
            case .intended(var item):
                if case .failed = item.state {} else { item.state = .failed(error) }
                item.number = nil
                restored.fold(.intended(item))
            default: restored.fold(record)
            }
        }
        return restored
    }
}
