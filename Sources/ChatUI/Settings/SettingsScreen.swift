#if canImport(SwiftUI)
    import SwiftUI

    /// The display name, the accounts, and the app's permissions.
    public struct SettingsScreen: View {
        /// An account in the list.
        public struct Line: Identifiable, Hashable {
            public var id: String
            public var name: String
            public var server: String
            public var isCurrent: Bool

            public init(id: String, name: String, server: String, isCurrent: Bool) {
                self.id = id
                self.name = name
                self.server = server
                self.isCurrent = isCurrent
            }
        }

        /// The user's actions.
        public struct Actions {
            public var rename: () -> Void = {}
            public var choose: (String) -> Void = { (_: String) in }
            public var remove: (String) -> Void = { (_: String) in }
            public var add: () -> Void = {}
            /// Makes an account, or signs in; opens the account's screen if there is one.
            public var account: () -> Void = {}
            public var close: () -> Void = {}

            public init() {}
        }

        /// The current account's kind, and the user's id, which others invite.
        public struct Standing {
            public var isGuest: Bool
            public var user: String?

            public init(isGuest: Bool = true, user: String? = nil) {
                self.isGuest = isGuest
                self.user = user
            }
        }

        public var standing: Standing
        @Binding public var name: String
        public var nameProblem: String?
        public var canRename: Bool
        public var accounts: [Line]
        @Binding public var notifies: Bool
        /// The number of messages and changes that wait to be sent.
        public var pending: Int
        public var actions: Actions

        public init(
            standing: Standing = Standing(), name: Binding<String>, nameProblem: String?, canRename: Bool,
            accounts: [Line], notifies: Binding<Bool>,
            pending: Int,
            actions: Actions
        ) {
            self.standing = standing
            _name = name
            self.nameProblem = nameProblem
            self.canRename = canRename
            self.accounts = accounts
            _notifies = notifies
            self.pending = pending
            self.actions = actions
        }

        public var body: some View {
            NavigationStack {
                Form {
                    Section {
                        // An account's name is its own, and is not changed here.
                        if standing.isGuest { nameFields }
                        Button(standing.isGuest ? "Make an account or sign in" : "Account", action: actions.account)
                    } header: {
                        Text(verbatim: standing.isGuest ? "Guest" : name)
                    } footer: {
                        if let user = standing.user {
                            Text(verbatim: "Your user id: \(user)").textSelection(.enabled)
                        }
                    }
                    Section("Accounts") {
                        ForEach(accounts) { (line: Line) in AccountLine(line: line, actions: actions) }
                        Button("Add an account", action: actions.add)
                    }
                    Section {
                        Toggle("Notifications", isOn: $notifies)
                    } footer: {
                        if pending > 0 {
                            Text(verbatim: "\(pending) waiting to be sent. They are kept until then.")
                        }
                    }
                }
                .formStyle(.grouped)
                .navigationTitle(Text("Settings"))
                .toolbar {
                    ToolbarItem(placement: .confirmationAction) { Button("Done", action: actions.close) }
                }
            }
            .frame(minWidth: 360, minHeight: 420)
        }

        @ViewBuilder private var nameFields: some View {
            FormField(
                title: "Name", prompt: "What others call you", text: $name, problem: nameProblem, kind: .person)
            Button("Change name", action: actions.rename).disabled(!canRename)
        }
    }

    /// An account. A tap makes it current.
    private struct AccountLine: View {
        let line: SettingsScreen.Line
        let actions: SettingsScreen.Actions

        var body: some View {
            Button {
                actions.choose(line.id)
            } label: {
                HStack {
                    VStack(alignment: .leading) {
                        Text(verbatim: line.name)
                        Text(verbatim: line.server).font(.caption).foregroundColor(.secondary)
                    }
                    Spacer()
                    if line.isCurrent { Image(systemName: "checkmark") }
                }
            }
            .buttonStyle(.plain)
            .accessibilityAddTraits(line.isCurrent ? AccessibilityTraits.isSelected : [])
            .swipeActions(edge: .trailing) { removeButton }
            .contextMenu { removeButton }
        }

        private var removeButton: some View {
            Button(role: .destructive) {
                actions.remove(line.id)
            } label: {
                Label("Remove", systemImage: "trash")
            }
        }
    }
#endif
