#if canImport(SwiftUI)
    import SwiftUI

    /// The preview of a linked page: its site, title, summary and picture, below the text of the
    /// message. A tap opens the page.
    struct LinkPreviewCard: View {
        let card: LinkCard
        let front: Color
        let open: (URL) -> Void
        @Environment(\.theme) private var theme: Theme

        var body: some View {
            VStack(alignment: .leading, spacing: 2) {
                Text(verbatim: card.preview.site)
                    .font(Font(theme.fonts.quote))
                    .lineLimit(1)
                    .opacity(0.8)
                Text(verbatim: card.preview.title)
                    .font(Font(theme.fonts.quote).weight(.semibold))
                    .lineLimit(2)
                if let summary = card.preview.summary {
                    Text(verbatim: summary)
                        .font(Font(theme.fonts.quote))
                        .lineLimit(3)
                }
                if let frame = card.frame { picture(frame) }
            }
            .foregroundColor(front)
            .padding(8)
            .background(front.opacity(0.1), in: RoundedRectangle(cornerRadius: CGFloat(theme.photoRadius)))
            .fixedSize(horizontal: false, vertical: true)
            .contentShape(Rectangle())
            .onTapGesture { if let url = card.url { open(url) } }
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(Text(verbatim: card.label))
            .accessibilityAddTraits(.isLink)
        }

        /// The space of the picture is reserved before it is loaded. It stays empty if the server
        /// does not keep the picture any more.
        private func picture(_ frame: PhotoFrame) -> some View {
            front.opacity(0.1)
                .aspectRatio(CGFloat(frame.ratio), contentMode: .fit)
                .frame(maxWidth: CGFloat(frame.width), maxHeight: CGFloat(frame.height))
                .overlay {
                    AsyncImage(url: card.image) { (image: Image) in
                        image.resizable().aspectRatio(contentMode: .fill).accessibilityIgnoresInvertColors()
                    } placeholder: {
                        Color.clear
                    }
                }
                .clipShape(RoundedRectangle(cornerRadius: CGFloat(theme.photoRadius), style: .continuous))
                .padding(.top, 4)
        }
    }

    private struct LinkCardsKey: EnvironmentKey {
        static let defaultValue: [String: LinkCard] = [:]
    }

    extension EnvironmentValues {
        /// The cards of linked pages, by link, as far as they are loaded.
        public var linkCards: [String: LinkCard] {
            get { self[LinkCardsKey.self] }
            set { self[LinkCardsKey.self] = newValue }
        }
    }
#endif
