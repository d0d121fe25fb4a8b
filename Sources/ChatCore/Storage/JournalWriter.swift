/// Appends records to a journal, compacts it, and rewrites it after an error.
struct JournalWriter {
    private(set) var restored = Restored()
    private let journal: any Journal
    /// Records of a newer version, which this one can't read. They stay in the journal, so that the
    /// newer version finds them.
    private var foreign: [[UInt8]] = []
    /// Whether the journal contains everything in `restored`.
    private var isWhole = true
    /// Whether everything read at opening survives a power cut. An earlier process may have written
    /// without flushing, and the disk may have refused a new file since.
    private(set) var isDurable = true
    private var compactedSize: Int

    /// - Parameter device: The device id to use if the journal is damaged.
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

    /// Appends the records with one flush. With `mustLast` it returns when they, and all earlier
    /// ones, are durable.
    ///
    /// After an error it rewrites the journal and tries once more. If that fails too, none of the
    /// records is kept.
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

    /// Notes records that are written as soon as possible. Losing them costs a repetition, not
    /// data.
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
            // Try again when the size has doubled. The old file is still good; if not, the next
            // record finds out.
            compactedSize = journal.size
        }
    }
}

extension Restored {
    /// What remains of a damaged journal. It is unknown which numbers were assigned, and what
    /// became of waiting items.
    fileprivate func uncertain(_ device: DeviceID) -> Restored {
        var restored = Restored([.device(device)])
        let error = WireError(.fateUnknown, "The journal was damaged: nobody knows whether this was sent.")
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
