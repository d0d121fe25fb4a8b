#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// Why a message was not sent, or is held, and what to do about it.
    struct FailureLine: View {
        let sentence: String
        /// `nil` for a held message. The server has it: it is not sent again, and hiding it takes
        /// nothing back.
        let retry: (() -> Void)?
        let drop: () -> Void
        @Environment(\.theme) private var theme: Theme

        var body: some View {
            VStack(alignment: .trailing, spacing: 2) {
                Text(verbatim: sentence)
                    .font(Font(theme.fonts.detail))
                    .foregroundColor(retry == nil ? .secondary : Color(theme.trouble))
                LargeTextStack(spacing: 12) {
                    if let retry {
                        SmallButton(localized("Try again"), act: retry)
                        SmallButton(localized("Discard"), role: .destructive, act: drop)
                    } else {
                        SmallButton(localized("Hide"), act: drop)
                    }
                }
                .font(Font(theme.fonts.detail).weight(.semibold))
                .buttonStyle(.borderless)
            }
        }
    }
#endif
