#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// Who is typing. It keeps its height when nobody is, so that the list does not jump.
    public struct TypingLine: View {
        /// The names of the people who are typing. Of three or more, only the number is shown.
        public var names: [String]
        @Environment(\.theme) private var theme: Theme

        /// Creates the view.
        public init(names: [String]) { self.names = names }

        public var body: some View {
            Text(verbatim: names.isEmpty ? " " : Sentences.typing(names))
                .font(Font(theme.fonts.notice))
                .foregroundColor(Color(theme.quiet))
                .lineLimit(1)
                .minimumScaleFactor(0.5)
                .frame(maxWidth: .infinity, alignment: .leading)
                .padding(.horizontal, 16)
                .accessibilityHidden(names.isEmpty)
        }
    }
#endif
