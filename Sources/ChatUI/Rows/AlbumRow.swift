#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// An album: its photos as a mosaic in one bubble. What is done to a photo is done at its tile.
    struct AlbumRow: View {
        let album: Row.Album
        let act: (BubbleAction) -> Void
        @Environment(\.theme) private var theme: Theme
        @Environment(\.messageRights) private var rights: MessageRights
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting
        @Environment(\.chatSlots) private var slots: ChatSlots

        var body: some View {
            if let whole: Row.Bubble = album.whole {
                HStack(alignment: .bottom, spacing: CGFloat(theme.avatarSpacing)) {
                    if whole.isOwn {
                        Spacer(minLength: CGFloat(theme.bubbleMargin))
                    } else {
                        avatar(of: whole)
                    }
                    column(whole)
                    if !whole.isOwn { Spacer(minLength: CGFloat(theme.bubbleMargin)) }
                }
                .padding(.horizontal, CGFloat(theme.rowInset))
                .padding(.top, CGFloat(whole.isFirst ? theme.groupSpacing : theme.rowSpacing))
            }
        }

        private func column(_ whole: Row.Bubble) -> some View {
            VStack(alignment: whole.isOwn ? .trailing : .leading, spacing: 3) {
                if whole.isFirst && !whole.isOwn { author(of: whole) }
                bubble(whole)
                ForEach(album.photos) { (photo: Row.Album.Photo) in
                    if !photo.bubble.reactions.isEmpty { ReactionBar(bubble: photo.bubble, act: act) }
                    if case .failed(let error, let ticket) = photo.bubble.state {
                        FailureLine(
                            sentence: error.text, retry: { act(.retry(ticket)) }, drop: { act(.drop(ticket)) })
                    }
                    if case .held(let ticket) = photo.bubble.state {
                        FailureLine(sentence: BubbleAccessibility.held, retry: nil, drop: { act(.hide(ticket)) })
                    }
                }
                if !whole.readers.isEmpty { ReaderLine(readers: whole.readers) }
            }
            .frame(maxWidth: CGFloat(theme.bubbleWidth), alignment: whole.isOwn ? .trailing : .leading)
        }

        private func bubble(_ whole: Row.Bubble) -> some View {
            VStack(alignment: .leading, spacing: CGFloat(theme.contentSpacing)) {
                if let reply = whole.reply {
                    ReplyQuote(
                        author: reply.author?.name, text: reply.text ?? "An earlier message", front: front(whole)
                    )
                    .onTapGesture { act(.show(seq: reply.seq)) }
                }
                mosaic
                ForEach(album.photos) { (photo: Row.Album.Photo) in
                    if let text: String = photo.bubble.body.said {
                        MessageTextView(text: text, color: front(whole))
                    }
                }
                BubbleFoot(bubble: whole, color: Color(whole.isOwn ? theme.onAccent : theme.quiet))
            }
            .padding(CGFloat(theme.bubblePadding))
            .background(shape(whole).fill(Color(whole.isOwn ? theme.accent : theme.bubble)))
            .contentShape(shape(whole))
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
                .contextMenu { BubbleMenu(context: menu, slot: slots.menu) }
                .accessibilityElement(children: .ignore)
                .accessibilityLabel(Text(verbatim: label(of: bubble, tile)))
                .accessibilityAddTraits([.isImage, .isButton])
                .bubbleActions(menu)
                .position(
                    x: (CGFloat(tile.x) + CGFloat(tile.width) / 2) * part,
                    y: (CGFloat(tile.y) + CGFloat(tile.height) / 2) * part)
        }

        @ViewBuilder private func content(of bubble: Row.Bubble) -> some View {
            if case .file(let file, _, _) = bubble.body {
                if FileKind(type: file.type, dimensions: file.dimensions) == .photo {
                    PhotoView(file: file, fills: true) { act(.view(file)) }.id(file.id)
                } else {
                    ZStack {
                        Color(theme.quiet).opacity(0.15)
                        Image(systemName: "play.circle.fill").font(.largeTitle).foregroundColor(Color(theme.quiet))
                    }
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

        @ViewBuilder private func avatar(of whole: Row.Bubble) -> some View {
            if whole.isLast {
                Avatar(author: whole.author, size: theme.avatarSize)
            } else {
                Color.clear.frame(width: CGFloat(theme.avatarSize), height: 1)
            }
        }

        private func author(of whole: Row.Bubble) -> some View {
            Text(verbatim: whole.author.name)
                .font(Font(theme.fonts.author))
                .foregroundColor(Color(theme.color(of: whole.author.user)))
                .padding(.leading, CGFloat(theme.bubblePadding))
                .accessibilityHidden(true)
        }

        private func front(_ whole: Row.Bubble) -> Color { Color(whole.isOwn ? theme.onAccent : theme.onBubble) }

        private func shape(_ whole: Row.Bubble) -> UnevenRoundedRectangle {
            let corners: BubbleCorners = theme.corners(of: whole)
            return UnevenRoundedRectangle(
                topLeadingRadius: CGFloat(corners.topLeading), bottomLeadingRadius: CGFloat(corners.bottomLeading),
                bottomTrailingRadius: CGFloat(corners.bottomTrailing),
                topTrailingRadius: CGFloat(corners.topTrailing), style: .continuous)
        }
    }
#endif
