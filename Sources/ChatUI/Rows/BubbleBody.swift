#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// A message's content, with the quoted original above and the time below.
    struct BubbleBody: View {
        let bubble: Row.Bubble
        /// Whether the user wants to see it although they block the author.
        let isRevealed: Bool
        let act: (BubbleAction) -> Void
        @Environment(\.theme) private var theme: Theme

        var body: some View {
            VStack(alignment: .leading, spacing: 4) {
                if let reply = bubble.reply {
                    ReplyQuote(author: reply.author?.name, text: reply.text ?? "An earlier message", front: front)
                        .onTapGesture { act(.show(seq: reply.seq)) }
                }
                said
                BubbleFoot(bubble: bubble, color: foot)
            }
            .padding(CGFloat(theme.bubblePadding))
            .background(shape.fill(background))
            .contentShape(shape)
        }

        @ViewBuilder private var said: some View {
            if bubble.isBlocked && !isRevealed {
                gone(Sentences.blocked)
                    .onTapGesture { if let seq = bubble.seq { act(.reveal(of: seq)) } }
            } else {
                content
            }
        }

        @ViewBuilder private var content: some View {
            switch bubble.body {
            case .deleted: gone(Sentences.deleted(bubble.deletion))
            case .damaged: gone(Sentences.damaged)
            case .text(let text, _):
                if let location: Location = bubble.body.location {
                    LocationLine(location: location, front: front) { (url: URL) in act(.open(url)) }
                } else {
                    MessageTextView(text: text, color: front)
                }
            case .file(let file, let text, _):
                VStack(alignment: .leading, spacing: 6) {
                    content(of: file)
                    if let text { MessageTextView(text: text, color: front) }
                }
            }
        }

        private func gone(_ sentence: String) -> some View {
            Text(sentence)
                .italic()
                .font(.body)
                .foregroundColor(foot)
        }

        /// Cells are reused for other messages: state about a file belongs to the file.
        @ViewBuilder private func content(of file: Row.File) -> some View {
            if FileKind(type: file.type, dimensions: file.dimensions) == .photo {
                PhotoView(file: file) { act(.view(file)) }
                    .clipShape(RoundedRectangle(cornerRadius: CGFloat(theme.photoRadius), style: .continuous))
                    .id(file.id)
            } else {
                FileLine(file: file, front: front) { act(.view(file)) }
            }
        }

        private var shape: RoundedRectangle {
            RoundedRectangle(cornerRadius: CGFloat(theme.bubbleRadius), style: .continuous)
        }

        private var front: Color { Color(bubble.isOwn ? theme.onAccent : theme.onBubble) }
        private var foot: Color { Color(bubble.isOwn ? theme.onAccent : theme.quiet) }
        private var background: Color { Color(bubble.isOwn ? theme.accent : theme.bubble) }
    }
#endif
