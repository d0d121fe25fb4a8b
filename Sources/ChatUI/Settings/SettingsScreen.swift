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
            public var close: () -> Void = {}

            public init() {}
        }

        @Binding public var name: String
        public var nameProblem: String?
        public var canRename: Bool
        public var accounts: [Line]
        @Binding public var notifies: Bool
        /// The number of messages and changes that wait to be sent.
        public var pending: Int
        public var actions: Actions

        public init(
            name: Binding<String>, nameProblem: String?, canRename: Bool, accounts: [Line], notifies: Binding<Bool>,
            pending: Int,
            actions: Actions
        ) {
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
                    Section("Name") {
                        FormField(
                            title: "Name", prompt: "What others call you", text: $name, problem: nameProblem,
                            kind: .person)
                        Button("Change name", action: actions.rename).disabled(!canRename)
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
