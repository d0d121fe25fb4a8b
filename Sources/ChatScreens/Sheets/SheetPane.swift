#if canImport(SwiftUI)
    import ChatCore
    import ChatModel
    import ChatStore
    import ChatUI
    import ChatWire
    import Flux
    import SwiftUI

    /// The sheet that is open, connected to the store.
    struct SheetPane: View {
        let session: ChatSession
        /// Whether the screen below can show another room.
        let opensRooms: Bool
        @EnvironmentObject private var store: Store<AppState>

        var body: some View {
            Lingering(session.sheet) { (sheet: Navigation.Sheet) in pane(sheet) }
        }

        @ViewBuilder private func pane(_ sheet: Navigation.Sheet) -> some View {
            switch sheet {
            case .server(let address, let room):
                // Another link is another form.
                ServerPane(session: session, form: ServerForm(address: address, room: room)).id("\(address)/\(room)")
            case .join: JoinPane()
            case .newGroup: NewGroupPane()
            case .newMessage: NewMessagePane()
            case .findRooms: FindRoomsPane()
            case .findMessages: FindMessagesPane()
            case .linkedRoom: LinkedRoomPane()
            case .members: MembersPane(opensRooms: opensRooms)
            case .links: LinksPane()
            case .roomSettings: RoomSettingsPane()
            case .signIn: SignInPane(session, name: store.state.accounts.current?.name ?? "")
            case .account: AccountPane(session: session)
            case .profile: ProfilePane()
            case .reports: ReportsPane(opensRooms: opensRooms)
            case .serverBans: ServerBansPane()
            case .blocked: BlockedPane()
            case .settings: SettingsPane(session, name: store.state.accounts.current?.name ?? "")
            }
        }
    }

    /// Asks for a server, and how the user comes in.
    struct ServerPane: View {
        let session: ChatSession
        @State var form: ServerForm
        @EnvironmentObject private var store: Store<AppState>

        var body: some View {
            NavigationStack {
                ServerScreen(
                    fields: $form.fields, problems: form.problems(refusal: store.state.panel.failure),
                    isBusy: store.state.panel.isBusy,
                    canConnect: form.canEnter(among: store.state.accounts), connect: connect, cancel: cancel)
            }
            .sheetSize(height: 420)
        }

        private func connect() {
            if let entry: ServerForm.Entry = form.entry(among: store.state.accounts, id: AccountID.random()) {
                return store.dispatch(action: session.effects.enter(entry))
            }
            guard let (account, room): (Account, RoomName) = form.account(id: AccountID.random()) else { return }
            store.dispatch(action: AccountAction.added(account, room: room))
        }

        /// The first start has no way back, but what is under way can be given up.
        private var cancel: (() -> Void)? {
            if store.state.accounts.all.isEmpty && !store.state.panel.isBusy { return nil }
            let store: Store<AppState> = self.store
            return { store.dispatch(action: NavigationAction.sheetClosed) }
        }
    }

    /// Asks for a room's name, or a link.
    struct JoinPane: View {
        @State private var name: String = ""
        @EnvironmentObject private var store: Store<AppState>

        var body: some View {
            JoinSheet(
                room: $name, problem: problem, canJoin: link != nil, join: join,
                cancel: { store.dispatch(action: NavigationAction.sheetClosed) })
        }

        private var link: ChatLink? {
            guard let account: Account = store.state.accounts.current else { return nil }
            return ChatLink(joining: name, on: account.server)
        }

        private func join() {
            guard let link else { return }
            // The user is not in a group that they name: joining it is a change of their
            // membership. An open room that they name is joined without another question.
            if case .room(let room) = try? JoinTarget(name), room.kind != RoomKind.group {
                store.dispatch(action: RoomAction.joined(room))
            } else {
                store.dispatch(action: NavigationAction.linkFollowed(link))
            }
        }

        private var problem: String? {
            if let problem = JoinTarget.problem(of: name) { return problem }
            return name.isEmpty || link != nil ? nil : localized("This link names no server.")
        }
    }

    /// Asks for a new group's title, and for the people to invite.
    struct NewGroupPane: View {
        @State private var form: GroupForm = GroupForm()
        @EnvironmentObject private var store: Store<AppState>

        var body: some View {
            NewGroupSheet(
                form: $form, create: create, cancel: { store.dispatch(action: NavigationAction.sheetClosed) }
            )
            .onAppear { form.offer(store.state.chat.peopleNearby) }
        }

        private func create() {
            let actions: [RoomAction] = RoomAction.make(
                group: RoomName.newGroup(), title: form.title, inviting: form.invited, ticket: Ticket.random)
            for action: RoomAction in actions { store.dispatch(action: action) }
        }
    }

    /// Asks whether to join the room that a link leads to.
    struct LinkedRoomPane: View {
        @EnvironmentObject private var store: Store<AppState>

        var body: some View {
            Lingering(store.state.linkedRoomContent) { (content: LinkedRoomContent) in
                LinkedRoomSheet(
                    content: content, join: { store.dispatch(action: NavigationAction.linkAccepted) },
                    ask: { store.dispatch(action: NavigationAction.linkRequested(Ticket.random())) },
                    cancel: { store.dispatch(action: NavigationAction.sheetClosed) })
            }
        }
    }

    /// Chooses somebody to write to.
    struct NewMessagePane: View {
        /// The people in the user's rooms when the sheet was opened.
        @State private var nearby: [Author] = []
        @EnvironmentObject private var store: Store<AppState>

        var body: some View {
            NewMessageSheet(
                people: nearby, me: store.state.chat.identity?.user,
                open: { (person: UserID) in store.openDirect(with: person) },
                cancel: { store.dispatch(action: NavigationAction.sheetClosed) }
            )
            .onAppear { nearby = Array(store.state.chat.peopleNearby.prefix(Limits.peopleOffered)) }
        }
    }

    /// The people whom the user blocks.
    struct BlockedPane: View {
        @EnvironmentObject private var store: Store<AppState>

        var body: some View {
            BlockedSheet(
                people: store.state.blockedPeople,
                unblock: { (person: UserID) in
                    guard let user: UserID = store.state.chat.identity?.user else { return }
                    let change: Mutation = Mutation.block(person, on: false)
                    store.dispatch(action: RoomAction.performed(change, .own(user), Ticket.random()))
                },
                close: { store.dispatch(action: NavigationAction.sheetClosed) })
        }
    }

    /// The bans from the server.
    struct ServerBansPane: View {
        @EnvironmentObject private var store: Store<AppState>
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting

        var body: some View {
            Lingering(store.state.bans) { (bans: ServerBanList) in
                ServerBansSheet(
                    lines: store.state.lines(of: bans) { (time: Int64) -> String in dateFormatting.full(time) },
                    status: bans.status, isCut: bans.isCut,
                    isConnected: store.state.chat.connection.phase == .connected, actions: actions)
            }
        }

        private var actions: ServerBansSheet.Actions {
            var actions: ServerBansSheet.Actions = ServerBansSheet.Actions()
            let store: Store<AppState> = self.store
            actions.unban = { (subject: ServerBan.Subject) in
                store.dispatch(action: ReportAction.serverUnbanned(subject))
            }
            actions.load = { store.dispatch(action: ReportAction.serverBansWanted) }
            actions.close = { store.dispatch(action: NavigationAction.sheetClosed) }
            return actions
        }
    }

    /// Searches the open rooms of the server.
    struct FindRoomsPane: View {
        @EnvironmentObject private var store: Store<AppState>

        var body: some View {
            Lingering(store.state.finder) { (finder: RoomFinder) in
                FindRoomsSheet(
                    rooms: finder.rooms, joined: Set<RoomName>(finder.rooms.map(\.room).filter(store.state.isIn)),
                    search: search, status: finder.status,
                    more: { store.dispatch(action: RoomFinderAction.moreWanted) },
                    join: { (room: RoomName) in store.dispatch(action: RoomAction.joined(room)) },
                    close: { store.dispatch(action: NavigationAction.sheetClosed) })
            }
        }

        private var search: Binding<String> {
            store.binding({ (state: AppState) -> String in state.finder?.search ?? "" }) {
                (text: String) -> any Action in
                RoomFinderAction.typed(text)
            }
        }
    }
#endif
