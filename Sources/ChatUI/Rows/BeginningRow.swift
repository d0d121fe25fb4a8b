#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// The row above a room's first message.
    struct BeginningRow: View {
        @Environment(\.theme) private var theme: Theme

        var body: some View {
            Text(localized("This is the beginning of the room."))
                .font(Font(theme.fonts.notice))
                .foregroundColor(Color(theme.quiet))
                .frame(maxWidth: .infinity)
                .padding(.vertical, 24)
        }
    }
#endif
