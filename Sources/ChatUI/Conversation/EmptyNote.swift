#if canImport(SwiftUI)
    import SwiftUI

    /// Shown instead of an empty list.
    public struct EmptyNote: View {
        /// The name of the symbol above the sentence (SF Symbols 4).
        public var symbol: String
        /// Why the list is empty, in a sentence for the user.
        public var sentence: String
        @Environment(\.theme) private var theme: Theme

        /// Creates the view.
        public init(symbol: String, sentence: String) {
            self.symbol = symbol
            self.sentence = sentence
        }

        public var body: some View {
            VStack(spacing: 12) {
                Image(systemName: symbol).font(.largeTitle)
                Text(verbatim: sentence)
                    .font(.callout)
                    .multilineTextAlignment(.center)
            }
            .foregroundColor(Color(theme.quiet))
            .padding(32)
            .accessibilityElement(children: .combine)
        }
    }
#endif
