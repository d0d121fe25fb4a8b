#if canImport(SwiftUI)
    import SwiftUI

    /// Asks for the server, and how the user comes in: as a guest, or with an account. Checks the
    /// fields during typing.
    public struct ServerScreen: View {
        /// What was typed and chosen.
        public struct Fields {
            @Binding public var address: String
            @Binding public var name: String
            @Binding public var room: String
            @Binding public var way: SignInWay
            @Binding public var password: String
            @Binding public var invite: String

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
            public var address: String?
            public var name: String?
            public var room: String?
            public var password: String?
            /// Why the server refused; `nil` if it did not.
            public var refusal: String?

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

        public var fields: Fields
        public var problems: Problems
        /// Whether the server is being asked.
        public var isBusy: Bool
        public var canConnect: Bool
        public var connect: () -> Void
        /// Closes the screen; `nil` on the first launch.
        public var cancel: (() -> Void)?

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
                        title: "Server", prompt: "chat.example.org", text: fields.$address, problem: problems.address,
                        kind: .address)
                    FormField(title: "Room", prompt: "lobby", text: fields.$room, problem: problems.room, kind: .name)
                } footer: {
                    Text("To run a server of your own, start “martlet serve” and enter its address here.")
                }
                Section { SignInFields(fields: fields, problems: problems) }
                Section {
                    if let refusal = problems.refusal { Text(verbatim: refusal).font(.footnote) }
                    Button(fields.way.title, action: connect)
                        .disabled(!canConnect || isBusy)
                        .keyboardShortcut(.defaultAction)
                    if isBusy { ProgressView() }
                    if let cancel { Button("Cancel", role: .cancel, action: cancel) }
                }
            }
            .formStyle(.grouped)
            .navigationTitle(Text("Martlet"))
        }
    }

    /// The name, and for an account its password.
    private struct SignInFields: View {
        let fields: ServerScreen.Fields
        let problems: ServerScreen.Problems

        var body: some View {
            Picker("Come in", selection: fields.$way) {
                ForEach(SignInWay.allCases, id: \.self) { (way: SignInWay) in Text(verbatim: way.label).tag(way) }
            }
            .pickerStyle(.segmented)
            FormField(
                title: "Name", prompt: "What others call you", text: fields.$name, problem: problems.name,
                kind: .person)
            if fields.way != .guest {
                FormField(
                    title: "Password", prompt: "At least 8 characters", text: fields.$password,
                    problem: problems.password, kind: fields.way == .signUp ? .newPassword : .password)
            }
            if fields.way == .signUp {
                FormField(
                    title: "Invite", prompt: "If the server asks for one", text: fields.$invite, problem: nil,
                    kind: .name)
            }
        }
    }
#endif
