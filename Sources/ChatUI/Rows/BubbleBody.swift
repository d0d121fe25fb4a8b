#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// A message's content, with the quoted original above and the time below.
    struct BubbleBody: View {
        let message: MessageContext
        @Environment(\.theme) private var theme: Theme
        @Environment(\.chatSlots) private var slots: ChatSlots
        @Environment(\.voicePlayback) private var voicePlayback: VoicePlayback?

        private var bubble: Row.Bubble { message.bubble }

        private func act(_ action: BubbleAction) { message.perform(action) }

        var body: some View {
            VStack(alignment: .leading, spacing: CGFloat(theme.contentSpacing)) {
                if let reply = bubble.reply {
                    ReplyQuote(
                        author: reply.author?.name, text: reply.text ?? localized("An earlier message"), front: front
                    )
                    .tapped { act(.show(seq: reply.seq)) }
                }
                said
                BubbleFoot(bubble: bubble, color: foot)
            }
            .padding(CGFloat(theme.bubblePadding))
            .background(BubbleBackground(corners: theme.corners(of: bubble), color: background))
            .contentShape(Rectangle())
        }

        @ViewBuilder private var said: some View {
            if bubble.isBlocked && !message.isRevealed {
                gone(Sentences.blocked)
                    .touchTarget(.leading)
                    .onTapGesture { if let seq = bubble.seq { act(.reveal(of: seq)) } }
            } else {
                content
            }
        }

        @ViewBuilder private var content: some View {
            switch bubble.body {
            case .deleted: gone(Sentences.deleted(bubble.deletion))
            case .damaged: gone(Sentences.damaged)
            case .text(let text, let payload):
                if let own: AnyView = view(of: payload) {
                    own
                } else if let location: Location = bubble.body.location {
                    LocationLine(location: location, front: front) { (url: URL) in act(.open(url)) }
                } else {
                    written(text)
                }
            case .file(let file, let text, let payload):
                VStack(alignment: .leading, spacing: 6) {
                    content(of: file)
                    if let own: AnyView = view(of: payload) {
                        own
                    } else if let text {
                        written(text)
                    }
                }
            }
        }

        private func written(_ text: String) -> some View {
            WrittenText(text: text, bubble: bubble, color: front, act: act)
        }

        /// The app's own view of a payload; `nil` if there is none, or the payload is not what the
        /// app expects.
        private func view(of payload: Payload?) -> AnyView? {
            guard let payload, let slot: PayloadSlot = slots.payloads[payload.type] else { return nil }
            return slot.view(payload, message)
        }

        private func gone(_ sentence: String) -> some View {
            Text(verbatim: sentence)
                .italic()
                .font(Font(theme.fonts.message))
                .foregroundColor(foot)
        }

        /// Cells are reused for other messages: state about a file belongs to the file.
        @ViewBuilder private func content(of file: Row.File) -> some View {
            if file.kind == .voice, let voice = file.voice, let voicePlayback {
                VoiceLine(file: file, voice: voice, front: front, playback: voicePlayback) { act(.view(file)) }
            } else if file.hasPicture {
                PhotoView(file: file) { act(.view(file)) }
                    .clipShape(RoundedRectangle(cornerRadius: CGFloat(theme.photoRadius), style: .continuous))
                    .id(file.id)
            } else {
                FileLine(file: file, front: front) { act(.view(file)) }
            }
        }

        private var front: Color { Color(bubble.isOwn ? theme.onAccent : theme.onBubble) }
        private var foot: Color { Color(bubble.isOwn ? theme.onAccent : theme.quiet) }
        private var background: Color { Color(bubble.isOwn ? theme.accent : theme.bubble) }
    }
#endif
