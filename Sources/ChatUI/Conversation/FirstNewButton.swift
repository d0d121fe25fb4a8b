#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// Goes to the first new message, which is above what the list shows.
    struct FirstNewButton: View {
        /// “57 new messages”.
        let sentence: String
        /// Called when the button is pressed.
        let go: () -> Void

        @Environment(\.theme) private var theme: Theme

        var body: some View {
            Button(action: go) {
                HStack(spacing: 6) {
                    Image(systemName: "chevron.up")
                    Text(verbatim: sentence)
                }
                .accentCapsule(theme)
            }
            .buttonStyle(.plain)
            .accessibilityHint(Text(localized("Go to the first new message")))
            .padding(12)
        }
    }
#endif
