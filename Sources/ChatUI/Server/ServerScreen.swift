#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// Asks for the server, and how the user comes in: as a guest, or with an account. Checks the
    /// fields during typing.
    public struct ServerScreen: View {
        /// What was typed and chosen.
        public struct Fields {
            /// The server's address, such as `chat.example.org` or `http://192.168.1.20:8080`.
            @Binding public var address: String
            /// The guest's display name, or the account's name.
            @Binding public var name: String
            /// The room to join first.
            @Binding public var room: String
            /// How the user comes in.
            @Binding public var way: SignInWay
            /// The account's password; not shown for guests.
            @Binding public var password: String
            /// The invite, which a server may ask for; only shown for a new account.
            @Binding public var invite: String

            /// Creates the value.
            public init(
                address: Binding<String>, name: Binding<String>, room: Binding<String>, way: Binding<SignInWay>,
                password: Binding<String>, invite: Binding<String>
            ) {
                _address = address
                _name = name
                _room = room
                _way = way
                _password = password
                _invite = invite
            }
        }

        /// What is wrong with each field; `nil` if it is right or empty.
        public struct Problems {
            /// What is wrong with the server's address.
            public var address: String?
            /// What is wrong with the name.
            public var name: String?
            /// What is wrong with the room's name.
            public var room: String?
            /// What is wrong with a new account's password.
            public var password: String?
            /// Why the server refused; `nil` if it did not.
            public var refusal: String?

            /// Creates the value.
            public init(
                address: String? = nil, name: String? = nil, room: String? = nil, password: String? = nil,
                refusal: String? = nil
            ) {
                self.address = address
                self.name = name
                self.room = room
                self.password = password
                self.refusal = refusal
            }
        }

        /// What was typed and chosen.
        public var fields: Fields
        /// What is wrong with the fields, and why the server refused.
        public var problems: Problems
        /// Whether the server is being asked.
        public var isBusy: Bool
        /// Whether the form is complete and right. If not, the button is disabled.
        public var canConnect: Bool
        /// Connects as a guest, signs in or makes the account, as ``Fields/way`` says.
        public var connect: () -> Void
        /// Closes the screen; `nil` on the first launch.
        public var cancel: (() -> Void)?

        /// Creates the view.
        public init(
            fields: Fields, problems: Problems, isBusy: Bool = false, canConnect: Bool, connect: @escaping () -> Void,
            cancel: (() -> Void)? = nil
        ) {
            self.fields = fields
            self.problems = problems
            self.isBusy = isBusy
            self.canConnect = canConnect
            self.connect = connect
            self.cancel = cancel
        }

        public var body: some View {
            Form {
                Section {
                    FormField(
                        title: localized("Server"), prompt: "chat.example.org", text: fields.$address,
                        problem: problems.address,
                        kind: .address)
                    FormField(
                        title: localized("Room"), prompt: "lobby", text: fields.$room, problem: problems.room,
                        kind: .name)
                } footer: {
                    Text(localized("To run a server of your own, start “martlet serve” and enter its address here."))
                }
                Section { SignInFields(fields: fields, problems: problems) }
                Section {
                    if let refusal = problems.refusal { Text(verbatim: refusal).themeFont(\.explanation) }
                    Button(fields.way.title, action: connect)
                        .disabled(!canConnect || isBusy)
                        .keyboardShortcut(.defaultAction)
                    if isBusy { ProgressView() }
                    if let cancel { Button(localized("Cancel"), role: .cancel, action: cancel) }
                }
            }
            .formStyle(.grouped)
            .announced(problems.refusal)
            .navigationTitle(Text(verbatim: appName))
        }

        /// The name that stands under the app's icon.
        private var appName: String {
            let name: Any? = Bundle.main.object(forInfoDictionaryKey: "CFBundleDisplayName")
            return name as? String ?? "Martlet"
        }
    }

    /// The name, and for an account its password.
    private struct SignInFields: View {
        let fields: ServerScreen.Fields
        let problems: ServerScreen.Problems

        var body: some View {
            Picker(localized("Sign in"), selection: fields.$way) {
                ForEach(SignInWay.allCases, id: \.self) { (way: SignInWay) in Text(verbatim: way.label).tag(way) }
            }
            .pickerStyle(.segmented)
            FormField(
                title: localized("Name"), prompt: localized("What others call you"), text: fields.$name,
                problem: problems.name,
                kind: fields.way == .guest ? .person : .account)
            if fields.way != .guest {
                FormField(
                    title: localized("Password"), prompt: FormField.passwordPrompt, text: fields.$password,
                    problem: problems.password, kind: fields.way == .signUp ? .newPassword : .password)
            }
            if fields.way == .signUp {
                FormField(
                    title: localized("Invite code"), prompt: localized("If the server asks for one"),
                    text: fields.$invite, problem: nil,
                    kind: .name)
            }
        }
    }
#endif
