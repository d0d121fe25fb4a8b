#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// A message: the user's own at the trailing edge, others' at the leading edge.
    struct BubbleRow: View {
        let bubble: Row.Bubble
        let act: (BubbleAction) -> Void
        /// The message of a person whom the user blocks that the user wants to see. Cells are
        /// reused for other messages.
        @State private var revealed: UInt64?
        @Environment(\.theme) private var theme: Theme
        @Environment(\.messageRights) private var rights: MessageRights
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting
        @Environment(\.chatSlots) private var slots: ChatSlots
        @Environment(\.linkCards) private var linkCards: [String: LinkCard]

        var body: some View {
            HStack(alignment: .bottom, spacing: CGFloat(theme.avatarSpacing)) {
                if bubble.isOwn {
                    Spacer(minLength: CGFloat(theme.bubbleMargin))
                } else {
                    avatar
                }
                column
                if !bubble.isOwn { Spacer(minLength: CGFloat(theme.bubbleMargin)) }
            }
            .padding(.horizontal, CGFloat(theme.rowInset))
            .padding(.top, CGFloat(bubble.isFirst ? theme.groupSpacing : theme.rowSpacing))
        }

        private var isRevealed: Bool { revealed != nil && revealed == bubble.seq }

        private func perform(_ action: BubbleAction) {
            if case .reveal(let seq) = action { revealed = seq } else { act(action) }
        }

        private var column: some View {
            let menu: MenuContext = self.menu
            return VStack(alignment: bubble.isOwn ? .trailing : .leading, spacing: 3) {
                if bubble.isFirst && !bubble.isOwn { author }
                content
                    .contextMenu { BubbleMenu(context: menu, slot: slots.menu) }
                    // What an app draws may have buttons of its own.
                    .accessibilityElement(children: isDrawnByApp ? .contain : .ignore)
                    .accessibilityLabel(
                        Text(
                            verbatim: BubbleAccessibility(dateFormatting: dateFormatting)
                                .label(bubble, isRevealed: isRevealed, card: bubble.card(of: linkCards)))
                    )
                    .bubbleActions(menu)
                if !bubble.reactions.isEmpty { ReactionBar(bubble: bubble, act: act) }
                if case .failed(let error, let ticket) = bubble.state {
                    FailureLine(sentence: error.text, retry: { act(.retry(ticket)) }, drop: { act(.drop(ticket)) })
                }
                if case .held(let ticket) = bubble.state {
                    FailureLine(sentence: BubbleAccessibility.held, retry: nil, drop: { act(.hide(ticket)) })
                }
                if !bubble.readers.isEmpty { ReaderLine(readers: bubble.readers) }
            }
            .frame(maxWidth: CGFloat(theme.bubbleWidth), alignment: bubble.isOwn ? .trailing : .leading)
        }

        private var message: MessageContext {
            MessageContext(bubble: bubble, isRevealed: isRevealed, act: perform)
        }

        private var menu: MenuContext {
            MenuContext(
                message: message,
                actions: slots.actions.actions(for: bubble, rights: rights, isRevealed: isRevealed))
        }

        private var content: some View {
            let message: MessageContext = self.message
            return Slotted(\.bubble, message) { BubbleBody(message: message) }
        }

        private var isDrawnByApp: Bool {
            slots.bubble != nil || bubble.body.payload.map { slots.payloads[$0.type] != nil } == true
        }

        @ViewBuilder private var avatar: some View {
            if bubble.isLast {
                Avatar(author: bubble.author, size: theme.avatarSize)
            } else {
                Color.clear.frame(width: CGFloat(theme.avatarSize), height: 1)
            }
        }

        private var author: some View {
            Text(verbatim: bubble.author.name)
                .font(Font(theme.fonts.author))
                .foregroundColor(Color(theme.color(of: bubble.author.user)))
                .padding(.leading, CGFloat(theme.bubblePadding))
                .accessibilityHidden(true)
        }
    }
#endif
