#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// A message's time, its edit mark, and the delivery state of the user's own message.
    struct BubbleFoot: View {
        let bubble: Row.Bubble
        let color: Color
        @Environment(\.theme) private var theme: Theme
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting

        var body: some View {
            HStack(spacing: 4) {
                if bubble.isEdited && bubble.body != .deleted { Text(localized("edited")) }
                Text(verbatim: dateFormatting.time(bubble.at))
                if let symbol = BubbleAccessibility.symbol(of: bubble) { Image(systemName: symbol) }
            }
            .font(Font(theme.fonts.time))
            .foregroundColor(color)
            .help(dateFormatting.full(bubble.at))
        }
    }
#endif
