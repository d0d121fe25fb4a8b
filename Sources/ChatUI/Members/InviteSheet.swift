#if canImport(SwiftUI)
    import ChatWire
    import SwiftUI

    /// Invites people to a group: those nearby, or one by their id.
    public struct InviteSheet: View {
        @State private var invitation: Invitation = Invitation()
        private let people: [Author]
        private let invite: (UserID, String?) -> Void
        private let close: () -> Void

        public init(people: [Author], invite: @escaping (UserID, String?) -> Void, close: @escaping () -> Void) {
            self.people = people
            self.invite = invite
            self.close = close
        }

        public var body: some View {
            NavigationStack {
                Form {
                    Section("People in your rooms") {
                        if people.isEmpty { Text("Nobody who is not in the group is here now.").font(.footnote) }
                        ForEach(people, id: \.user) { (person: Author) in line(person) }
                    }
                    Section("Somebody else") {
                        FormField(
                            title: "User id", prompt: "6F9619FF-8B86-…", text: $invitation.text,
                            problem: invitation.problem, kind: .name)
                        Button("Invite") {
                            if let user = invitation.user { invite(user, nil) }
                            invitation = Invitation()
                        }
                        .disabled(invitation.user == nil)
                    }
                }
                .formStyle(.grouped)
                .navigationTitle(Text("Invite"))
                .toolbar {
                    ToolbarItem(placement: .confirmationAction) { Button("Done", action: close) }
                }
            }
            .frame(minWidth: 320, minHeight: 360)
        }

        private func line(_ person: Author) -> some View {
            HStack(spacing: 12) {
                Avatar(author: person, size: 32)
                Text(verbatim: person.name)
                Spacer()
                Button("Invite") { invite(person.user, person.name) }
                    .accessibilityLabel(Text(verbatim: "Invite \(person.name)"))
            }
        }
    }
#endif
