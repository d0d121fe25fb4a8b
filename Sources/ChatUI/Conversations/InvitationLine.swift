#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// An invitation in the list: what the group is called, who invites, and the two answers.
    struct InvitationLine: View {
        let item: ConversationItem
        let answer: (Bool) -> Void

        var body: some View {
            VStack(alignment: .leading, spacing: 6) {
                ConversationLine(item: item)
                LargeTextStack {
                    button(localized("Accept"), role: nil) { answer(true) }.buttonStyle(.borderedProminent)
                    button(localized("Decline"), role: .destructive) { answer(false) }.buttonStyle(.bordered)
                }
                .controlSize(ControlSize.large)
                .disabled(item.isAnswered)
            }
        }

        /// A button that says for VoiceOver which group it is about.
        private func button(_ title: String, role: ButtonRole?, act: @escaping () -> Void) -> some View {
            Button(title, role: role, action: act)
                .accessibilityLabel(Text(verbatim: localized("\(title): \(item.title)")))
        }
    }
#endif
