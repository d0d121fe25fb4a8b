#if canImport(SwiftUI)
    import SwiftUI

    /// Asks for the server and the display name, and checks them during typing.
    public struct ServerScreen: View {
        /// What is wrong with each field; `nil` if it is right or empty.
        public struct Problems {
            public var address: String?
            public var name: String?
            public var room: String?

            public init(address: String? = nil, name: String? = nil, room: String? = nil) {
                self.address = address
                self.name = name
                self.room = room
            }
        }

        @Binding public var address: String
        @Binding public var name: String
        @Binding public var room: String
        public var problems: Problems
        public var canConnect: Bool
        public var connect: () -> Void
        /// Closes the screen; `nil` on the first launch.
        public var cancel: (() -> Void)?

        public init(
            address: Binding<String>, name: Binding<String>, room: Binding<String>, problems: Problems,
            canConnect: Bool,
            connect: @escaping () -> Void, cancel: (() -> Void)? = nil
        ) {
            _address = address
            _name = name
            _room = room
            self.problems = problems
            self.canConnect = canConnect
            self.connect = connect
            self.cancel = cancel
        }

        public var body: some View {
            Form {
                Section {
                    FormField(
                        title: "Server", prompt: "chat.example.org", text: $address, problem: problems.address,
                        kind: .address)
                    FormField(
                        title: "Name", prompt: "What others call you", text: $name, problem: problems.name,
                        kind: .person)
                    FormField(title: "Room", prompt: "lobby", text: $room, problem: problems.room, kind: .name)
                } footer: {
                    Text("To run a server of your own, start “martlet serve” and enter its address here.")
                }
                Section {
                    Button("Connect", action: connect)
                        .disabled(!canConnect)
                        .keyboardShortcut(.defaultAction)
                    if let cancel { Button("Cancel", role: .cancel, action: cancel) }
                }
            }
            .formStyle(.grouped)
            .navigationTitle(Text("Martlet"))
        }
    }
#endif
