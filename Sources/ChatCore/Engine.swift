/// A ``ChatModel/Chat`` with its journal: all of a client except network and time.
///
/// It is synchronous and deterministic, so a simulation can drive it; ``ChatClient`` is the shell
/// around it. It may be used from one thread at a time, and blocks while the disk flushes.
///
/// A record that must last is durable before any effect that follows from it is returned. If the
/// disk refuses, the input has not happened: a user's command ends as `.settled(ticket, .failed)`
/// with 291 (`notKept`), and frames from the server count as lost. In that case the connection is
/// closed, and made anew after the usual back-off. The protocol recovers from a lost connection, so
/// it recovers from this, too.
public struct Engine {
    /// The client's state.
    public private(set) var chat: Chat
    /// The bytes of files. The caller stores them here before
    /// ``ChatModel/Input/attach(_:to:in:ticket:)``. The engine deletes them when they are no longer
    /// needed, or were not accepted.
    public let spool: any Spool
    private var journal: JournalWriter

    /// Opens the storage and restores its content. A new installation gets the device id `device`.
    public init(
        storage: any Storage, device: DeviceID, name: String? = nil, token: String? = nil,
        configuration: Chat.Configuration = Chat.Configuration()
    ) throws(StorageError) {
        journal = try JournalWriter(storage, device: device)
        chat = Chat(
            device: device, name: name, token: token, restored: journal.restored, configuration: configuration)
        spool = storage.spool()
        sweep()
    }

    /// Deletes files that no record refers to: files that were not accepted, or not needed any more
    /// when the process ended. If the journal has records of a newer version, nothing is deleted,
    /// because they may refer to files.
    private func sweep() {
        if journal.hasForeign { return }
        for ticket in (try? spool.tickets()) ?? []
        where chat.outbox[ticket]?.upload == nil && chat.outbox[ticket.ofThumbnail]?.upload?.thumbnail == nil {
            try? spool.remove(ticket)
        }
    }

    /// Why the last inputs could not be stored; `nil` if they were.
    public private(set) var trouble: StorageError?

    /// What could not be read when the storage was opened, and where that file is now: a sentence
    /// for the user. `nil` if nothing was wrong.
    ///
    /// After damage it is unknown which numbers were assigned. So the installation gets a new
    /// device id, and waiting messages fail with 190 (`fateUnknown`), for the user to repeat or to
    /// drop.
    public var damage: String? { journal.damage }

    /// Handles one input. Journals what must be kept, deletes files that are not needed, and
    /// returns the remaining effects in order.
    public mutating func handle(_ input: Input, at now: Now) -> [Effect] { handle([input], at: now) }

    /// Handles inputs that arrived together, with one flush. Either all of them are kept, or none.
    public mutating func handle(_ inputs: [Input], at now: Now) -> [Effect] {
        let effects = keep(inputs, at: now)
        for case .attach(_, _, _, let ticket) in inputs where chat.outbox[ticket] == nil { release(ticket) }
        return effects.filter { effect in
            guard case .release(let ticket) = effect else { return true }
            release(ticket)
            return false
        }
    }

    /// Deletes the bytes of a file and of its thumbnail. What can't be deleted now is deleted when
    /// the storage is opened the next time.
    private func release(_ ticket: Ticket) {
        for ticket in [ticket, ticket.ofThumbnail] { try? spool.remove(ticket) }
    }

    private mutating func keep(_ inputs: [Input], at now: Now) -> [Effect] {
        let before = chat
        let effects = chat.handle(inputs, at: now)
        let mustLast = mustLast(effects)
        trouble = nil
        do throws(StorageError) {
            try journal.keep(effects.records, mustLast: mustLast)
            return effects.rest
        } catch {
            // Records that need not last are written with the next one that must.
            if !mustLast {
                journal.postpone(effects.records)
                return effects.rest
            }
            trouble = error
            let engine = self
            chat = before
            let withdrawn = chat.withdraw(inputs, because: .notKept(error), at: now) { engine.mustLast($0) }
            journal.postpone(withdrawn.records)
            return withdrawn.rest
        }
    }

    /// Whether the disk must flush before these effects are performed.
    ///
    /// A number read from the journal must be durable before it is sent. If a power cut removed it,
    /// the message would get another number, and be in the log twice.
    private func mustLast(_ effects: [Effect]) -> Bool {
        effects.records.contains(where: \.mustLast) || !journal.isDurable && effects.contains(where: \.isNumberedSend)
    }

    /// Closes the journal. The engine must not be used afterwards.
    public func close() { journal.close() }
}

extension [Effect] {
    fileprivate var records: [Record] { compactMap { if case .keep(let record) = $0 { record } else { nil } } }
    fileprivate var rest: [Effect] { filter { if case .keep = $0 { false } else { true } } }
}

extension Effect {
    fileprivate var isNumberedSend: Bool {
        guard case .send(let frame) = self, case .mutate(_, .some, _, _) = frame.request else { return false }
        return true
    }
}

extension WireError {
    static func notKept(_ error: StorageError) -> WireError {
        .notKept(because: "\(error)")
    }
}
