#if canImport(SwiftUI)
    import SwiftUI

    /// Shown instead of an empty list.
    public struct EmptyNote: View {
        /// The name of the symbol above the sentence (SF Symbols 4).
        public var symbol: String
        /// Why the list is empty, in a sentence for the user.
        public var sentence: String
        /// The list that is empty; `nil` if an app does not draw this note itself.
        private let place: EmptyContext.Place?
        @Environment(\.theme) private var theme: Theme

        /// Creates the view.
        public init(symbol: String, sentence: String) {
            self.init(place: nil, symbol: symbol, sentence: sentence)
        }

        init(place: EmptyContext.Place?, symbol: String, sentence: String) {
            self.place = place
            self.symbol = symbol
            self.sentence = sentence
        }

        @ViewBuilder public var body: some View {
            if let place {
                Slotted(\.empty, EmptyContext(place: place, symbol: symbol, sentence: sentence)) { note }
            } else {
                note
            }
        }

        private var note: some View {
            VStack(spacing: 12) {
                Image(systemName: symbol).font(.largeTitle).accessibilityHidden(true)
                Text(verbatim: sentence)
                    .font(Font(theme.fonts.note))
                    .multilineTextAlignment(.center)
            }
            .foregroundColor(Color(theme.quiet))
            .padding(32)
            .accessibilityElement(children: .combine)
        }
    }
#endif
