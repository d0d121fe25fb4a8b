#if canImport(SwiftUI)
    import SwiftUI

    /// Asks for the server and the name to go by; checked as one types.
    public struct ServerScreen: View {
        /// What is wrong with each field; `nil` for what is right, or not begun.
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
        /// Where there is a way back; `nil` on the first start.
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
                    Text("A server of your own? Start one with “martlet serve”, and write its address here.")
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
