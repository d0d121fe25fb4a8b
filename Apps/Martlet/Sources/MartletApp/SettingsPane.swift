#if canImport(SwiftUI)
    import ChatStore
    import ChatUI
    import ChatWire
    import Flux
    import SwiftUI

    /// The settings, connected to the store.
    struct SettingsPane: View {
        @State private var name: String
        @EnvironmentObject private var store: Store<AppState>

        init(name: String) { _name = State(initialValue: name) }

        var body: some View {
            SettingsScreen(
                name: $name, nameProblem: problem, canRename: problem == nil && !name.isEmpty && name != current,
                accounts: lines, notifies: notifies, pending: store.state.chat.waiting, actions: actions)
        }

        private var current: String { store.state.accounts.current?.name ?? "" }

        private var problem: String? { name.isEmpty ? nil : NameRule.check(name)?.text }

        private var lines: [SettingsScreen.Line] {
            let id: AccountID? = store.state.accounts.currentID
            return store.state.accounts.all.map { (account: Account) -> SettingsScreen.Line in
                SettingsScreen.Line(
                    id: account.id.text, name: account.name, server: account.server.title, isCurrent: account.id == id)
            }
        }

        private var notifies: Binding<Bool> {
            store.binding({ (state: AppState) -> Bool in state.settings.notifies }) { (notifies: Bool) -> any Action in
                AccountAction.notificationsChosen(notifies)
            }
        }

        private var actions: SettingsScreen.Actions {
            var actions: SettingsScreen.Actions = SettingsScreen.Actions()
            let (store, name): (Store<AppState>, String) = (self.store, self.name)
            actions.rename = { store.dispatch(action: AccountAction.renamed(name)) }
            actions.choose = { (id: String) in
                if let id = AccountID(id) { store.dispatch(action: AccountAction.chosen(id)) }
            }
            actions.remove = { (id: String) in
                if let id = AccountID(id) { store.dispatch(action: AccountAction.removed(id)) }
            }
            actions.add = { store.dispatch(action: NavigationAction.sheetOpened(.server(address: "", room: "lobby"))) }
            actions.close = { store.dispatch(action: NavigationAction.sheetClosed) }
            return actions
        }
    }
#endif
