/// A ``ChatModel/Chat`` with its journal: everything a client does but the network and the time.
///
/// Synchronous and deterministic, so that a simulation can drive it; ``ChatClient`` is the shell around it. Belongs to one thread
/// at a time. Blocks while the disk flushes.
///
/// What has to be kept is durable before anything that follows from it is returned. When the disk refuses, what was asked has not
/// happened: an intent of the user's ends as `.settled(ticket, .failed)` with 291 (`notKept`), and what the server said counts as lost
/// with the connection, which is given up and made anew after the usual back-off. The protocol makes up for a lost
/// connection, so it makes up for this.
public struct Engine {
    public private(set) var chat: Chat
    /// The bytes of files, put here before the ``ChatModel/Input/attach(_:to:in:ticket:)`` that they go with, and gone when they are
    /// not needed any more, or were not accepted.
    public let spool: any Spool
    private var journal: JournalWriter

    /// Opens the storage and restores what it holds. A new installation gets the device id `device`.
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

    /// Removes what nothing refers to: of files that were not accepted, or were not needed any more when the process ended. Where there is
    /// something of a later build, that may refer to them.
    private func sweep() {
        if journal.hasForeign { return }
        for ticket in (try? spool.tickets()) ?? [] where chat.outbox[ticket]?.upload == nil {
            try? spool.remove(ticket)
        }
    }

    /// Why the last inputs were not kept; `nil` when they were.
    public private(set) var trouble: StorageError?

    /// What could not be read when the storage was opened, and where that is now: a sentence for the user. `nil` when all was well.
    ///
    /// Which numbers were given is not known then: this is a new device, and what was waiting ends as failed with 190
    /// (`fateUnknown`), for the user to repeat or to drop.
    public var damage: String? { journal.damage }

    /// Folds an input; keeps what must be kept, and gives up files that are not needed; returns what is left to do, in order.
    public mutating func handle(_ input: Input, at now: Now) -> [Effect] { handle([input], at: now) }

    /// Folds inputs that came at once, with one flush for all of them. They are kept together or not at all.
    public mutating func handle(_ inputs: [Input], at now: Now) -> [Effect] {
        let effects = keep(inputs, at: now)
        for case .attach(_, _, _, let ticket) in inputs where chat.outbox[ticket] == nil { try? spool.remove(ticket) }
        return effects.filter { effect in
            guard case .release(let ticket) = effect else { return true }
            // What can't be removed now is when the storage is opened the next time.
            try? spool.remove(ticket)
            return false
        }
    }

    private mutating func keep(_ inputs: [Input], at now: Now) -> [Effect] {
        let before = chat
        let effects = fold(inputs, at: now)
        let mustLast = mustLast(effects)
        trouble = nil
        do throws(StorageError) {
            try journal.keep(effects.records, mustLast: mustLast)
            return effects.rest
        } catch {
            // What need not last is written with the next that must.
            if !mustLast {
                journal.postpone(effects.records)
                return effects.rest
            }
            trouble = error
            chat = before
            return withdraw(inputs, because: error, at: now)
        }
    }

    /// Whether the disk must have flushed before these effects are performed. A number that was read must be durable before it leaves:
    /// after a power cut the same message would get another one, and be in the log twice.
    private func mustLast(_ effects: [Effect]) -> Bool {
        effects.records.contains(where: \.mustLast) || !journal.isDurable && effects.contains(where: \.isNumberedSend)
    }

    /// Closes the journal; the engine must not be used afterwards.
    public func close() { journal.close() }

    private mutating func fold(_ inputs: [Input], at now: Now) -> [Effect] {
        var effects: [Effect] = []
        var now = now
        for input in inputs {
            effects += chat.handle(input, at: now)
            // Chance of its own for each.
            now.random = now.random &* 0x5851_F42D_4C95_7F2D &+ 0x1405_7B7E_F767_814F
        }
        return effects
    }

    /// The inputs did not happen, but for those that can't be taken back: time passed, the connection ended.
    private mutating func withdraw(_ inputs: [Input], because error: StorageError, at now: Now) -> [Effect] {
        let before = chat
        let refused = inputs.compactMap(\.ticket).map { Effect.settled($0, .failed(.notKept(error))) }
        let lasting = inputs.filter { !$0.isIntent && !$0.isSaid }
        if inputs.allSatisfy({ !$0.isSaid }) {
            let effects = fold(lasting, at: now)
            if !mustLast(effects) {
                journal.postpone(effects.records)
                return refused + effects.rest
            }
            chat = before
        }
        // What was said goes with the connection, and so does what could not be numbered.
        let lost = lasting.contains { $0.endsConnection } ? lasting : [.closed(nil)] + lasting
        let effects = fold(lost, at: now)
        journal.postpone(effects.records)
        return refused + [.close(.normal)] + effects.rest
    }
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

extension WireError.Code {
    /// The disk did not keep it: it was not accepted and won't be sent. Decided by the client.
    public static let notKept = WireError.Code(rawValue: 291)
}

extension WireError {
    static func notKept(_ error: StorageError) -> WireError {
        WireError(.notKept, "This device can't keep it, so it was not accepted. \(error)")
    }
}

extension Input {
    /// Whether it is something the user wants, which may be refused.
    fileprivate var isIntent: Bool {
        switch self {
        case .perform, .attach, .retry, .drop, .join, .leave, .rename, .markRead, .typed: true
        default: false
        }
    }

    /// Whether it came from the server: it may as well have been lost on its way.
    fileprivate var isSaid: Bool {
        switch self {
        case .opened, .received, .unreadable: true
        default: false
        }
    }

    fileprivate var endsConnection: Bool { if case .closed = self { true } else { false } }

    fileprivate var ticket: Ticket? {
        switch self {
        case .perform(_, _, let ticket), .attach(_, _, _, let ticket), .retry(let ticket): ticket
        default: nil
        }
    }
}
