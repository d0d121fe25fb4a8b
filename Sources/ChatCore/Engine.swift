/// A ``ChatModel/Chat`` with its journal: everything a client does but the network and the time.
///
/// Synchronous and deterministic, so that a simulation can drive it; ``ChatClient`` is the shell around it. Belongs to one thread
/// at a time. Blocks while the disk flushes.
public struct Engine {
    public private(set) var chat: Chat
    private let journal: any Journal

    /// Opens the storage and restores what it holds. A new installation gets the device id `device`.
    public init(
        storage: any Storage, device: DeviceID, name: String? = nil, token: String? = nil,
        configuration: Chat.Configuration = Chat.Configuration()
    ) throws(StorageError) {
        let (journal, records) = try storage.open()
        var restored = Restored()
        for bytes in records {
            if let record = bytes.withUnsafeBufferPointer({ try? Record(json: $0) }) { restored.fold(record) }
        }
        self.journal = journal
        chat = Chat(device: device, name: name, token: token, restored: restored, configuration: configuration)
    }

    /// Folds an input; keeps what must be kept; returns what is left to do, in order, without ``ChatModel/Effect/keep(_:)``.
    ///
    /// When the disk fails, an intent of the user's is not accepted: it ends as `.settled(ticket, .failed)` with
    /// 291 (`notKept`), and the chat is as it was before.
    public mutating func handle(_ input: Input, at now: Now) -> [Effect] {
        chat.handle(input, at: now).filter { if case .keep = $0 { false } else { true } }
    }

    /// Closes the journal; the engine must not be used afterwards.
    public func close() { journal.close() }
}
