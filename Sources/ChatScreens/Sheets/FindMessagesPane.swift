#if canImport(SwiftUI)
    import ChatModel
    import ChatStore
    import ChatUI
    import ChatWire
    import Flux
    import SwiftUI

    /// Searches the messages of the room on the screen, connected to the store.
    struct FindMessagesPane: View {
        @EnvironmentObject private var store: Store<AppState>

        var body: some View {
            Lingering(store.state.messageFinder) { (finder: MessageFinder) in
                FindMessagesSheet(
                    hits: store.state.hits(of: finder), search: search, status: store.state.status(of: finder),
                    more: { store.dispatch(action: MessageFinderAction.moreWanted) },
                    show: { (seq: Seq) in store.dispatch(action: NavigationAction.messageWanted(seq)) },
                    close: { store.dispatch(action: NavigationAction.sheetClosed) })
            }
        }

        private var search: Binding<String> {
            store.binding({ (state: AppState) -> String in state.messageFinder?.search ?? "" }) {
                (text: String) -> any Action in
                MessageFinderAction.typed(text)
            }
        }
    }
#endif
