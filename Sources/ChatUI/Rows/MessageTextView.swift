#if canImport(SwiftUI)
    import Foundation
    import SwiftUI

    /// A text with links and code. A text of only emoji is drawn large.
    struct MessageTextView: View {
        let text: String
        let color: Color

        var body: some View {
            if text.isOnlyEmoji() {
                Text(verbatim: text).font(.largeTitle)
            } else {
                VStack(alignment: .leading, spacing: 6) {
                    ForEach(Array(MessageText(text).blocks.enumerated()), id: \.offset) { (_, block) in
                        block.view(color: color)
                    }
                }
            }
        }
    }

    extension MessageText.Block {
        @MainActor @ViewBuilder fileprivate func view(color: Color) -> some View {
            switch self {
            case .prose(let spans):
                Text(spans.attributed)
                    .font(.body)
                    .foregroundColor(color)
                    .tint(color)
                    .fixedSize(horizontal: false, vertical: true)
            case .code(let code):
                CodeBlock(code: code, color: color)
            }
        }
    }
#endif
