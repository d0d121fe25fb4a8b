#if canImport(SwiftUI)
    import ChatModel
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
                standing: standing, name: $name, nameProblem: problem,
                canRename: problem == nil && !name.isEmpty && name != current,
                accounts: lines, notifies: notifies, pending: store.state.chat.waiting, actions: actions)
        }

        private var standing: SettingsScreen.Standing {
            let identity: Identity? = store.state.chat.identity
            return SettingsScreen.Standing(isGuest: identity?.hasAccount != true, user: identity?.user.text)
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
            // Ends the session, and leaves nothing on the device.
            actions.remove = { (id: String) in
                guard let account: Account = store.state.accounts.all.first(where: { $0.id.text == id }) else { return }
                let effects: ChatEffects = ChatRuntime.shared.effects
                let isCurrent: Bool = account.id == store.state.accounts.currentID
                store.dispatch(action: isCurrent ? effects.ask(.signOut, of: account.id) : effects.leave(account))
            }
            actions.account = {
                let hasAccount: Bool = store.state.chat.identity?.hasAccount == true
                store.dispatch(action: NavigationAction.sheetOpened(hasAccount ? .account : .signIn))
            }
            actions.add = { store.dispatch(action: NavigationAction.sheetOpened(.server(address: "", room: "lobby"))) }
            actions.close = { store.dispatch(action: NavigationAction.sheetClosed) }
            return actions
        }
    }
#endif
