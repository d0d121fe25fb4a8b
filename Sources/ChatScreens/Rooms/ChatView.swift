#if canImport(SwiftUI)
    import ChatModel
    import ChatStore
    import ChatUI
    import ChatWire
    import Flux
    import SwiftUI

    /// A room's screen: messages, composer, and the sheets behind its buttons.
    ///
    /// ```swift
    /// NavigationStack { ChatView(session, room: "support") }
    /// ```
    ///
    /// It needs a `NavigationStack` around it for its title and its buttons. An app of UIKit pushes
    /// a ``ChatViewController``, which contains this view.
    ///
    /// While it is on the screen, it shows the room that was opened last: its own, or the one of
    /// ``ChatSession/open(_:)`` or of a link. Its own is opened each time it appears.
    public struct ChatView: View {
        private let session: ChatSession
        private let room: RoomName?
        /// What is wrong with the room's name.
        private let mistake: String?
        @ObservedObject private var store: Store<AppState>
        @State private var screen: RoomScreens.ID = RoomScreens.ID()

        /// Creates the view, which starts the session when it appears.
        ///
        /// - Parameter room: The room to open. The user joins it if they are not in it.
        public init(_ session: ChatSession, room: RoomName) {
            self.session = session
            self.room = room
            mistake = nil
            _store = ObservedObject(wrappedValue: session.store)
        }

        /// Creates the view of the room with this name. If it is not a room's name, the view says
        /// so.
        public init(_ session: ChatSession, room: String) {
            self.session = session
            self.room = RoomName(room)
            mistake = self.room == nil ? localized("“\(room)” is not the name of a room.") : nil
            _store = ObservedObject(wrappedValue: session.store)
        }

        public var body: some View {
            content
                .fileSheet(of: session, isShown: isShown)
                .sessionScreen(session, isShown: isShown, opensRooms: false)
                // Another session is another screen, with nothing of the former one.
                .id(ObjectIdentifier(session))
        }

        private var failure: String? { session.failure ?? mistake }

        /// A room that another one covers leaves the sheets to it.
        private var isShown: Bool { store.state.screens.front == screen }

        @ViewBuilder private var content: some View {
            if let room, failure == nil {
                OpenRoom(session: session, room: store.state.screens.room(of: screen) ?? room)
                    .roomScreen(session, screen, opening: room)
            } else {
                EmptyNote(symbol: "exclamationmark.bubble", sentence: failure ?? "")
            }
        }
    }
#endif
