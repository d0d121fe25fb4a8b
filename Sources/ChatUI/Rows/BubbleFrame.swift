#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// What is around the content of messages: the author's picture and name, the people who have
    /// read up to here, and the margins.
    struct BubbleFrame<Content: View>: View {
        /// The message, or an album as one message.
        private let bubble: Row.Bubble
        private let content: Content
        @Environment(\.theme) private var theme: Theme

        init(_ bubble: Row.Bubble, @ViewBuilder content: () -> Content) {
            self.bubble = bubble
            self.content = content()
        }

        var body: some View {
            HStack(alignment: .bottom, spacing: CGFloat(theme.avatarSpacing)) {
                if bubble.isOwn {
                    Spacer(minLength: CGFloat(theme.bubbleMargin))
                } else {
                    avatar
                }
                column
                if !bubble.isOwn { Spacer(minLength: CGFloat(theme.bubbleMargin)) }
            }
            .padding(.horizontal, CGFloat(theme.rowInset))
            .padding(.top, CGFloat(bubble.isFirst ? theme.groupSpacing : theme.rowSpacing))
        }

        private var column: some View {
            VStack(alignment: bubble.isOwn ? .trailing : .leading, spacing: 3) {
                if bubble.isFirst && !bubble.isOwn { author }
                content
                if !bubble.readers.isEmpty { ReaderLine(readers: bubble.readers) }
            }
            .frame(maxWidth: CGFloat(theme.bubbleWidth), alignment: bubble.isOwn ? .trailing : .leading)
        }

        @ViewBuilder private var avatar: some View {
            if bubble.isLast {
                Avatar(author: bubble.author, size: theme.avatarSize)
            } else {
                Color.clear.frame(width: CGFloat(theme.avatarSize), height: 1)
            }
        }

        private var author: some View {
            Text(verbatim: bubble.author.name)
                .font(Font(theme.fonts.author))
                .foregroundColor(Color(theme.color(of: bubble.author.user)))
                .padding(.leading, CGFloat(theme.bubblePadding))
                .accessibilityHidden(true)
        }
    }

    /// What is below the content of a message: its reactions, and why it was not sent.
    struct BubbleNotes: View {
        let bubble: Row.Bubble
        /// The photo of an album that the message is; `nil` for a message alone.
        var title: String?
        let act: (BubbleAction) -> Void
        @Environment(\.theme) private var theme: Theme

        var body: some View {
            if let title, hasNotes {
                Text(verbatim: title)
                    .font(Font(theme.fonts.time))
                    .foregroundColor(Color(theme.quiet))
                    .padding(.top, 3)
            }
            if !bubble.reactions.isEmpty { ReactionBar(bubble: bubble, act: act) }
            if case .failed(let error, let ticket) = bubble.state {
                FailureLine(sentence: error.text, retry: { act(.retry(ticket)) }, drop: { act(.drop(ticket)) })
            }
            if case .held(let ticket) = bubble.state {
                FailureLine(sentence: BubbleAccessibility.held, retry: nil, drop: { act(.hide(ticket)) })
            }
        }

        private var hasNotes: Bool {
            if !bubble.reactions.isEmpty { return true }
            switch bubble.state {
            case .failed, .held: return true
            case .waiting, .sending, .sent, .changing: return false
            }
        }
    }
#endif
