#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// An account: its sessions, its password, signing out, and closing it.
    public struct AccountScreen: View {
        /// The user's actions.
        public struct Actions {
            /// Lists the sessions.
            public var list: () -> Void = {}
            /// Ends a session of the account on another device. The current session has no button
            /// for it.
            public var end: (SessionID) -> Void = { (_: SessionID) in }
            /// The old password and the new one.
            public var changePassword: (String, String) -> Void = { (_: String, _: String) in }
            /// Signs out, which deletes what the account has on this device, unsent messages
            /// included.
            public var signOut: () -> Void = {}
            /// With the password.
            public var closeAccount: (String) -> Void = { (_: String) in }
            /// Closes the screen.
            public var close: () -> Void = {}

            /// Creates actions that do nothing.
            public init() {}
        }

        /// What the screen shows.
        public var content: AccountScreenContent
        /// What is wrong with a new password; `nil` if it is right.
        public var problem: (String) -> String?
        /// What the buttons of the screen do.
        public var actions: Actions
        @State private var old: String = ""
        @State private var new: String = ""
        @State private var closing: String = ""
        @State private var isSigningOut: Bool = false
        @State private var isClosing: Bool = false

        /// Creates the view.
        public init(content: AccountScreenContent, problem: @escaping (String) -> String?, actions: Actions) {
            self.content = content
            self.problem = problem
            self.actions = actions
        }

        public var body: some View {
            NavigationStack {
                Form {
                    if let report = content.report { Text(verbatim: report).themeFont(\.explanation) }
                    Section(localized("Sessions")) { sessions }
                    Section(localized("Password")) { password }
                    Section {
                        Button(localized("Sign out"), role: .destructive) { isSigningOut = true }
                    } footer: {
                        Text(verbatim: content.signOutSentence)
                    }
                    Section {
                        closeAccount
                    } header: {
                        Text(localized("Close the account"))
                    } footer: {
                        Text(verbatim: AccountScreenContent.closingSentence)
                    }
                }
                .formStyle(.grouped)
                .disabled(content.isBusy)
                .onChange(of: content.success) { (success: String?) in
                    // The server has accepted the new password.
                    if success != nil { (old, new) = ("", "") }
                }
                .navigationTitle(Text(verbatim: content.title))
                .toolbar {
                    ToolbarItem(placement: .confirmationAction) { Button(localized("Done"), action: actions.close) }
                }
            }
            .sheetSize(width: 380, height: 460)
            .announced(content.report)
            .confirmationDialog(
                Text(localized("Sign out?")), isPresented: $isSigningOut, titleVisibility: Visibility.visible
            ) {
                Button(localized("Sign out"), role: ButtonRole.destructive, action: actions.signOut)
            } message: {
                Text(verbatim: content.signOutSentence)
            }
            .confirmationDialog(
                Text(localized("Close the account for good?")), isPresented: $isClosing,
                titleVisibility: Visibility.visible
            ) {
                Button(localized("Close the account"), role: ButtonRole.destructive) { actions.closeAccount(closing) }
            } message: {
                Text(verbatim: AccountScreenContent.closingSentence)
            }
        }

        @ViewBuilder private var sessions: some View {
            if let lines = content.sessions {
                ForEach(lines) { (line: SessionLine) in
                    LargeTextStack {
                        VStack(alignment: .leading) {
                            Text(verbatim: line.title)
                            Text(verbatim: line.detail).themeFont(\.detail).foregroundColor(.secondary)
                        }
                        .fillsLine()
                        if !line.isCurrent {
                            SmallButton(localized("End"), role: .destructive, about: line.title) {
                                actions.end(line.id)
                            }
                            .buttonStyle(.borderless)
                        }
                    }
                }
            } else if content.lacksSessions {
                Button(localized("Try again"), action: actions.list)
            } else {
                ProgressView()
            }
        }

        @ViewBuilder private var password: some View {
            FormField(title: localized("Old password"), prompt: "", text: $old, problem: nil, kind: .password)
            FormField(
                title: localized("New password"), prompt: FormField.passwordPrompt, text: $new,
                problem: new.isEmpty ? nil : problem(new), kind: .newPassword)
            Button(localized("Change password")) { actions.changePassword(old, new) }
                .disabled(old.isEmpty || problem(new) != nil)
        }

        @ViewBuilder private var closeAccount: some View {
            FormField(title: localized("Password"), prompt: "", text: $closing, problem: nil, kind: .password)
            Button(localized("Close the account"), role: .destructive) { isClosing = true }
                .disabled(closing.isEmpty)
        }
    }
#endif
