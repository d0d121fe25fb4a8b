#if canImport(SwiftUI)
    import ChatModel
    import ChatStore
    import ChatUI
    import ChatWire
    import Flux
    import SwiftUI

    /// A room of the current account.
    struct OpenRoom: View {
        let session: ChatSession
        let room: RoomName
        @EnvironmentObject private var store: Store<AppState>

        var body: some View {
            if let account: AccountID = store.state.accounts.currentID {
                let place: Compositions.Place = Compositions.Place(account: account.text, room: room)
                RoomPane(session, place: place).id("\(account.text)/\(room.text)")
            } else {
                EmptyNote(symbol: "bubble.left.and.bubble.right", sentence: localized("You are signed out."))
            }
        }
    }
#endif
