#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// The time of a message, whether it was edited, and what became of one's own.
    struct BubbleFoot: View {
        let bubble: Row.Bubble
        let color: Color
        @Environment(\.moments) private var moments: Moments

        var body: some View {
            HStack(spacing: 4) {
                if bubble.isEdited && bubble.body != .deleted { Text("edited") }
                Text(verbatim: moments.time(bubble.at))
                if let symbol = BubbleSpeech.symbol(of: bubble) { Image(systemName: symbol) }
            }
            .font(.caption2)
            .foregroundColor(color)
            .help(moments.full(bubble.at))
        }
    }
#endif
