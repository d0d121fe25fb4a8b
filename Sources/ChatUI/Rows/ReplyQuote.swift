#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// A quoted message in two lines: in a reply's bubble, and above the composer.
    struct ReplyQuote: View {
        let author: String?
        let text: String
        let front: Color
        @Environment(\.theme) private var theme: Theme

        var body: some View {
            HStack(spacing: 6) {
                RoundedRectangle(cornerRadius: 1.5)
                    .fill(front)
                    .frame(width: 3)
                VStack(alignment: .leading, spacing: 1) {
                    if let author {
                        Text(verbatim: author).font(Font(theme.fonts.quote).weight(.semibold))
                    }
                    Text(verbatim: MessageSummary.of(text))
                        .font(Font(theme.fonts.quote))
                        .lineLimit(2)
                }
                .foregroundColor(front)
            }
            .fixedSize(horizontal: false, vertical: true)
            .contentShape(Rectangle())
        }
    }
#endif
