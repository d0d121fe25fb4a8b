#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// The separator before the first unread message.
    struct UnreadRow: View {
        @Environment(\.theme) private var theme: Theme

        var body: some View {
            HStack(spacing: 8) {
                line
                Text(localized("New messages"))
                    .font(Font(theme.fonts.heading))
                    .foregroundColor(Color(theme.trouble))
                line
            }
            .padding(.vertical, 8)
            .padding(.horizontal, 12)
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(Text(localized("New messages")))
            .accessibilityAddTraits(.isHeader)
        }

        private var line: some View {
            Rectangle()
                .fill(Color(theme.trouble))
                .frame(height: 1)
                .opacity(0.5)
        }
    }
#endif
