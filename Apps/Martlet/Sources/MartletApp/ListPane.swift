#if canImport(SwiftUI)
    import ChatStore
    import ChatUI
    import ChatWire
    import Flux
    import SwiftUI

    /// The list of rooms, connected to the store.
    struct ListPane: View {
        @EnvironmentObject private var store: Store<AppState>
        @State private var search: String = ""

        var body: some View {
            ConversationList(
                items: store.state.items, selection: selection, search: $search, notice: listNotice,
                markRead: { (room: RoomName) in store.dispatch(action: RoomAction.markedRead(room)) },
                leave: { (room: RoomName) in store.dispatch(action: RoomAction.left(room)) },
                join: { store.dispatch(action: NavigationAction.sheetOpened(.join)) },
                settings: { store.dispatch(action: NavigationAction.sheetOpened(.settings)) },
                remedy: { (remedy: ConnectionNotice.Remedy) in store.dispatch(remedy: remedy) })
        }

        /// While a room is on the screen, the banner is above its messages.
        private var listNotice: ConnectionNotice? { store.state.navigation.room == nil ? store.state.notice : nil }

        private var selection: Binding<RoomName?> {
            store.binding({ (state: AppState) -> RoomName? in state.navigation.room }) {
                (room: RoomName?) -> any Action in
                room.map { NavigationAction.roomOpened($0) } ?? NavigationAction.roomClosed
            }
        }
    }
#endif
