/// A ``ChatModel/Chat`` with its journal: everything a client does but the network and the time.
///
/// Synchronous and deterministic, so that a simulation can drive it; ``ChatClient`` is the shell around it. Belongs to one thread
/// at a time. Blocks while the disk flushes.
public struct Engine {
    public private(set) var chat: Chat
    /// Why the last input could not be kept; `nil` when it was.
    public private(set) var trouble: StorageError?
    /// What was found when the journal was opened: a sentence for the user, `nil` when all was well.
    public let damage: String?

    private let journal: any Journal
    /// All that was to be kept, folded: what a rewritten journal gets.
    private var kept = Restored()
    /// Whether the journal lacks something of ``kept``.
    private var isBehind = false
    private var compactedSize = 0

    /// Opens the storage and restores what it holds. A new installation gets the device id `device`.
    ///
    /// - Parameters:
    ///   - name: what one would be called; what was restored is used without it.
    ///   - token: a token from outside; what was restored is used without it.
    public init(
        storage: any Storage, device: DeviceID, name: String? = nil, token: String? = nil,
        configuration: Chat.Configuration = Chat.Configuration()
    ) throws(StorageError) {
        let (journal, records) = try storage.open()
        self.journal = journal
        damage = journal.damage
        for bytes in records {
            // What a later build wrote and this one does not know is left out.
            if let record = try? Record(json: bytes) { kept.fold(record) }
        }
        if damage != nil {
            kept = Engine.uncertain(kept, device)
            try journal.replace(with: kept.records.map(\.json))
        }
        compactedSize = journal.size
        chat = Chat(device: device, name: name, token: token, restored: kept, configuration: configuration)
    }

    /// Folds an input, keeps what must be kept, and returns what is left to do, in order: no ``ChatModel/Effect/keep(_:)`` among it.
    ///
    /// When the disk fails, ``trouble`` says why. An intent of the user's is then not accepted: the chat is as it was before, and a
    /// mutation ends as `.settled(ticket, .failed)` with ``ChatWire/WireError/Code/notKept``. Anything else costs the connection, so
    /// that nothing leaves that is not on disk; the next input tries to write the journal anew.
    public mutating func handle(_ input: Input, at now: Now) -> [Effect] {
        trouble = nil
        let before = input.isIntent ? chat : nil
        let effects = chat.handle(input, at: now)
        do throws(StorageError) {
            try keep(effects)
            return effects.filter { !$0.isKeeping }
        } catch {
            trouble = error
            guard let before else { return disconnected(after: effects, at: now) }
            chat = before
            guard case .perform(_, _, let ticket) = input else { return [] }
            return [.settled(ticket, .failed(WireError(.notKept, error.description)))]
        }
    }

    /// Closes the journal; the engine must not be used afterwards.
    public func close() { journal.close() }

    private mutating func keep(_ effects: [Effect]) throws(StorageError) {
        let records = effects.compactMap { effect -> Record? in
            if case .keep(let record) = effect { record } else { nil }
        }
        if records.isEmpty { return }
        var folded = kept
        for record in records { folded.fold(record) }
        do {
            if isBehind || isWorthCompacting {
                try journal.replace(with: folded.records.map(\.json))
                compactedSize = journal.size
                isBehind = false
            } else {
                try journal.append(records.map(\.json))
                if records.contains(where: \.mustLast) { try journal.sync() }
            }
        } catch {
            isBehind = true
            throw error
        }
        kept = folded
    }

    private var isWorthCompacting: Bool {
        journal.size > Limits.journalBytes && journal.size > 2 * compactedSize
    }

    /// The disk refused what the server's answer, or the time, asked to keep: what depends on it must not leave.
    private mutating func disconnected(after effects: [Effect], at now: Now) -> [Effect] {
        for case .keep(let record) in effects { kept.fold(record) }
        let harmless = effects.filter { effect in
            switch effect {
            case .keep, .send, .open: false
            case .close, .wait, .cancel, .authenticate, .settled, .changed: true
            }
        }
        let lost = chat.handle(.closed(nil), at: now)
        for case .keep(let record) in lost { kept.fold(record) }
        return harmless + [.close(.normal)] + lost.filter { !$0.isKeeping }
    }

    /// What a damaged journal still tells: nobody knows which numbers were given, so the device is a new one, and whatever was
    /// under way is for the user to repeat or to drop.
    private static func uncertain(_ kept: Restored, _ device: DeviceID) -> Restored {
        var restored = Restored()
        restored.fold(.device(device))
        for record in kept.records {
            switch record {
            case .device, .counted: continue
            case .intended(var item):
                if case .failed = item.state {
                } else {
                    let text = "The journal was damaged: whether this was sent is not known."
                    item.state = .failed(WireError(.fateUnknown, text))
                }
                item.number = nil
                restored.fold(.intended(item))
            default: restored.fold(record)
            }
        }
        return restored
    }
}

extension WireError.Code {
    /// The device's disk refused it; nothing was done. No server sends it.
    public static let notKept = WireError.Code(rawValue: 291)
}

extension Effect {
    fileprivate var isKeeping: Bool { if case .keep = self { true } else { false } }
}

extension Input {
    /// Whether it is something the user wants, which may be refused.
    fileprivate var isIntent: Bool {
        switch self {
        case .perform, .retry, .drop, .join, .leave, .rename, .markRead: true
        default: false
        }
    }
}
