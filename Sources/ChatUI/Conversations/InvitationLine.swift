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
                    Button(localized("Accept")) { answer(true) }.buttonStyle(.borderedProminent)
                    Button(localized("Decline"), role: .destructive) { answer(false) }.buttonStyle(.bordered)
                }
                .controlSize(ControlSize.large)
                .disabled(item.isAnswered)
            }
        }
    }
#endif
