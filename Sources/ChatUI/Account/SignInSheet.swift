#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// Makes an account for a guest, or signs in again on the same server.
    public struct SignInSheet: View {
        /// The account's name as typed.
        @Binding public var name: String
        /// The password that the user has typed. The password of a new account needs at least
        /// ``ChatWire/Limits/passwordScalars`` characters.
        @Binding public var password: String
        /// The invite for a new account as typed; empty if there is none.
        @Binding public var invite: String
        /// ``SignInWay/signUp`` or ``SignInWay/signIn``. The sheet does not offer
        /// ``SignInWay/guest``.
        @Binding public var way: SignInWay
        /// Whether the user is a guest, who becomes another user by a sign-in: the sheet says what
        /// they lose.
        public var isGuest: Bool
        /// What is wrong with the name and the password, and why the server refused. Other problems
        /// are not shown.
        public var problems: ServerScreen.Problems
        /// Whether the server is being asked. Then the button is disabled.
        public var isBusy: Bool
        /// Whether the form is complete and right. If not, the button is disabled.
        public var canSend: Bool
        /// Makes the account or signs in, as ``way`` says.
        public var send: () -> Void
        /// Closes the sheet. The button works also while the server is being asked.
        public var cancel: () -> Void

        /// Creates the view.
        public init(
            name: Binding<String>, password: Binding<String>, invite: Binding<String>, way: Binding<SignInWay>,
            isGuest: Bool = false, problems: ServerScreen.Problems, isBusy: Bool, canSend: Bool,
            send: @escaping () -> Void,
            cancel: @escaping () -> Void
        ) {
            _name = name
            _password = password
            _invite = invite
            _way = way
            self.isGuest = isGuest
            self.problems = problems
            self.isBusy = isBusy
            self.canSend = canSend
            self.send = send
            self.cancel = cancel
        }

        public var body: some View {
            FormSheet(title: localized("Account"), height: 360, cancel: cancel) {
                Section {
                    fields
                } footer: {
                    Text(verbatim: way.explanation(isGuest: isGuest))
                }
                Section {
                    if let refusal = problems.refusal { Text(verbatim: refusal).themeFont(\.explanation) }
                    Button(way.title, action: send)
                        .disabled(!canSend || isBusy)
                        .keyboardShortcut(.defaultAction)
                    if isBusy { ProgressView() }
                }
            }
            .announced(problems.refusal)
        }

        @ViewBuilder private var fields: some View {
            Picker(localized("Account"), selection: $way) {
                Text(verbatim: SignInWay.signUp.label).tag(SignInWay.signUp)
                Text(verbatim: SignInWay.signIn.label).tag(SignInWay.signIn)
            }
            .pickerStyle(.segmented)
            FormField(
                title: localized("Name"), prompt: localized("What others call you"), text: $name,
                problem: problems.name, kind: .account)
            FormField(
                title: localized("Password"), prompt: FormField.passwordPrompt, text: $password,
                problem: problems.password,
                kind: way == .signUp ? .newPassword : .password)
            if way == .signUp {
                FormField(
                    title: localized("Invite code"), prompt: localized("If the server asks for one"), text: $invite,
                    problem: nil, kind: .name)
            }
        }
    }
#endif
