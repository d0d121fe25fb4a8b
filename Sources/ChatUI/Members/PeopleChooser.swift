#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// Chooses people to invite or to write to: those nearby, and one by their id.
    struct PeopleChooser: View {
        /// What the person is chosen for.
        enum Purpose {
            case invitation, message

            /// The button that chooses.
            var title: String {
                switch self {
                case .invitation: localized("Invite")
                case .message: localized("Message")
                }
            }

            /// What VoiceOver says of a person's button.
            func label(of name: String) -> String {
                switch self {
                case .invitation: localized("Invite \(name)")
                case .message: localized("Message \(name)")
                }
            }
        }

        /// What the buttons say.
        let purpose: Purpose
        let people: [Author]
        /// A sentence for when there are none.
        let emptiness: String
        /// The user, who can't be chosen.
        let me: UserID?
        let choose: (UserID, String?) -> Void
        @State private var typed: Invitation = Invitation()

        var body: some View {
            Section(localized("People in your rooms")) {
                if people.isEmpty { Text(verbatim: emptiness).themeFont(\.explanation) }
                ForEach(people, id: \.user) { (person: Author) in line(person) }
            }
            Section(localized("Somebody else")) {
                FormField(
                    title: localized("User id"), prompt: "6F9619FF-8B86-…", text: $typed.text,
                    problem: typed.problem(for: me),
                    kind: .name)
                Button(purpose.title) {
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
                Button(purpose.title) { choose(person.user, person.name) }
                    .accessibilityLabel(Text(verbatim: purpose.label(of: person.name)))
            }
        }
    }
#endif
