#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// Chooses people to invite or to write to: those nearby, and one by their id.
    struct PeopleChooser: View {
        /// The button of each person: “Invite”.
        let verb: String
        let people: [Author]
        /// A sentence for when there are none.
        let emptiness: String
        /// The user, who can't be chosen.
        let me: UserID?
        let choose: (UserID, String?) -> Void
        @State private var typed: Invitation = Invitation()

        var body: some View {
            Section("People in your rooms") {
                if people.isEmpty { Text(verbatim: emptiness).font(.footnote) }
                ForEach(people, id: \.user) { (person: Author) in line(person) }
            }
            Section("Somebody else") {
                FormField(
                    title: "User id", prompt: "6F9619FF-8B86-…", text: $typed.text, problem: typed.problem(for: me),
                    kind: .name)
                Button(verb) {
                    if let user = typed.user { choose(user, nil) }
                    typed = Invitation()
                }
                .disabled(typed.user == nil || typed.problem(for: me) != nil)
            }
        }

        private func line(_ person: Author) -> some View {
            HStack(spacing: 12) {
                Avatar(author: person, size: 32)
                Text(verbatim: person.name)
                Spacer()
                Button(verb) { choose(person.user, person.name) }
                    .accessibilityLabel(Text(verbatim: "\(verb) \(person.name)"))
            }
        }
    }
#endif
