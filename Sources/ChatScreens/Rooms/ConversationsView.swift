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
    /// It is a whole window: it has a `NavigationSplitView`. For one room use ``ChatView``. An app
    /// of UIKit takes a `ConversationsViewController`, which contains this view.
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
                detail.fileSheet(of: session, isShown: isShown)
            }
            .sessionScreen(session, isShown: isShown, opensRooms: true)
            .onOpenURL { (url: URL) in
                if let link = ChatLink(url) { session.follow(link) }
            }
            // Another session is another screen, with nothing of the former one.
            .id(ObjectIdentifier(session))
        }

        /// Leaves the sheets to a ``ChatView`` in front of it.
        private var isShown: Bool {
            store.state.screens.front == nil || store.state.screens.isFrontFollowing
        }

        @ViewBuilder private var detail: some View {
            if let room: RoomName = store.state.navigation.room {
                DetailRoom(session: session, room: room)
            } else {
                EmptyNote(
                    symbol: "bubble.left.and.bubble.right", sentence: session.failure ?? localized("Choose a room."))
            }
        }
    }

    /// The open room beside the list. On a narrow screen it is above the list, or not there.
    private struct DetailRoom: View {
        let session: ChatSession
        let room: RoomName
        // Each of these views has its own identity. When the columns change, the split view may
        // make a new one before the old one leaves.
        @State private var screen: RoomScreens.ID = RoomScreens.ID()

        var body: some View {
            OpenRoom(session: session, room: room).roomScreen(session, screen, opening: nil)
        }
    }
#endif
