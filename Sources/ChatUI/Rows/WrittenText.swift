#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// The text of a message, and the card of the page that it links to.
    struct WrittenText: View {
        let text: String
        /// The message.
        let bubble: Row.Bubble
        let color: Color
        let act: (BubbleAction) -> Void
        @Environment(\.linkCards) private var linkCards: [String: LinkCard]

        var body: some View {
            MessageTextView(text: text, color: color)
            if let card: LinkCard = bubble.card(of: linkCards) {
                Slotted(\.linkPreview, card) {
                    LinkPreviewCard(card: card, front: color) { (url: URL) in act(.open(url)) }
                }
            }
        }
    }
#endif
