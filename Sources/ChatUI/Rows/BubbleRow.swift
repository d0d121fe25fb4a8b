#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// A message: the user's own at the trailing edge, others' at the leading edge.
    struct BubbleRow: View {
        let bubble: Row.Bubble
        let act: (BubbleAction) -> Void
        /// The message of a blocked person that the user wants to see. A number instead of a flag,
        /// because cells are reused for other messages.
        @State private var revealed: Seq?
        @Environment(\.messageRights) private var rights: MessageRights
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting
        @Environment(\.chatSlots) private var slots: ChatSlots
        @Environment(\.linkCards) private var linkCards: [String: LinkCard]

        var body: some View {
            let menu: MenuContext = self.menu
            return BubbleFrame(bubble) {
                content
                    .contextMenu { BubbleMenu(context: menu, slot: slots.menu) }
                    // What an app draws may have buttons of its own.
                    .accessibilityElement(children: isDrawnByApp || hasControls ? .contain : .ignore)
                    .accessibilityLabel(
                        Text(
                            verbatim: BubbleAccessibility(dateFormatting: dateFormatting)
                                .label(bubble, isRevealed: isRevealed, card: bubble.card(of: linkCards)))
                    )
                    .bubbleActions(menu)
                BubbleNotes(bubble: bubble, act: act)
            }
        }

        private var isRevealed: Bool { revealed != nil && revealed == bubble.seq }

        private func perform(_ action: BubbleAction) {
            if case .reveal(let seq) = action { revealed = seq } else { act(action) }
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

        private var hasControls: Bool { BubbleAccessibility.hasControls(bubble, isRevealed: isRevealed) }

        private var isDrawnByApp: Bool {
            slots.bubble != nil || bubble.body.payload.map { slots.payloads[$0.type] != nil } == true
        }
    }
#endif
