#if canImport(SwiftUI)
    import ChatModel
    import ChatStore
    import ChatUI
    import ChatWire

    extension AppState {
        /// The content of the room on the screen.
        ///
        /// - Parameter time: the server's time: milliseconds since 1970-01-01 UTC
        func content(of room: RoomName, at time: Int64) -> ConversationScreen.Content {
            let conversation: Conversation? = chat.conversations[room]
            return ConversationScreen.Content(
                room: room, title: conversation?.title, rows: shown?.rows ?? [],
                hasOlder: conversation.map { !$0.timeline.reachedStart } ?? false,
                hasNewer: conversation.map { !$0.timeline.reachedEnd } ?? false,
                typing: conversation?.typing.names(without: chat.blocked) ?? [],
                people: Int(clamping: conversation?.presence.count ?? 0), badge: badge(of: room),
                isFollowing: shown?.isFollowing ?? true, request: request, notice: notice,
                rights: MessageRights(
                    chat.access[room], pinned: conversation?.info?.pins ?? [], at: time),
                silence: conversation.flatMap { (conversation: Conversation) -> Silence? in
                    Silence(conversation.membership, chat.access[room], at: time)
                })
        }

        private var request: ScrollRequest? {
            guard let scroll = shown?.scroll else { return nil }
            return ScrollRequest(
                number: scroll.number, place: scroll.row.map { ScrollRequest.Place.row($0) } ?? .bottom)
        }
    }
#endif
