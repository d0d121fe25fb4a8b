import ChatModel
import ChatStore
import ChatUI
import ChatWire

extension AppState {
    /// The content of a room's screen. A room that is not the one on the screen has no rows.
    ///
    /// - Parameter time: the server's time: milliseconds since 1970-01-01 UTC
    func content(of room: RoomName, at time: Int64) -> ConversationContent {
        let conversation = chat.conversations[room]
        let shown = shown?.room == room ? shown : nil
        var content = ConversationContent(
            room: room, title: conversation?.title, rows: shown?.rows ?? [],
            hasOlder: conversation.map { !$0.timeline.reachedStart } ?? false,
            hasNewer: conversation.map { !$0.timeline.reachedEnd } ?? false,
            typing: conversation?.typing.names(without: chat.blocked) ?? [],
            people: Int(clamping: conversation?.presence.count ?? 0), badge: badge(of: room),
            isFollowing: shown?.isFollowing ?? true, request: shown?.request, notice: notice,
            rights: MessageRights(chat.access[room], pinned: conversation?.info?.pins ?? [], at: time),
            silence: conversation.flatMap { Silence($0.membership, chat.access[room], at: time) })
        if let shown, shown.offersFirstNew { content.new = shown.new.sentence }
        return content
    }

    /// What a search has found, without the messages of people whom the user blocks.
    func hits(of finder: MessageFinder) -> [MessageHit] {
        finder.hits(without: chat.blocked).compactMap { MessageHit($0, in: finder) }
    }

    /// How far a search is.
    func status(of finder: MessageFinder) -> ListStatus {
        ListStatus(
            isLoading: finder.question != nil, failure: finder.failure, hasMore: finder.hasMore,
            emptiness: finder.emptiness(without: chat.blocked))
    }
}

extension ShownRoom {
    fileprivate var request: ScrollRequest? {
        scroll.map { scroll in
            ScrollRequest(number: scroll.number, place: scroll.row.map { .row($0) } ?? .bottom)
        }
    }
}
