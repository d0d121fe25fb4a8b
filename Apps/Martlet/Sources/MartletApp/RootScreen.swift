#if canImport(SwiftUI)
    import ChatStore
    import ChatUI
    import ChatWire
    import Flux
    import SwiftUI

    /// The list of rooms beside the room, or above it where there is no space; the sheets over
    /// both.
    public struct RootScreen: View {
        @EnvironmentObject private var store: Store<AppState>

        public init() {}

        public var body: some View {
            NavigationSplitView {
                ListPane()
            } detail: {
                detail
                    .sheet(isPresented: isFileOpen) { FilePane().environmentObject(store) }
            }
            .environment(\.pictures, ChatRuntime.shared.pictures)
            .environment(\.avatars, store.state.avatars)
            .environment(\.outgoingFolder, ChatRuntime.shared.outgoing)
            .sheet(isPresented: isSheetOpen) {
                SheetPane()
                    .environmentObject(store)
                    .environment(\.pictures, ChatRuntime.shared.pictures)
                    .environment(\.avatars, store.state.avatars)
                    .environment(\.outgoingFolder, ChatRuntime.shared.outgoing)
                    .interactiveDismissDisabled(store.state.accounts.all.isEmpty)
            }
            .onOpenURL { (url: URL) in
                if let link = ChatLink(url) { store.dispatch(action: NavigationAction.linkFollowed(link)) }
            }
        }

        @ViewBuilder private var detail: some View {
            if let room: RoomName = store.state.navigation.room, let account: AccountID = store.state.accounts.currentID
            {
                let place: Compositions.Place = Compositions.Place(account: account.text, room: room)
                RoomPane(
                    place: place,
                    composition: ChatRuntime.shared.compositions.composition(
                        in: place, draft: store.state.drafts[account, room])
                )
                .id("\(account.text)/\(room.text)/\(store.state.shown?.givenBack ?? 0)")
            } else {
                EmptyNote(symbol: "bubble.left.and.bubble.right", sentence: "Choose a room.")
            }
        }

        private var isFileOpen: Binding<Bool> {
            // Only ever closed by the sheet itself.
            store.binding({ (state: AppState) -> Bool in state.viewed != nil }) { (_: Bool) -> any Action in
                FileAction.closed
            }
        }

        private var isSheetOpen: Binding<Bool> {
            // Only ever closed by the sheet itself.
            store.binding({ (state: AppState) -> Bool in state.navigation.sheet != nil }) { (_: Bool) -> any Action in
                NavigationAction.sheetClosed
            }
        }
    }
#endif
