#if canImport(SwiftUI)
    import SwiftUI

    /// Asks for a room's name. Joining a room that does not exist creates it.
    public struct JoinSheet: View {
        @Binding public var room: String
        public var problem: String?
        public var canJoin: Bool
        public var join: () -> Void
        public var cancel: () -> Void

        public init(
            room: Binding<String>, problem: String?, canJoin: Bool, join: @escaping () -> Void,
            cancel: @escaping () -> Void
        ) {
            _room = room
            self.problem = problem
            self.canJoin = canJoin
            self.join = join
            self.cancel = cancel
        }

        public var body: some View {
            NavigationStack {
                Form {
                    FormField(title: "Room", prompt: "lobby", text: $room, problem: problem, kind: .name)
                        .onSubmit { if canJoin { join() } }
                }
                .formStyle(.grouped)
                .navigationTitle(Text("Join a room"))
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) { Button("Cancel", action: cancel) }
                    ToolbarItem(placement: .confirmationAction) { Button("Join", action: join).disabled(!canJoin) }
                }
            }
            .frame(minWidth: 320, minHeight: 180)
        }
    }
#endif
