/// What a user has chosen about a room, for all their devices: the fold of the `choice` events
/// about it in the user's own log.
public struct Choice: Hashable, Sendable {
    /// Which new messages the user wants to be told of.
    public enum Notice: String, Hashable, Sendable, CaseIterable {
        /// Every message.
        case all
        /// Only messages with `@` and the user's name. Clients look for it in the text.
        case mentions
        /// No message.
        case nothing = "none"
    }

    /// Whether an open room is on the user's list. Groups and direct rooms are on it anyway.
    public var isFollowed = false
    /// Which new messages the user wants to be told of; all of them until the user chooses.
    public var notice = Notice.all
    /// Whether the room is at the top of the list.
    public var isPinned = false
    /// Whether the room is out of sight: clients show it only in a search.
    public var isArchived = false
    /// The message from which on the user has marked the room as unread; 0 for none.
    public var unread: Seq = 0

    /// Creates a choice with the default values.
    public init() {}

    /// Folds a change: each of its properties that is not `nil` replaces the value here. The room
    /// of the change is not compared.
    public mutating func apply(_ change: ChoiceChange) {
        isFollowed = change.isFollowed ?? isFollowed
        notice = change.notice ?? notice
        isPinned = change.isPinned ?? isPinned
        isArchived = change.isArchived ?? isArchived
        unread = change.unread ?? unread
    }
}

/// A change of a ``Choice``. A property that is `nil` keeps its value.
public struct ChoiceChange: Hashable, Sendable {
    /// The room that the choice is about: any room but a user's own log.
    public var room: RoomName
    /// Whether an open room is on the user's list.
    public var isFollowed: Bool?
    /// Which new messages of the room the user wants to be told of.
    public var notice: Choice.Notice?
    /// Whether the room is at the top of the list.
    public var isPinned: Bool?
    /// Whether the room is out of sight.
    public var isArchived: Bool?
    /// The message from which on the user marks the room as unread; 0 takes that back.
    public var unread: Seq?

    /// Creates the value. A change of nothing is refused (``check()``).
    public init(
        _ room: RoomName, isFollowed: Bool? = nil, notice: Choice.Notice? = nil, isPinned: Bool? = nil,
        isArchived: Bool? = nil, unread: Seq? = nil
    ) {
        self.room = room
        self.isFollowed = isFollowed
        self.notice = notice
        self.isPinned = isPinned
        self.isArchived = isArchived
        self.unread = unread
    }

    /// Why it may not be made; `nil` if it may.
    public func check() -> WireError? {
        if case .own = room.kind {
            return WireError(.choice, "A choice is about a room in which people talk, not about a user's own log.")
        }
        if self == ChoiceChange(room) {
            return WireError(.choice, "The choice changes nothing: give at least one of its keys.")
        }
        return nil
    }
}

extension Choice {
    /// The change that makes this from a choice that was never made.
    package func asChange(of room: RoomName) -> ChoiceChange {
        ChoiceChange(
            room, isFollowed: isFollowed ? true : nil, notice: notice == .all ? nil : notice,
            isPinned: isPinned ? true : nil, isArchived: isArchived ? true : nil, unread: unread > 0 ? unread : nil)
    }
}

// Keys are in the order of the examples in docs/protocol.md.
extension ChoiceChange {
    package init(_ object: JSONObject, _ unknown: UnknownWords) throws(WireError) {
        try self.init(object, about: try object.room("about"), unknown)
    }

    fileprivate init(_ object: JSONObject, about room: RoomName, _ unknown: UnknownWords) throws(WireError) {
        self.init(
            room, isFollowed: try object.optionalBool("followed"),
            notice: try object.word("notice", unknown),
            isPinned: try object.optionalBool("pinned"), isArchived: try object.optionalBool("archived"),
            unread: try object.optionalSeq("unread", from: 0))
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("about", room.text)
        writeChanges(to: &writer)
    }

    fileprivate func writeChanges(to writer: inout JSONWriter) {
        if let isFollowed { writer.member("followed", isFollowed) }
        writer.member("notice", notice?.rawValue)
        if let isPinned { writer.member("pinned", isPinned) }
        if let isArchived { writer.member("archived", isArchived) }
        writer.member("unread", unread)
    }
}

extension RoomEntry {
    /// Without the room, which the entry names.
    func writeChoice(to writer: inout JSONWriter) {
        guard choice != Choice() else { return }
        writer.key("choice")
        writer.beginObject()
        choice.asChange(of: room).writeChanges(to: &writer)
        writer.endObject()
    }

    static func readChoice(_ object: JSONObject, of room: RoomName) throws(WireError) -> Choice {
        var choice = Choice()
        guard let object = try object.optionalObject("choice") else { return choice }
        choice.apply(try ChoiceChange(object, about: room, .leftOut))
        return choice
    }
}
