#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// An album: its photos as a mosaic in one bubble. The actions on a photo are in the menu of
    /// its tile. Its reactions, and why it was not sent, are below the bubble, under its number.
    struct AlbumRow: View {
        let album: Row.Album
        let act: (BubbleAction) -> Void
        @Environment(\.theme) private var theme: Theme
        @Environment(\.messageRights) private var rights: MessageRights
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting
        @Environment(\.chatSlots) private var slots: ChatSlots

        var body: some View {
            if let whole: Row.Bubble = album.whole {
                BubbleFrame(whole) {
                    bubble(whole)
                    ForEach(album.photos) { (photo: Row.Album.Photo) in
                        BubbleNotes(
                            bubble: photo.bubble, title: photo.bubble.tile.map { BubbleAccessibility.title(of: $0) },
                            act: act)
                    }
                }
            }
        }

        private func bubble(_ whole: Row.Bubble) -> some View {
            VStack(alignment: .leading, spacing: CGFloat(theme.contentSpacing)) {
                if let reply = whole.reply {
                    ReplyQuote(
                        author: reply.author?.name, text: reply.text ?? localized("An earlier message"),
                        front: front(whole)
                    )
                    .tapped { act(.show(seq: reply.seq)) }
                    .accessibilityElement(children: .combine)
                    .accessibilityAddTraits(.isButton)
                    .accessibilityAction { act(.show(seq: reply.seq)) }
                    .accessibilityHint(Text(localized("Show the original message")))
                }
                mosaic
                ForEach(album.photos) { (photo: Row.Album.Photo) in
                    if let text: String = photo.bubble.body.said {
                        WrittenText(text: text, bubble: photo.bubble, color: front(whole), act: act)
                    }
                }
                BubbleFoot(bubble: whole, color: Color(whole.isOwn ? theme.onAccent : theme.quiet))
            }
            .padding(CGFloat(theme.bubblePadding))
            .background(
                BubbleBackground(
                    corners: theme.corners(of: whole), color: Color(whole.isOwn ? theme.accent : theme.bubble))
            )
            .contentShape(Rectangle())
        }

        /// The frames are computed in ChatModel. Here they only get the width of the bubble.
        private var mosaic: some View {
            let height: CGFloat = CGFloat(album.photos.first?.bubble.tile?.albumHeight ?? 1_000)
            return Color.clear
                .aspectRatio(1_000 / max(height, 1), contentMode: .fit)
                .frame(maxWidth: CGFloat(PhotoFrame.mostWidth))
                .overlay {
                    GeometryReader { (space: GeometryProxy) in
                        ForEach(album.photos) { (photo: Row.Album.Photo) in
                            if let tile: Row.Tile = photo.bubble.tile {
                                self.tile(photo.bubble, tile, part: space.size.width / 1_000)
                            }
                        }
                    }
                }
                .clipShape(RoundedRectangle(cornerRadius: CGFloat(theme.photoRadius), style: .continuous))
        }

        private func tile(_ bubble: Row.Bubble, _ tile: Row.Tile, part: CGFloat) -> some View {
            let menu: MenuContext = self.menu(of: bubble)
            let gap: CGFloat = 2
            return content(of: bubble)
                .frame(
                    width: max(CGFloat(tile.width) * part - gap, 0), height: max(CGFloat(tile.height) * part - gap, 0)
                )
                .clipped()
                .overlay(alignment: .topTrailing) { marks(TileMarks(bubble)) }
                .contextMenu {
                    Section {
                        BubbleMenu(context: menu, slot: slots.menu)
                    } header: {
                        Text(verbatim: BubbleAccessibility.title(of: tile))
                    }
                }
                .accessibilityElement(children: .ignore)
                .accessibilityLabel(Text(verbatim: label(of: bubble, tile)))
                .accessibilityAddTraits([.isImage, .isButton])
                .bubbleActions(menu)
                .position(
                    x: (CGFloat(tile.x) + CGFloat(tile.width) / 2) * part,
                    y: (CGFloat(tile.y) + CGFloat(tile.height) / 2) * part)
        }

        /// VoiceOver says the same with the photo's label.
        @ViewBuilder private func marks(_ marks: TileMarks) -> some View {
            if !marks.isEmpty {
                HStack(spacing: 3) {
                    ForEach(marks.emoji, id: \.self) { (emoji: String) in Text(verbatim: emoji) }
                    if let symbol = marks.symbol { Image(systemName: symbol) }
                }
                .themeFont(\.detail)
                .padding(.horizontal, 6)
                .padding(.vertical, 3)
                .background(.thinMaterial, in: Capsule())
                .padding(4)
                .allowsHitTesting(false)
            }
        }

        @ViewBuilder private func content(of bubble: Row.Bubble) -> some View {
            if case .file(let file, _, _) = bubble.body {
                if file.hasPicture {
                    PhotoView(file: file, fills: true) { act(.view(file)) }.id(file.id)
                } else {
                    ZStack {
                        Color(theme.quiet).opacity(0.15)
                        Image(systemName: "play.circle.fill").font(.largeTitle).foregroundColor(Color(theme.quiet))
                    }
                    .overlay(alignment: .bottom) { UploadProgress(file: file) }
                    .contentShape(Rectangle())
                    .onTapGesture { act(.view(file)) }
                }
            }
        }

        private func label(of bubble: Row.Bubble, _ tile: Row.Tile) -> String {
            BubbleAccessibility(dateFormatting: dateFormatting).label(bubble, tile: tile)
        }

        private func menu(of bubble: Row.Bubble) -> MenuContext {
            MenuContext(
                message: MessageContext(bubble: bubble, isRevealed: false, act: act),
                actions: slots.actions.actions(for: bubble, rights: rights, isRevealed: false))
        }

        private func front(_ whole: Row.Bubble) -> Color { Color(whole.isOwn ? theme.onAccent : theme.onBubble) }
    }
#endif
