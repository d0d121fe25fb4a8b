#if canImport(SwiftUI)
    import SwiftUI

    /// The row above a room's first message.
    struct BeginningRow: View {
        @Environment(\.theme) private var theme: Theme

        var body: some View {
            Text("This is the beginning.")
                .font(Font(theme.fonts.notice))
                .foregroundColor(Color(theme.quiet))
                .frame(maxWidth: .infinity)
                .padding(.vertical, 24)
        }
    }
#endif
