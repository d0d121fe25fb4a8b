#if canImport(SwiftUI)
    import ChatStore
    import ChatUI
    import ChatWire
    import Flux
    import SwiftUI

    /// The user's own profile, connected to the store.
    struct ProfilePane: View {
        @EnvironmentObject private var store: Store<AppState>

        var body: some View {
            Lingering(store.state.profileContent) { (content: ProfileContent) in
                ProfileSheet(content: content, actions: actions)
            }
        }

        private var actions: ProfileSheet.Actions {
            var actions: ProfileSheet.Actions = ProfileSheet.Actions()
            let store: Store<AppState> = self.store
            actions.change = { (change: ProfileChange) in store.change(profile: change) }
            actions.setPicture = { (file: PickedFile) in
                // Others need not learn what the photo was called.
                let picture: OutgoingFile = OutgoingFile(url: file.url, name: "picture.jpg", type: "image/jpeg")
                store.change(picture: picture)
            }
            actions.close = { store.dispatch(action: NavigationAction.sheetClosed) }
            return actions
        }
    }
#endif
