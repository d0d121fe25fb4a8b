#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// A message's reactions. A tap adds or removes the user's own. Those that do not fit beside
    /// each other, also because the text is large, scroll sideways.
    struct ReactionBar: View {
        let bubble: Row.Bubble
        let act: (BubbleAction) -> Void
        @Environment(\.theme) private var theme: Theme
        @Environment(\.messageRights) private var rights: MessageRights

        var body: some View {
            ViewThatFits(in: Axis.Set.horizontal) {
                chips
                ScrollView(.horizontal, showsIndicators: false) { chips }
            }
            .fixedSize(horizontal: false, vertical: true)
        }

        private var chips: some View {
            HStack(spacing: 4) {
                ForEach(bubble.reactions, id: \.emoji) { (tally: Row.Tally) in
                    chip(tally)
                }
            }
        }

        private func chip(_ tally: Row.Tally) -> some View {
            Button {
                if let action = BubbleAction.toggle(tally.emoji, on: bubble, isRevealed: true) { act(action) }
            } label: {
                Text(verbatim: "\(tally.emoji) \(tally.count)")
                    .font(Font(theme.fonts.reaction))
                    .foregroundColor(Color(tally.isOwn ? theme.onAccent : theme.onBubble))
                    .padding(.horizontal, 8)
                    .padding(.vertical, 4)
                    .background(Capsule().fill(Color(tally.isOwn ? theme.accent : theme.bubble)))
                    .touchTarget()
            }
            .buttonStyle(.plain)
            .disabled(!rights.edits)
            .accessibilityLabel(Text(verbatim: "\(tally.emoji) \(Sentences.people(tally.count))"))
            .accessibilityAddTraits(tally.isOwn ? AccessibilityTraits.isSelected : [])
        }
    }
#endif
