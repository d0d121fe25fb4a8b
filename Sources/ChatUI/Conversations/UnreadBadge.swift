#if canImport(SwiftUI)
    import SwiftUI

    /// How much is unread, in a capsule.
    struct UnreadBadge: View {
        let text: String
        @Environment(\.theme) private var theme: Theme

        var body: some View {
            Text(verbatim: text)
                .font(Font(theme.fonts.detail).weight(.semibold))
                .foregroundColor(Color(theme.onAccent))
                .padding(.horizontal, 8)
                .padding(.vertical, 2)
                .background(Capsule().fill(Color(theme.accent)))
        }
    }
#endif
