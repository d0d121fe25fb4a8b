import ChatModel
import ChatStore
import ChatUI
import ChatWire

extension AppState {
    /// The current account's rooms for the list. Rooms that the client has not reported yet have
    /// only a name.
    var items: [ConversationItem] {
        guard let account = accounts.currentID else { return [] }
        let listed = Dictionary(chat.rooms.map { ($0.room, $0) }) { first, _ in first }
        let known = Set(knownRooms[account] ?? []).union(chat.conversations.keys).union(listed.keys)
        return known.map { item(of: $0, listed: listed[$0]) }
    }

    private func item(of room: RoomName, listed: ListedRoom?) -> ConversationItem {
        let reader = chat.identity?.user
        let draft = room == navigation.room ? nil : accounts.currentID.flatMap { drafts[$0, room] }
        var item = ConversationItem(
            room, chat.conversations[room], listed, reader: reader, draft: draft,
            choice: chat.choices[room] ?? Choice(), blocked: chat.blocked)
        item.isAnswered = item.isInvitation && chat.outbox.isChangingMembership(in: room)
        if let partner = room.partner(of: reader) { item.avatar = chat.profiles[partner]?.avatar }
        return item
    }

    /// The badge of a room in the list; `nil` when nothing is unread.
    func badge(of room: RoomName) -> String? {
        item(of: room, listed: chat.rooms.first { $0.room == room }).badge
    }

    /// The room this many places below another in the list, wrapping around at the ends. To open an
    /// invitation is to accept it, so those are passed over.
    func room(_ steps: Int, from room: RoomName?) -> RoomName? {
        let rooms = items.found(by: "").filter { !$0.isInvitation }.map(\.room)
        guard !rooms.isEmpty else { return nil }
        guard let place = room.flatMap({ rooms.firstIndex(of: $0) }) else { return rooms.first }
        let count = rooms.count
        return rooms[((place + steps) % count + count) % count]
    }

    var notice: ConnectionNotice? {
        chat.failure.map { ConnectionNotice(sentence: $0) }
            ?? ConnectionNotice(chat.connection, pending: chat.waiting)
            ?? ConnectionNotice(refusedIn: chat.outbox.items)
    }
}
