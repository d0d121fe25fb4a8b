#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// The display name, the accounts, and the app's permissions.
    public struct SettingsScreen: View {
        /// An account in the list.
        public struct Line: Identifiable, Hashable {
            /// The account's id.
            public var id: String
            /// The user's name in the account.
            public var name: String
            /// The account's server, as people read it.
            public var server: String
            /// Whether the account is in use.
            public var isCurrent: Bool
            /// The number of unread messages of which the user wants to be told.
            public var unread: Int
            /// The number of messages and changes that wait to be sent; `nil` if that is not known.
            /// The user is told it before the account is removed.
            public var waiting: Int?

            /// Creates the value.
            public init(
                id: String, name: String, server: String, isCurrent: Bool, unread: Int = 0, waiting: Int? = nil
            ) {
                self.id = id
                self.name = name
                self.server = server
                self.isCurrent = isCurrent
                self.unread = unread
                self.waiting = waiting
            }
        }

        /// The user's actions.
        public struct Actions {
            /// Changes the guest's name to ``SettingsScreen/name``.
            public var rename: () -> Void = {}
            /// Uses the account with this id.
            public var choose: (String) -> Void = { (_: String) in }
            /// Signs out of the account with this id, and removes it from this device. Called after
            /// the user has confirmed it.
            public var remove: (String) -> Void = { (_: String) in }
            /// Removes an account without signing out.
            public var forget: (String) -> Void = { (_: String) in }
            /// Opens the form for another account.
            public var add: () -> Void = {}
            /// Makes an account, or signs in; opens the account's screen if there is one.
            public var account: () -> Void = {}
            /// Opens the user's own profile, such as ``ProfileSheet``.
            public var profile: () -> Void = {}
            /// Whether others are told how far the user has read.
            public var shareReads: (Bool) -> Void = { (_: Bool) in }
            /// Opens the reports of all rooms.
            public var reports: () -> Void = {}
            /// Opens the bans from the server.
            public var serverBans: () -> Void = {}
            /// Opens the people whom the user blocks.
            public var blocked: () -> Void = {}
            /// Opens the system's settings of the app's notifications.
            public var openNotificationSettings: () -> Void = {}
            /// Copies the user's id.
            public var copy: (String) -> Void = { (_: String) in }
            /// Closes the screen.
            public var close: () -> Void = {}

            /// Creates actions that do nothing.
            public init() {}
        }

        /// The current account's kind, and the user's id. Others need the id to invite the user.
        public struct AccountKind {
            /// Whether the user has no account on the server. Only a guest's name can be changed
            /// here.
            public var isGuest: Bool
            /// Whether the user is an administrator of the server. If so, the reports of all rooms
            /// are offered.
            public var isAdministrator: Bool
            /// The user's id; `nil` while it is not known.
            public var user: String?
            /// How others see the user; `nil` while that is not known.
            public var profile: Profile?

            /// Creates the value.
            public init(
                isGuest: Bool = true, isAdministrator: Bool = false, user: String? = nil, profile: Profile? = nil
            ) {
                self.isGuest = isGuest
                self.isAdministrator = isAdministrator
                self.user = user
                self.profile = profile
            }

            fileprivate var entries: [UserMenuEntry] {
                UserMenuEntry.entries(hasProfile: profile != nil, isAdministrator: isAdministrator)
            }
        }

        /// The kind of the current account.
        public var kind: AccountKind
        /// A guest's new name as typed; for an account, its name.
        @Binding public var name: String
        /// What is wrong with ``name``; `nil` if it is right or empty.
        public var nameProblem: String?
        /// Whether ``name`` is right and a new one. If not, the button is disabled.
        public var canRename: Bool
        /// The accounts on this device.
        public var accounts: [Line]
        /// Whether new messages are announced.
        @Binding public var notifies: Bool
        /// Whether the system does not let the app announce them, although the user wants it.
        public var isRefusedNotifications: Bool
        /// Whether places in messages are shown on a map; `nil` if the app does not offer that.
        public var showsMaps: Binding<Bool>?
        /// The number of messages and changes of the current account that wait to be sent.
        public var pending: Int
        /// Whether an account is being removed.
        public var isBusy: Bool
        /// Why an account could not be removed.
        public var failure: String?
        /// What the buttons of the screen do.
        public var actions: Actions
        @State private var removal: AccountRemoval?

        /// Creates the view.
        public init(
            kind: AccountKind = AccountKind(), name: Binding<String>, nameProblem: String?, canRename: Bool,
            accounts: [Line], notifies: Binding<Bool>, isRefusedNotifications: Bool = false,
            showsMaps: Binding<Bool>? = nil,
            pending: Int, isBusy: Bool = false, failure: String? = nil,
            actions: Actions
        ) {
            self.kind = kind
            _name = name
            self.nameProblem = nameProblem
            self.canRename = canRename
            self.accounts = accounts
            _notifies = notifies
            self.isRefusedNotifications = isRefusedNotifications
            self.showsMaps = showsMaps
            self.pending = pending
            self.isBusy = isBusy
            self.failure = failure
            self.actions = actions
        }

        public var body: some View {
            NavigationStack {
                Form {
                    Section {
                        // An account's name is its own, and is not changed here.
                        if kind.isGuest { nameFields }
                        Button(
                            localized(kind.isGuest ? "Create an account or sign in" : "Account"),
                            action: actions.account)
                        userButton(.profile, actions.profile)
                        userButton(.reports, actions.reports)
                        userButton(.serverBans, actions.serverBans)
                    } header: {
                        Text(verbatim: kind.isGuest ? localized("Guest") : name)
                    } footer: {
                        if kind.isGuest {
                            Text(localized("With an account you keep your name and rooms on all your devices."))
                        }
                    }
                    if let user = kind.user {
                        Section {
                            Text(verbatim: user).themeFont(\.explanation).textSelection(.enabled)
                            Button(localized("Copy")) { actions.copy(user) }
                        } header: {
                            Text(localized("Your user id"))
                        } footer: {
                            Text(localized("Give it to people who want to invite you or write to you."))
                        }
                    }
                    Section(localized("Accounts")) {
                        ForEach(accounts) { (line: Line) in
                            AccountLine(line: line, choose: actions.choose, remove: { askToRemove(line) })
                        }
                        if isBusy { ProgressView() }
                        if let failure { Text(verbatim: failure).themeFont(\.explanation) }
                        Button(localized("Add an account"), action: actions.add)
                    }
                    .disabled(isBusy)
                    Section { userButton(.blocked, actions.blocked) }
                    if kind.profile != nil {
                        Section {
                            Toggle(localized("Show others what I have read"), isOn: sharesReads)
                        } footer: {
                            Text(localized("Your own devices always know what you have read."))
                        }
                    }
                    if let showsMaps {
                        Section {
                            Toggle(localized("Show places on a map"), isOn: showsMaps)
                        } footer: {
                            Text(localized("Apple's map service learns each place that is shown."))
                        }
                    }
                    notifications
                }
                .formStyle(.grouped)
                .navigationTitle(Text(localized("Settings")))
                .toolbar {
                    ToolbarItem(placement: .confirmationAction) { Button(localized("Done"), action: actions.close) }
                }
            }
            .sheetSize(height: 420)
            .announced(failure)
            .confirmationDialog(
                Text(verbatim: removal?.title ?? ""), isPresented: isAsking, titleVisibility: Visibility.visible,
                presenting: removal
            ) { (removal: AccountRemoval) in
                Button(localized("Remove"), role: ButtonRole.destructive) { actions.remove(removal.id) }
                if removal.offersForce {
                    Button(localized("Remove without signing out"), role: ButtonRole.destructive) {
                        actions.forget(removal.id)
                    }
                }
            } message: { (removal: AccountRemoval) in
                Text(verbatim: removal.message)
            }
        }

        @ViewBuilder private var notifications: some View {
            Section {
                Toggle(localized("Notifications"), isOn: $notifies)
                if isRefusedNotifications {
                    Button(localized("Open the system's settings"), action: actions.openNotificationSettings)
                }
            } footer: {
                if isRefusedNotifications {
                    Text(localized("The system does not let this app show notifications. Allow them there."))
                }
            }
            if pending > 0 {
                Section {
                    EmptyView()
                } footer: {
                    Text(
                        localized(
                            pending, one: "Kept until you are connected: 1 unsent message or change.",
                            other: "Kept until you are connected: \(pending) unsent messages and changes."))
                }
            }
        }

        @ViewBuilder private func userButton(_ entry: UserMenuEntry, _ open: @escaping () -> Void) -> some View {
            if kind.entries.contains(entry) { Button(entry.title, action: open) }
        }

        private var isAsking: Binding<Bool> {
            Binding<Bool>(get: { removal != nil }, set: { (isOpen: Bool) in if !isOpen { removal = nil } })
        }

        private func askToRemove(_ line: Line) {
            removal = AccountRemoval(id: line.id, name: line.name, pending: line.waiting, failure: failure)
        }

        private var sharesReads: Binding<Bool> {
            Binding(
                get: { kind.profile?.keepsReadsPrivate != true },
                set: { (shares: Bool) in actions.shareReads(shares) })
        }

        @ViewBuilder private var nameFields: some View {
            FormField(
                title: localized("Name"), prompt: localized("What others call you"), text: $name, problem: nameProblem,
                kind: .person)
            Button(localized("Change name"), action: actions.rename).disabled(!canRename)
        }
    }

    /// An account. A tap makes it current.
    private struct AccountLine: View {
        let line: SettingsScreen.Line
        let choose: (String) -> Void
        let remove: () -> Void

        var body: some View {
            Button {
                choose(line.id)
            } label: {
                LargeTextStack {
                    VStack(alignment: .leading) {
                        Text(verbatim: line.name)
                        Text(verbatim: line.server).themeFont(\.detail).foregroundColor(.secondary)
                    }
                    .fillsLine()
                    if line.unread > 0 {
                        UnreadBadge(text: "\(line.unread)")
                            .accessibilityLabel(
                                Text(
                                    localized(
                                        line.unread, one: "1 unread message", other: "\(line.unread) unread messages")))
                    }
                    if line.isCurrent { Image(systemName: "checkmark").accessibilityHidden(true) }
                }
                .tappableRow()
            }
            .buttonStyle(.plain)
            .accessibilityAddTraits(line.isCurrent ? AccessibilityTraits.isSelected : [])
            // A destructive role would take the row away before the user has answered.
            .swipeActions(edge: .trailing, allowsFullSwipe: false) { removeButton(nil).tint(.red) }
            .contextMenu { removeButton(.destructive) }
        }

        private func removeButton(_ role: ButtonRole?) -> some View {
            Button(role: role, action: remove) { Label(localized("Remove"), systemImage: "trash") }
        }
    }
#endif
