#if canImport(SwiftUI)
    import ChatWire
    import SwiftUI

    /// Asks for a new group's title, and whom to invite.
    public struct NewGroupSheet: View {
        @Binding public var title: String
        @Binding public var invited: Set<UserID>
        /// The people to choose from.
        public var people: [Author]
        public var problem: String?
        public var create: () -> Void
        public var cancel: () -> Void

        public init(
            title: Binding<String>, invited: Binding<Set<UserID>>, people: [Author], problem: String?,
            create: @escaping () -> Void, cancel: @escaping () -> Void
        ) {
            _title = title
            _invited = invited
            self.people = people
            self.problem = problem
            self.create = create
            self.cancel = cancel
        }

        public var body: some View {
            NavigationStack {
                Form {
                    FormField(title: "Title", prompt: "Tea", text: $title, problem: problem, kind: .name)
                    if !people.isEmpty {
                        Section("Invite") {
                            ForEach(people, id: \.user) { (person: Author) in
                                Toggle(person.name, isOn: isInvited(person.user))
                            }
                        }
                    }
                }
                .formStyle(.grouped)
                .navigationTitle(Text("New group"))
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) { Button("Cancel", action: cancel) }
                    ToolbarItem(placement: .confirmationAction) {
                        Button("Create", action: create).disabled(title.isEmpty || problem != nil)
                    }
                }
            }
            .frame(minWidth: 320, minHeight: 240)
        }

        private func isInvited(_ user: UserID) -> Binding<Bool> {
            Binding<Bool>(
                get: { invited.contains(user) },
                set: { (isOn: Bool) in
                    if isOn { invited.insert(user) } else { invited.remove(user) }
                })
        }
    }
#endif
