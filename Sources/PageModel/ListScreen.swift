import ChatModel
import ChatWire

/// What the page shows of the list of rooms, so that it is told only what has changed.
struct ListScreen {
    /// What the user searches the list for.
    var search = ""
    /// Whether the list may have changed since it was drawn.
    var isStale = true
    private var order: [RoomName] = []
    private var items: [RoomName: ConversationItem] = [:]
    private var unread = -1

    /// Notes that the effects may change the list.
    mutating func note(_ effects: [Effect]) {
        if isStale { return }
        isStale = effects.contains { if case .changed = $0 { true } else { false } }
    }

    /// Writes the rooms in order, and the lines that have changed; nothing if none has.
    mutating func write(_ all: [ConversationItem], _ reader: UserID?, to writer: inout JSONWriter) {
        isStale = false
        let wanted = ListScreen.folded(search)
        let found = all.found(by: wanted, folded: ListScreen.folded)
        let (before, shown) = (order, items)
        order = found.map { $0.room }
        items.removeAll(keepingCapacity: true)
        for item in found { items[item.room] = item }
        let count = all.reduce(0) { $0 + $1.noticed }
        let changed = found.filter { shown[$0.room] != $0 }
        if changed.isEmpty, order == before, count == unread { return }
        unread = count
        writer.key("list")
        writer.beginObject()
        writer.member("unread", UInt64(count))
        if found.isEmpty { writer.member("emptiness", all.emptiness(ofFolded: wanted)) }
        writer.key("notices")
        writer.beginArray()
        for notice in ConversationItem.notices {
            writer.beginObject()
            writer.member("notice", notice.rawValue)
            writer.member("title", ConversationItem.title(of: notice))
            writer.endObject()
        }
        writer.endArray()
        writer.key("order")
        writer.beginArray()
        for room in order { writer.value(room.text) }
        writer.endArray()
        writer.key("lines")
        writer.beginArray()
        for item in changed { item.write(reader, to: &writer) }
        writer.endArray()
        writer.endObject()
    }

    /// Upper and lower case are the same.
    private static func folded(_ text: String) -> String { TextRule.trimmed(text).lowercased() }
}

extension ConversationItem {
    fileprivate func write(_ reader: UserID?, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("room", room.text)
        writer.member("title", title)
        writer.member("label", label(time: nil))
        writer.member("preview", preview)
        if let at { writer.member("at", at) }
        writer.member("badge", badge)
        writer.member("mentions", mentionBadge)
        writer.member("partner", room.partner(of: reader))
        writer.member("avatar", avatar?.id)
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
