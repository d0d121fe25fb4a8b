#if canImport(SwiftUI)
    import ChatWire
    import SwiftUI

    /// An account: its sessions, its password, signing out, and closing it.
    public struct AccountScreen: View {
        /// The user's actions.
        public struct Actions {
            public var end: (SessionID) -> Void = { (_: SessionID) in }
            /// The old password and the new one.
            public var changePassword: (String, String) -> Void = { (_: String, _: String) in }
            public var signOut: () -> Void = {}
            /// With the password.
            public var closeAccount: (String) -> Void = { (_: String) in }
            public var close: () -> Void = {}

            public init() {}
        }

        public var content: AccountScreenContent
        /// What is wrong with a new password; `nil` if it is right.
        public var problem: (String) -> String?
        public var actions: Actions
        @State private var old: String = ""
        @State private var new: String = ""
        @State private var closing: String = ""

        public init(content: AccountScreenContent, problem: @escaping (String) -> String?, actions: Actions) {
            self.content = content
            self.problem = problem
            self.actions = actions
        }

        public var body: some View {
            NavigationStack {
                Form {
                    if let report = content.report { Text(verbatim: report).font(.footnote) }
                    Section("Sessions") { sessions }
                    Section("Password") { password }
                    Section {
                        Button("Sign out", role: .destructive, action: actions.signOut)
                    } footer: {
                        if content.pending > 0 { Text(verbatim: loss) }
                    }
                    Section {
                        closeAccount
                    } header: {
                        Text("Close the account")
                    } footer: {
                        Text("Its messages stay, and its name becomes free. It can't be opened again.")
                    }
                }
                .formStyle(.grouped)
                .disabled(content.isBusy)
                .navigationTitle(Text(verbatim: content.title))
                .toolbar {
                    ToolbarItem(placement: .confirmationAction) { Button("Done", action: actions.close) }
                }
            }
            .frame(minWidth: 380, minHeight: 460)
        }

        private var loss: String { "\(content.pending) waiting to be sent will be deleted." }

        @ViewBuilder private var sessions: some View {
            if let lines = content.sessions {
                ForEach(lines) { (line: SessionLine) in
                    HStack {
                        VStack(alignment: .leading) {
                            Text(verbatim: line.title)
                            Text(verbatim: line.detail).font(.caption).foregroundColor(.secondary)
                        }
                        Spacer()
                        if !line.isCurrent { Button("End", role: .destructive) { actions.end(line.id) } }
                    }
                }
            } else {
                ProgressView()
            }
        }

        @ViewBuilder private var password: some View {
            FormField(title: "Old password", prompt: "", text: $old, problem: nil, kind: .password)
            FormField(
                title: "New password", prompt: "At least 8 characters", text: $new,
                problem: new.isEmpty ? nil : problem(new), kind: .newPassword)
            Button("Change password") {
                actions.changePassword(old, new)
                (old, new) = ("", "")
            }
            .disabled(old.isEmpty || problem(new) != nil)
        }

        @ViewBuilder private var closeAccount: some View {
            FormField(title: "Password", prompt: "", text: $closing, problem: nil, kind: .password)
            Button("Close the account", role: .destructive) {
                actions.closeAccount(closing)
                closing = ""
            }
            .disabled(closing.isEmpty)
        }
    }
#endif
