import ChatModel
import ChatWire

/// The web page's client: a ``ChatModel/Chat``, the room on the screen, and what the page shows of
/// it.
///
/// The page sends JSON and gets JSON. It does what only JavaScript can: sockets, timers, storage,
/// the document. It decides nothing.
public struct PageClient {
    /// The client's state.
    public private(set) var chat: Chat
    /// The room on the screen; `nil` if the page names none that can exist.
    public private(set) var room: RoomName?
    /// What the page was told to show.
    var screen = Screen()
    /// The last inputs, and the state before them, if they may have to be withdrawn: the browser's
    /// storage can refuse their records.
    private var last: Step?

    private struct Step {
        var before: Chat
        var inputs: [Input]
        var now: Now
    }

    /// Creates the client from the first input, `open`.
    init(_ object: JSONObject) throws(WireError) {
        let restored = Restored(try object.objects("records", PageClient.record).compactMap { $0 })
        chat = Chat(
            device: try object.id("device"), name: try object.optionalString("name"),
            token: try object.optionalString("token"), restored: restored)
    }

    /// A record of the journal; `nil` if a newer version of the page wrote it.
    static func record(_ object: JSONObject) -> Record? { try? Record(object, kind: try object.string("record")) }

    /// Handles one input, and returns its effects.
    mutating func handle(_ object: JSONObject, at now: Now) throws(WireError) -> [Effect] {
        if try object.string("type") == "room" { return handle(enter(try object.string("room")), at: now) }
        return handle(try inputs(object), at: now)
    }

    /// Handles inputs that happened together.
    mutating func handle(_ inputs: [Input], at now: Now) -> [Effect] {
        last = nil  // else the state would be copied when it changes
        if mayKeep(inputs) { last = Step(before: chat, inputs: inputs, now: now) }
        return chat.handle(inputs, at: now)
    }

    /// Whether the inputs can lead to a record that must be durable, so that they may have to be
    /// withdrawn. What others say can't while nothing of this user waits, and it comes often.
    private func mayKeep(_ inputs: [Input]) -> Bool {
        guard chat.outbox.items.isEmpty, chat.drafts.isEmpty else { return true }
        for input in inputs {
            guard case .received(.event(_, _, let event)) = input else { return true }
            switch event.content {
            case .message, .edit, .reaction: break
            default: return true
            }
        }
        return false
    }

    /// Undoes the last inputs, because the storage refused their records.
    mutating func withdraw(because reason: String) -> [Effect] {
        guard let step = last else { return [] }
        chat = step.before
        return chat.withdraw(step.inputs, because: .notKept(because: reason), at: step.now) { $0.mustLast }
    }

    /// The page shows one room, and leaves all others: also those of an earlier visit, which the
    /// journal has.
    private mutating func enter(_ name: String) -> [Input] {
        room = RoomName(name)
        var inputs: [Input] = []
        for other in chat.conversations.keys where other != room { inputs += [.show(other, .closed), .leave(other)] }
        screen = Screen()
        if let room { inputs += [.join(room), .show(room, .newest)] }
        return inputs
    }
}

extension [Effect] {
    /// Whether a record among them must be durable before the other effects are performed.
    var mustLast: Bool { contains { if case .keep(let record) = $0 { record.mustLast } else { false } } }
}
