import ChatModel
import ChatStore
import ChatUI
import ChatWire

extension AppState {
    /// The current account's rooms for the list. Rooms that the client has not reported yet have
    /// only a name.
    var items: [ConversationItem] {
        guard let account = accounts.currentID else { return [] }
        let items = chat.items(current: navigation.room)
        let told = Set(items.map(\.room))
        let known = (knownRooms[account] ?? []).filter { !told.contains($0) }
        return items + known.map { ConversationItem(room: $0, preview: " ") }
    }

    /// The badge of a room in the list; `nil` when nothing is unread.
    func badge(of room: RoomName) -> String? { chat.item(of: room)?.badge }

    /// The room this many places below another in the list, wrapping around at the ends. To open an
    /// invitation is to accept it, so those are passed over.
    public func room(_ steps: Int, from room: RoomName?) -> RoomName? {
        let rooms = items.found().filter { !$0.isInvitation }.map(\.room)
        guard !rooms.isEmpty else { return nil }
        guard let place = room.flatMap({ rooms.firstIndex(of: $0) }) else { return rooms.first }
        let count = rooms.count
        return rooms[((place + steps) % count + count) % count]
    }

    /// The banner. The refusal of what the user has just done comes first. When the user has
    /// dismissed it, the banner shows what lasts longer, such as the state of the connection.
    var notice: ConnectionNotice? {
        refusal.map { ConnectionNotice(sentence: $0.sentence, remedy: .forget($0.ticket)) }
            ?? chat.failure.map { ConnectionNotice(sentence: $0) }
            ?? ConnectionNotice(chat.connection, pending: chat.waiting)
            ?? ConnectionNotice(refusedIn: chat.outbox.items)
    }
}
