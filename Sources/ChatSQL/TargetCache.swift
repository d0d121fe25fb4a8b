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
    /// The messages that ``prepare(_:_:)`` has read for the current batch, as they were said.
    private var said: [EventKey: Event] = [:]

    /// Reads the messages that a batch's new events refer to and that are not known, many with one
    /// statement: each statement is a round trip where the database is another machine. What it
    /// can't read is read again by the new event that needs it.
    mutating func prepare(_ wanted: [(key: EventKey, newEvent: NewEvent)], _ db: any SQLDatabase) throws {
        said.removeAll(keepingCapacity: true)
        var names: [Int64: RoomName] = [:]
        var unknown: Set<EventKey> = []
        for (key, newEvent) in wanted where known[key] == nil {
            names[key.room] = newEvent.room
            unknown.insert(key)
        }
        // One is read when it is needed.
        guard unknown.count > 1 else { return }
        let keys = Array(unknown.sorted { $0.number < $1.number }.prefix(Limits.appenderTargets))
        var rows = EventRows(keys, names: names)
        for key in keys { do { said[key] = try rows.event(key, db) } catch is Damage {} }
        var changed: [EventKey: Event] = [:]
        for (key, newEvent) in wanted where !full.contains(key) {
            guard let event = said[key], let target = TargetMessage(event) else { continue }
            if newEvent.mutation.dependsOnChanges(of: target, by: newEvent.author.user, moderates: false) {
                changed[key] = event
            }
        }
        for (key, target) in try EventReader.targetMessages(changed, names: names, db) {
            if case .success(let target?) = target { remember(target, key) }
        }
    }

    /// The message that a new event refers to; `nil` if the room has no such message.
    ///
    /// - Parameter moderates: whether the new event's author moderates the room
    mutating func find(
        _ key: EventKey, of newEvent: NewEvent, moderates: Bool, _ db: any SQLDatabase
    ) throws -> TargetMessage? {
        if let target = known[key] { return target }
        // Most that is refused is refused for what the message's own row says. Its edits and
        // reactions may be thousands.
        guard let event = try said[key] ?? EventReader.event(key, room: newEvent.room, db),
            let said = TargetMessage(event)
        else {
            return nil
        }
        guard newEvent.mutation.dependsOnChanges(of: said, by: newEvent.author.user, moderates: moderates) else {
            return said
        }
        if case .react = newEvent.mutation, full.contains(key), event.author.user != newEvent.author.user {
            return said.fullOfReactions
        }
        let target = try EventReader.targetMessage(event, key, room: newEvent.room, db)
        if let target { remember(target, key) }
        return target
    }

    private mutating func remember(_ target: TargetMessage, _ key: EventKey) {
        if known.count >= Limits.appenderTargets { known[order.removeFirst()] = nil }
        if known.updateValue(target, forKey: key) == nil { order.append(key) }
        guard target.isFullOfReactions else { return }
        if full.count >= Limits.fullTargets { full.removeAll(keepingCapacity: true) }
        full.insert(key)
    }

    /// Updates the target message of an event in the room of that id.
    mutating func note(_ event: Event, _ room: Int64) {
        guard let target = event.content.target, let key = EventKey(room: room, seq: target) else { return }
        known[key]?.fold(event)
        said[key] = nil
    }

    /// Forgets the target message of an event that another server has written. The event may have
    /// been wiped since, so it is not folded.
    mutating func forget(targetOf event: Event, _ room: Int64) {
        guard let target = event.content.target, let key = EventKey(room: room, seq: target) else { return }
        guard known.removeValue(forKey: key) != nil else { return }
        order.removeAll { $0 == key }
    }

    mutating func removeAll() {
        said.removeAll(keepingCapacity: true)
        known.removeAll(keepingCapacity: true)
        order.removeAll(keepingCapacity: true)
        full.removeAll(keepingCapacity: true)
    }
}
