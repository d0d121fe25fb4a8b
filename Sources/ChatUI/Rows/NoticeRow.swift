#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// Joins and leaves.
    struct NoticeRow: View {
        let notice: Presence.Notice
        @Environment(\.theme) private var theme: Theme

        var body: some View {
            Text(verbatim: BubbleAccessibility.notice(notice))
                .font(Font(theme.fonts.notice))
                .foregroundColor(Color(theme.quiet))
                .multilineTextAlignment(.center)
                .frame(maxWidth: .infinity)
                .padding(.vertical, 4)
                .padding(.horizontal, 24)
        }
    }
#endif
