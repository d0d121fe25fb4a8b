import ChatModel
import ChatStore
import ChatUI
import ChatWire

extension AppState {
    /// The current account's rooms for the list. Rooms that the client has not reported yet have
    /// only a name.
    var items: [ConversationItem] {
        guard let account = accounts.currentID else { return [] }
        let reader = chat.identity?.user
        let listed = Dictionary(chat.rooms.map { ($0.room, $0) }) { first, _ in first }
        let known = Set(knownRooms[account] ?? []).union(chat.conversations.keys).union(listed.keys)
        return known.map { room in
            if let listed = listed[room], listed.isInvitation {
                var item = ConversationItem(listed, reader: reader, blocked: chat.blocked)
                item.isAnswered = chat.isChangingMembership(in: room)
                return item
            }
            guard let conversation = chat.conversations[room] else {
                return listed[room].map { ConversationItem($0, reader: reader, blocked: chat.blocked) }
                    ?? ConversationItem(room: room, preview: " ")
            }
            let draft = room == navigation.room ? nil : drafts[account, room]
            var item = ConversationItem(
                conversation, reader: reader, draft: draft, choice: chat.choices[room] ?? Choice(),
                blocked: chat.blocked)
            if let partner = room.partner(of: reader) { item.avatar = chat.profiles[partner]?.avatar }
            return item
        }
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
