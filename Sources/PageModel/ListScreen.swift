import ChatModel
import ChatWire

/// What the page shows of the list of rooms, so that it is told only what has changed.
struct ListScreen {
    /// What the user searches the list for.
    var search = "" { didSet { isDrawn = false } }
    /// Whether the user has asked for the archived rooms.
    var isInArchive = false { didSet { isDrawn = false } }
    /// The lines of all rooms.
    private var all: [RoomName: ConversationItem] = [:]
    /// The rooms whose lines may have changed since they were made; `nil`: any.
    private var changed: Set<RoomName>?
    private var isDrawn = false
    private var order: [RoomName] = []
    /// The lines that the page has, also those that are not in ``order``.
    private var items: [RoomName: ConversationItem] = [:]
    /// The unread messages of all rooms, and of all but the one on the screen, as the page has
    /// them.
    private var unread: Int?
    private var elsewhere = 0
    private var archive: String?

    /// Whether any line may have changed.
    var isNew: Bool { changed == nil }

    /// Any line may have changed.
    mutating func renew() {
        changed = nil
        isDrawn = false
    }

    /// Notes which lines the effects may change.
    mutating func note(_ effects: [Effect]) {
        for case .changed(let change) in effects {
            switch change {
            case .conversation(let room):
                changed?.insert(room)
                isDrawn = false
            case .connection, .conversations, .rooms: renew()
            case .outbox: break  // the rooms of its items are told, too
            }
        }
    }

    /// Writes the rooms in order, and the lines that have changed; nothing if none has.
    ///
    /// - Parameter current: the room on the screen
    mutating func write(_ chat: Chat, current: RoomName?, to writer: inout JSONWriter) {
        if isDrawn { return }
        if let changed {
            for room in changed { all[room] = chat.item(of: room, current: current) }
        } else {
            all.removeAll(keepingCapacity: true)
            for item in chat.items(current: current) { all[item.room] = item }
        }
        changed = []
        let rooms = Array(all.values)
        // The last room may have been taken out of the archive.
        let inArchive = isInArchive && rooms.contains { $0.choice.isArchived }
        isInArchive = inArchive
        isDrawn = true
        let found = rooms.found(by: search, inArchive: inArchive)
        let title = rooms.archiveTitle(of: search, inArchive: inArchive)
        let (before, archiveBefore) = (order, archive)
        archive = title
        order = found.map { $0.room }
        let count = all.values.reduce(0) { $0 + $1.noticed }
        let others = count - (current.flatMap { all[$0]?.noticed } ?? 0)
        let places = Set(order)
        let new = (found + all.values.filter { !places.contains($0.room) }).filter { items[$0.room] != $0 }
        let gone = items.keys.filter { all[$0] == nil }
        items = all
        if new.isEmpty, gone.isEmpty, order == before, count == unread, others == elsewhere, title == archiveBefore {
            return
        }
        writer.key("list")
        writer.beginObject()
        if unread == nil { ListScreen.writeNotices(to: &writer) }
        unread = count
        elsewhere = others
        writer.member("unread", UInt64(count))
        writer.member("elsewhere", UInt64(others))
        if found.isEmpty { writer.member("emptiness", rooms.emptiness(of: search)) }
        writer.member("archive", title)
        if inArchive { writer.member("inArchive", true) }
        writer.key("order")
        writer.beginArray()
        for room in order { writer.value(room.text) }
        writer.endArray()
        writer.key("gone")
        writer.beginArray()
        for room in gone { writer.value(room.text) }
        writer.endArray()
        writer.key("lines")
        writer.beginArray()
        for item in new { item.write(chat.identity?.user, to: &writer) }
        writer.endArray()
        writer.endObject()
    }

    /// The words of the menu.
    private static func writeNotices(to writer: inout JSONWriter) {
        writer.key("notices")
        writer.beginArray()
        for notice in ConversationItem.notices {
            writer.beginObject()
            writer.member("notice", notice.rawValue)
            writer.member("title", ConversationItem.title(of: notice))
            writer.endObject()
        }
        writer.endArray()
    }

    /// The line of a room.
    func line(of room: RoomName) -> ConversationItem? { all[room] }
}

extension ConversationItem {
    fileprivate func write(_ reader: UserID?, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("room", room.text)
        writer.member("title", title)
        writer.member("label", label(time: nil))
        writer.member("lead", lead)
        writer.member("words", words as String?)
        if let at { writer.member("at", at) }
        writer.member("badge", badge)
        writer.member("mentions", mentionBadge)
        writer.member("partner", room.partner(of: reader))
        writer.member("avatar", avatar?.id)
        if !topic.isEmpty { writer.member("topic", topic) }
        if room.kind == .group { writer.member("group", true) }
        writer.member("notice", choice.notice.rawValue)
        if choice.isPinned { writer.member("pinned", true) }
        if choice.isArchived { writer.member("archived", true) }
        if isTyping { writer.member("typing", true) }
        if isDraft { writer.member("draft", true) }
        if problem != nil { writer.member("refused", true) }
        if unreadMark != nil { writer.member("markable", true) }
        if isInvitation {
            writer.member("invitation", true)
            writer.member("answered", isAnswered)
        }
        if canLeave {
            writer.member("leaving", leavingTitle)
            writer.member("leavingSentence", leavingSentence)
        }
        writer.endObject()
    }
}
