import ChatRooms
import ChatWire

/// The target messages of the latest edits, deletions and reactions, in a bounded table: many users
/// may react to the same message.
struct TargetCache {
    private var known: [EventKey: TargetMessage] = [:]
    /// The messages in ``known``, the oldest first. The oldest makes room for a new one.
    private var order: [EventKey] = []
    /// Messages on which nobody but the author may react any more. A further reaction is refused
    /// without reading the thousands that the message has.
    private var full: Set<EventKey> = []

    /// The message that a draft refers to; `nil` if the room has no such message.
    ///
    /// - Parameter moderates: whether the draft's author moderates the room
    mutating func find(
        _ key: EventKey, of draft: Draft, moderates: Bool, _ db: any SQLDatabase
    ) throws -> TargetMessage? {
        if let target = known[key] { return target }
        // Most that is refused is refused for what the message's own row says. Its edits and
        // reactions may be thousands.
        guard let event = try LogReader.event(key, room: draft.room, db), let said = TargetMessage(event) else {
            return nil
        }
        guard draft.mutation.dependsOnChanges(of: said, by: draft.author.user, moderates: moderates) else {
            return said
        }
        if case .react = draft.mutation, full.contains(key), event.author.user != draft.author.user {
            return said.fullOfReactions
        }
        let target = try LogReader.targetMessage(event, key, room: draft.room, db)
        if known.count >= Limits.appenderTargets { known[order.removeFirst()] = nil }
        known[key] = target
        if target != nil { order.append(key) }
        if target?.isFullOfReactions == true {
            if full.count >= Limits.fullTargets { full.removeAll(keepingCapacity: true) }
            full.insert(key)
        }
        return target
    }

    /// Updates the target message of an event in the room of that id.
    mutating func note(_ event: Event, _ room: Int64) {
        guard let target = event.content.target, let key = EventKey(room: room, seq: target) else { return }
        known[key]?.fold(event)
    }

    /// Forgets the target message of an event that another server has written. The event may have
    /// been wiped since, so it is not folded.
    mutating func forget(targetOf event: Event, _ room: Int64) {
        guard let target = event.content.target, let key = EventKey(room: room, seq: target) else { return }
        guard known.removeValue(forKey: key) != nil else { return }
        order.removeAll { $0 == key }
    }

    mutating func removeAll() {
        known.removeAll(keepingCapacity: true)
        order.removeAll(keepingCapacity: true)
        full.removeAll(keepingCapacity: true)
    }
}
