#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// The time of a message, whether it was edited, and what became of one's own.
    struct BubbleFoot: View {
        let bubble: Row.Bubble
        let color: Color
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting

        var body: some View {
            HStack(spacing: 4) {
                if bubble.isEdited && bubble.body != .deleted { Text("edited") }
                Text(verbatim: dateFormatting.time(bubble.at))
                if let symbol = BubbleAccessibility.symbol(of: bubble) { Image(systemName: symbol) }
            }
            .font(.caption2)
            .foregroundColor(color)
            .help(dateFormatting.full(bubble.at))
        }
    }
#endif
