#if canImport(SwiftUI)
    import ChatModel
    import ChatStore
    import ChatUI
    import ChatWire
    import Flux
    import SwiftUI

    /// A user's chat: the list of rooms beside the room, or above it where there is no space.
    ///
    /// ```swift
    /// ConversationsView(session)
    /// ```
    ///
    /// It is a whole window: it has a `NavigationSplitView`. For one room use ``ChatView``.
    public struct ConversationsView: View {
        private let session: ChatSession
        @ObservedObject private var store: Store<AppState>

        /// Creates the view, which starts the session when it appears.
        public init(_ session: ChatSession) {
            self.session = session
            _store = ObservedObject(wrappedValue: session.store)
        }

        public var body: some View {
            NavigationSplitView {
                ListPane(session: session)
            } detail: {
                detail.fileSheet(of: session, isShown: true)
            }
            .sessionScreen(session, isShown: true, opensRooms: true)
            .onOpenURL { (url: URL) in
                if let link = ChatLink(url) { store.dispatch(action: NavigationAction.linkFollowed(link)) }
            }
            // Another session is another screen, with nothing of the former one.
            .id(ObjectIdentifier(session))
        }

        @ViewBuilder private var detail: some View {
            if let room: RoomName = store.state.navigation.room {
                OpenRoom(session: session, room: room)
            } else {
                EmptyNote(
                    symbol: "bubble.left.and.bubble.right", sentence: session.failure ?? "Choose a room.")
            }
        }
    }
#endif
