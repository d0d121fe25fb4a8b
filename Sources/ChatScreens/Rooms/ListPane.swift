#if canImport(SwiftUI)
    import ChatModel
    import ChatStore
    import ChatUI
    import ChatWire
    import Flux
    import SwiftUI

    /// The list of rooms, connected to the store.
    struct ListPane: View {
        let session: ChatSession
        @EnvironmentObject private var store: Store<AppState>
        @State private var search: String = ""
        // A reference: it is written while the view is drawn, and nothing has to be drawn for it.
        @State private var items: Memo<RoomItemsSource, [ConversationItem]> = Memo<
            RoomItemsSource, [ConversationItem]
        >()

        var body: some View {
            if let failure: String = session.failure {
                EmptyNote(symbol: "exclamationmark.bubble", sentence: failure)
            } else {
                list
            }
        }

        private var list: some View {
            ConversationList(
                items: items.value(of: RoomItemsSource(store.state)) { (source: RoomItemsSource) in source.items },
                selection: selection, search: $search, notice: listNotice,
                markRead: { (room: RoomName) in store.dispatch(action: RoomAction.markedRead(room)) },
                leave: leave,
                join: { store.dispatch(action: NavigationAction.sheetOpened(.join)) },
                newGroup: { store.dispatch(action: NavigationAction.sheetOpened(.newGroup)) },
                newMessage: { store.dispatch(action: NavigationAction.sheetOpened(.newMessage)) },
                findRooms: { store.dispatch(action: NavigationAction.sheetOpened(.findRooms)) },
                answer: answer,
                choose: { (change: ChoiceChange) in
                    store.dispatch(action: RoomAction.performed(.choose(change), change.room, Ticket.random()))
                },
                settings: settings, userMenu: session.management.userMenu(store.state.userMenu),
                openUserMenu: { (entry: UserMenuEntry) in store.open(entry) },
                remedy: { (remedy: ConnectionNotice.Remedy) in store.dispatch(remedy: remedy) })
        }

        private func leave(_ room: RoomName) {
            let isMember: Bool = store.state.items.first { $0.room == room }?.isMember ?? false
            let actions: [RoomAction] = RoomAction.leave(
                room, isMember: isMember, user: store.state.chat.identity?.user, ticket: Ticket.random())
            for action: RoomAction in actions { store.dispatch(action: action) }
        }

        private func answer(_ room: RoomName, _ accepts: Bool) {
            guard let user: UserID = store.state.chat.identity?.user else { return }
            let actions: [RoomAction] = RoomAction.answer(
                invitationTo: room, accepting: accepts, user: user, ticket: Ticket.random())
            for action: RoomAction in actions { store.dispatch(action: action) }
        }

        /// While a room is on the screen, the banner is above its messages.
        private var listNotice: ConnectionNotice? {
            store.state.navigation.room == nil ? session.management.notice(store.state.notice) : nil
        }

        private var settings: (() -> Void)? {
            let store: Store<AppState> = self.store
            return session.managesAccounts
                ? { store.dispatch(action: NavigationAction.sheetOpened(.settings)) } : nil
        }

        private var selection: Binding<RoomName?> {
            store.binding({ (state: AppState) -> RoomName? in state.navigation.room }) {
                (room: RoomName?) -> any Action in
                room.map { NavigationAction.roomOpened($0) } ?? NavigationAction.roomClosed
            }
        }
    }
#endif
