#if canImport(SwiftUI)
    import ChatModel
    import ChatStore
    import ChatUI
    import ChatWire
    import Flux
    import SwiftUI

    #if os(iOS)
        import UIKit
    #endif

    /// The settings, connected to the store.
    struct SettingsPane: View {
        private let session: ChatSession
        @State private var name: String
        @EnvironmentObject private var store: Store<AppState>
        @Environment(\.openURL) private var openURL: OpenURLAction

        init(_ session: ChatSession, name: String) {
            self.session = session
            _name = State(initialValue: name)
        }

        var body: some View {
            SettingsScreen(
                kind: kind, name: $name, nameProblem: problem,
                canRename: problem == nil && !name.isEmpty && name != current,
                accounts: lines, notifies: notifies,
                isRefusedNotifications: store.state.isRefusedNotifications, showsMaps: showsMaps,
                pending: store.state.chat.waiting,
                isBusy: store.state.panel.isBusy, failure: store.state.panel.failure, actions: actions)
        }

        private var kind: SettingsScreen.AccountKind {
            let identity: Identity? = store.state.chat.identity
            return SettingsScreen.AccountKind(
                isGuest: identity?.hasAccount != true, isAdministrator: identity?.role == .administrator,
                user: identity?.user.text, profile: store.state.chat.profile)
        }

        private var current: String { store.state.accounts.current?.name ?? "" }

        private var problem: String? { name.isEmpty ? nil : NameRule.check(name)?.translated.text }

        private var lines: [SettingsScreen.Line] {
            let id: AccountID? = store.state.accounts.currentID
            return store.state.accounts.all.map { (account: Account) -> SettingsScreen.Line in
                SettingsScreen.Line(
                    id: account.id.text, name: account.name, server: account.server.title, isCurrent: account.id == id,
                    unread: store.state.chat(of: account.id).unread, waiting: store.state.waiting(of: account.id))
            }
        }

        private var notifies: Binding<Bool> {
            store.binding({ (state: AppState) -> Bool in state.settings.notifies }) { (notifies: Bool) -> any Action in
                AccountAction.notificationsChosen(notifies)
            }
        }

        private var showsMaps: Binding<Bool> {
            store.binding({ (state: AppState) -> Bool in state.settings.showsMaps }) { (shows: Bool) -> any Action in
                AccountAction.mapsChosen(shows)
            }
        }

        /// Where the system's settings let the user allow this app's notifications.
        private static var notificationSettings: URL? {
            #if os(iOS)
                return URL(string: UIApplication.openNotificationSettingsURLString)
            #else
                let app: String = Bundle.main.bundleIdentifier ?? ""
                return URL(string: "x-apple.systempreferences:com.apple.Notifications-Settings.extension?id=\(app)")
            #endif
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
                store.dispatch(action: session.effects.leave(account))
            }
            // For an account that can't be opened: its session ends when it has not been used.
            actions.forget = { (id: String) in
                if let id = AccountID(id) { store.dispatch(action: AccountAction.removed(id)) }
            }
            actions.account = {
                let hasAccount: Bool = store.state.chat.identity?.hasAccount == true
                store.dispatch(action: NavigationAction.sheetOpened(hasAccount ? .account : .signIn))
            }
            actions.shareReads = { (shares: Bool) in store.change(profile: ProfileChange(keepsReadsPrivate: !shares)) }
            actions.profile = { store.open(.profile) }
            actions.blocked = { store.open(.blocked) }
            actions.openNotificationSettings = { [openURL] in
                if let url = SettingsPane.notificationSettings { openURL(url) }
            }
            actions.copy = { (text: String) in Clipboard.copy(text) }
            actions.reports = { store.open(.reports) }
            actions.serverBans = { store.open(.serverBans) }
            actions.add = { store.dispatch(action: NavigationAction.sheetOpened(.server(address: "", room: "lobby"))) }
            actions.close = { store.dispatch(action: NavigationAction.sheetClosed) }
            return actions
        }
    }
#endif
