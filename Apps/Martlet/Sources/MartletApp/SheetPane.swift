#if canImport(SwiftUI)
    import ChatStore
    import ChatUI
    import ChatWire
    import Flux
    import SwiftUI

    /// The sheet that is open, connected to the store.
    struct SheetPane: View {
        @EnvironmentObject private var store: Store<AppState>

        var body: some View {
            switch store.state.navigation.sheet {
            case .server(let address, let room): ServerPane(form: ServerForm(address: address, room: room))
            case .join: JoinPane()
            case .newGroup: NewGroupPane()
            case .members: MembersPane()
            case .roomSettings: RoomSettingsPane()
            case .signIn: SignInPane(name: store.state.accounts.current?.name ?? "")
            case .account: AccountPane()
            case .reports: ReportsPane()
            case .settings: SettingsPane(name: store.state.accounts.current?.name ?? "")
            case nil: EmptyView()
            }
        }
    }

    /// Asks for a server, and how the user comes in.
    struct ServerPane: View {
        @State var form: ServerForm
        @EnvironmentObject private var store: Store<AppState>

        var body: some View {
            NavigationStack {
                ServerScreen(
                    fields: $form.fields, problems: form.problems(refusal: store.state.panel.failure),
                    isBusy: store.state.panel.isBusy,
                    canConnect: form.isComplete && !store.state.accounts.isFull, connect: connect, cancel: cancel)
            }
            .frame(minWidth: 360, minHeight: 420)
        }

        private func connect() {
            if let entry: ServerForm.Entry = form.entry(among: store.state.accounts, id: AccountID.random()) {
                return store.dispatch(action: ChatRuntime.shared.effects.enter(entry))
            }
            guard let (account, room): (Account, RoomName) = form.account(id: AccountID.random()) else { return }
            store.dispatch(action: AccountAction.added(account, room: room))
        }

        /// The first start has no way back.
        private var cancel: (() -> Void)? {
            if store.state.accounts.all.isEmpty { return nil }
            let store: Store<AppState> = self.store
            return { store.dispatch(action: NavigationAction.sheetClosed) }
        }
    }

    /// Asks for a room.
    struct JoinPane: View {
        @State private var name: String = ""
        @EnvironmentObject private var store: Store<AppState>

        var body: some View {
            JoinSheet(
                room: $name, problem: ServerForm.problem(ofRoom: name), canJoin: RoomName(name) != nil,
                join: {
                    if let room = RoomName(name) { store.dispatch(action: RoomAction.joined(room)) }
                },
                cancel: { store.dispatch(action: NavigationAction.sheetClosed) })
        }
    }

    /// Asks for a new group's title, and whom to invite.
    struct NewGroupPane: View {
        @State private var title: String = ""
        @State private var invited: Set<UserID> = []
        @EnvironmentObject private var store: Store<AppState>

        var body: some View {
            NewGroupSheet(
                title: $title, invited: $invited, people: store.state.chat.peopleNearby,
                problem: SettingsChange(title: title).check()?.text, create: create,
                cancel: { store.dispatch(action: NavigationAction.sheetClosed) })
        }

        private func create() {
            let people: [Author] = store.state.chat.peopleNearby.filter { invited.contains($0.user) }
            let actions: [RoomAction] = RoomAction.make(
                group: RoomName.newGroup(), title: title, inviting: people, ticket: Ticket.random)
            for action: RoomAction in actions { store.dispatch(action: action) }
        }
    }

    /// The reports that wait for a moderator.
    struct ReportsPane: View {
        @EnvironmentObject private var store: Store<AppState>

        var body: some View {
            if let queue: ReportQueue = store.state.queue {
                ReportsSheet(
                    reports: queue.reports, isLoading: queue.isLoading, hasMore: queue.next != nil,
                    trouble: queue.trouble, actions: actions)
            }
        }

        private var actions: ReportsSheet.Actions {
            var actions: ReportsSheet.Actions = ReportsSheet.Actions()
            let store: Store<AppState> = self.store
            actions.dismiss = { (entry: ReportedMessage) in settle(entry, .dismiss) }
            actions.accept = { (entry: ReportedMessage) in settle(entry, .accept) }
            actions.delete = { (entry: ReportedMessage) in settle(entry, .delete) }
            actions.more = { store.dispatch(action: ReportAction.moreWanted) }
            actions.close = { store.dispatch(action: NavigationAction.sheetClosed) }
            return actions
        }

        private func settle(_ entry: ReportedMessage, _ deed: ReportDeed) {
            let (room, report): (RoomAction?, ReportAction) = deed.actions(about: entry, ticket: Ticket.random())
            if let room: RoomAction { store.dispatch(action: room) }
            store.dispatch(action: report)
        }
    }
#endif
