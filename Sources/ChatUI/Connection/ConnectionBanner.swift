#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// The banner at the top while the connection has a problem.
    public struct ConnectionBanner: View {
        /// The banner's text and button; `nil` hides the banner.
        public var notice: ConnectionNotice?
        /// Called when the button is pressed.
        public var act: (ConnectionNotice.Remedy) -> Void

        @Environment(\.theme) private var theme: Theme

        /// Creates the view.
        public init(notice: ConnectionNotice?, act: @escaping (ConnectionNotice.Remedy) -> Void) {
            self.notice = notice
            self.act = act
        }

        @ViewBuilder public var body: some View {
            if let notice {
                LargeTextStack(spacing: 12) {
                    Image(systemName: "wifi.exclamationmark").accessibilityHidden(true)
                    Text(verbatim: notice.sentence)
                        .font(Font(theme.fonts.button).weight(.regular))
                        .fillsLine()
                    if let remedy = notice.remedy {
                        SmallButton(remedy.title) { act(remedy) }
                            .font(Font(theme.fonts.button))
                            .buttonStyle(.borderless)
                    }
                }
                .foregroundColor(Color(theme.onWarning))
                .padding(.horizontal, 16)
                .padding(.vertical, 4)
                .frame(minHeight: 36)
                .background(Color(theme.warning))
                .transition(.opacity)
            }
        }
    }
#endif
