#if canImport(SwiftUI)
    import ChatModel
    import Foundation
    import SwiftUI

    /// A text with its formatting. A text of only emoji is drawn large.
    struct MessageTextView: View {
        let text: String
        let color: Color
        @Environment(\.theme) private var theme: Theme

        var body: some View {
            if text.isOnlyEmoji() {
                Text(verbatim: text).font(Font(theme.fonts.emoji))
            } else {
                VStack(alignment: .leading, spacing: 6) {
                    ForEach(Array(Markup(text).blocks.enumerated()), id: \.offset) { (_, block) in
                        block.view(color: color)
                    }
                }
                .font(Font(theme.fonts.message))
            }
        }
    }

    extension Markup.Block {
        @MainActor @ViewBuilder fileprivate func view(color: Color) -> some View {
            switch self {
            case .paragraph(let spans):
                spans.view(color: color)
            case .quote(let spans):
                spans.view(color: color)
                    .padding(.leading, 10)
                    .overlay(alignment: .leading) {
                        Capsule().fill(color.opacity(0.4)).frame(width: 3)
                    }
            case .list(let items):
                VStack(alignment: .leading, spacing: 2) {
                    ForEach(Array(items.enumerated()), id: \.offset) { (_, item) in
                        item.view(color: color)
                    }
                }
            case .code(let code):
                CodeBlock(code: code, color: color)
            }
        }
    }

    extension Markup.Item {
        @MainActor fileprivate func view(color: Color) -> some View {
            HStack(alignment: .firstTextBaseline, spacing: 6) {
                Text(verbatim: marker).foregroundColor(color).monospacedDigit()
                spans.view(color: color)
            }
            .padding(.leading, CGFloat(level) * 16)
            .accessibilityElement(children: .combine)
        }
    }

    extension [Markup.Span] {
        @MainActor fileprivate func view(color: Color) -> some View {
            Text(attributed)
                .foregroundColor(color)
                .tint(color)
                .fixedSize(horizontal: false, vertical: true)
        }
    }
#endif
