#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// Takes the composer's place while the user can't write, and says why.
    struct SilenceNote: View {
        let silence: Silence
        /// Joins the room again.
        let rejoin: () -> Void
        /// Makes an account or signs in; `nil` if the app offers neither.
        var signIn: (() -> Void)?
        @Environment(\.theme) private var theme: Theme

        var body: some View {
            VStack(spacing: 8) {
                Label {
                    Text(verbatim: silence.sentence)
                } icon: {
                    Image(systemName: "speaker.slash").accessibilityHidden(true)
                }
                if silence.canRejoin {
                    Button(action: rejoin) { Text(localized("Join again")).touchTarget() }
                }
                if silence.canSignIn, let signIn {
                    Button(action: signIn) { Text(localized("Sign in")).touchTarget() }
                }
            }
            .themeFont(\.explanation)
            .foregroundColor(Color(theme.quiet))
            .multilineTextAlignment(.leading)
            .frame(maxWidth: .infinity)
            .padding(.horizontal, 16)
            .padding(.vertical, 14)
            .background(Color(theme.background))
        }
    }
#endif
