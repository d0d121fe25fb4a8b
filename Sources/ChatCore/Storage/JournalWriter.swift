/// Appends records to a journal, compacts it, and rewrites it after an error.
struct JournalWriter {
    private(set) var restored = Restored()
    private let journal: any Journal
    private let tokens: (any TokenVault)?
    /// The tokens that ``tokens`` has: the journal need not have them.
    private var entrusted: [UserID: String] = [:]
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
        tokens = storage.tokens
        compactedSize = journal.size
        for bytes in records {
            do throws(WireError) {
                restored.fold(try Record(json: bytes))
            } catch {
                if foreign.count < Limits.journalForeignRecords { foreign.append(bytes) }
            }
        }
        do throws(StorageError) { try findToken() } catch {
            journal.close()
            throw error
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

    /// Adds the token to what the journal says of the user. A token in the journal of an earlier
    /// version goes into the vault.
    private mutating func findToken() throws(StorageError) {
        guard let tokens, var identity = restored.identity else { return }
        if identity.token != nil {
            entrust(identity)
            if !entrusted.isEmpty {
                // If this fails, the next record rewrites the journal.
                do throws(StorageError) { try rewrite() } catch { isWhole = false }
            }
        } else if let token = try tokens.token(of: identity.user) {
            entrusted[identity.user] = token
            identity.token = token
            restored.fold(.identity(identity))
        }
    }

    /// Puts the user's token into the vault. If that fails, the journal has it.
    private mutating func entrust(_ identity: Identity) {
        guard let tokens, let token = identity.token else { return }
        if entrusted[identity.user] == token { return }
        do throws(StorageError) {
            try tokens.keep(token, of: identity.user)
            entrusted[identity.user] = token
        } catch {
            // The vault may still have an older token of this user; the journal's is the right one.
        }
    }

    /// Removes the tokens of former users, which the journal no longer names.
    private mutating func forgetTokens(besides identity: Identity) {
        let isKept = identity.token != nil && entrusted[identity.user] != nil
        entrusted = isKept ? entrusted.filter { $0.key == identity.user } : [:]
        // What stays is of no use without the journal, and is removed with the next change.
        try? tokens?.removeAll(but: isKept ? identity.user : nil)
    }

    /// The record as the journal has it: without a token that the vault has.
    private func json(of record: Record) -> [UInt8] {
        guard case .identity(var identity) = record, let token = identity.token, entrusted[identity.user] == token
        else { return record.json }
        identity.token = nil
        return Record.identity(identity).json
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
        for case .identity(let identity) in records { entrust(identity) }
        let bytes = records.map(json)
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
        if let identity = records.newestIdentity { forgetTokens(besides: identity) }
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
        try journal.replace(with: foreign + restored.records.map(json))
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
        let error = WireError(
            .fateUnknown,
            localized(
                "The journal was damaged, so it is unknown whether this was sent. Look for it in the room, and send it again if it is missing."
            ))
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

extension [Record] {
    fileprivate var newestIdentity: Identity? {
        var newest: Identity?
        for case .identity(let identity) in self { newest = identity }
        return newest
    }
}
