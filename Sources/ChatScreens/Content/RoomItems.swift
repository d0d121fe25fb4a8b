import ChatModel
import ChatStore
import ChatUI
import ChatWire

/// What the list of rooms depends on. Two values are equal if they lead to the same list: the list
/// is made anew when a client has reported, and not when the user types.
struct RoomItemsSource: Equatable {
    private let account: AccountID?
    private let room: RoomName?
    private let known: [RoomName]
    private let chat: ChatState

    init(_ state: AppState) {
        (account, room, chat) = (state.accounts.currentID, state.navigation.room, state.chat)
        known = account.flatMap { state.knownRooms[$0] } ?? []
    }

    static func == (one: RoomItemsSource, other: RoomItemsSource) -> Bool {
        one.chat.report == other.chat.report && one.account == other.account && one.room == other.room
            && one.known == other.known
    }

    /// The rooms. Those that the client has not reported yet have only a name.
    var items: [ConversationItem] {
        if account == nil { return [] }
        let items = chat.items(current: room)
        let told = Set(items.map(\.room))
        return items + known.filter { !told.contains($0) }.map { ConversationItem(room: $0, preview: " ") }
    }
}

extension AppState {
    /// The current account's rooms for the list.
    var items: [ConversationItem] { RoomItemsSource(self).items }

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
