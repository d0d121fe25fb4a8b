#if canImport(SwiftUI)
    import ChatModel
    import ChatScreens
    import ChatUI
    import SwiftUI

    struct EditedMark: View {
        var body: some View { Image(systemName: "pencil") }
    }

    struct Poll: Decodable {
        var question: String
        var answers: [String]
    }

    struct ShopChat: View {
        let session: ChatSession
        let theme: Theme

        var body: some View {
            ChatView(session, room: "support")
                .chatSlot(\.bubble) { message, bubble in
                    bubble.overlay(alignment: .topTrailing) {
                        if message.bubble.isEdited { EditedMark() }
                    }
                }
                .payloadView(for: "com.example.poll", as: Poll.self) { poll, message in
                    Text(poll.question)
                    ForEach(poll.answers, id: \.self) { answer in
                        Button(answer) { message.send(answer, isReply: true) }
                    }
                }
                .messageActions { defaults, message in
                    let own = MessageAction("Translate", symbol: "globe") { translate($0) }
                    let more = defaults.filter { $0.kind == .report || $0.kind == .block }
                    return defaults.filter { $0.kind != .report && $0.kind != .block }
                        + [own, MessageAction("More", symbol: "ellipsis.circle", actions: more)]
                }
                .theme(theme)
        }

        private func translate(_ bubble: Row.Bubble) {}
    }

    struct ShopComposer: View {
        let context: ComposerContext
        @Environment(\.outgoingFolder) private var outgoingFolder

        var body: some View {
            if let silence = context.silence {
                Text(silence.sentence)
            } else {
                HStack {
                    TextField("Message", text: context.composition.text)
                    Button("Send", action: context.send).disabled(!context.composition.wrappedValue.canSend)
                }
            }
        }

        func attach(_ url: URL) async {
            do {
                let file = try await outgoingFolder.take(url)
                if !context.composition.wrappedValue.attach(file) { outgoingFolder.remove(file.id) }
            } catch {
                context.composition.wrappedValue.refuse(error.localizedDescription)
            }
        }
    }

    struct ComposingChat: View {
        let session: ChatSession

        var body: some View {
            ChatView(session, room: "support")
                .chatSlot(\.composer) { context, _ in ShopComposer(context: context) }
        }
    }

    struct ReactingChat: View {
        let session: ChatSession

        var body: some View {
            ChatView(session, room: "support")
                .messageActions { defaults, message in
                    defaults.map { entry in
                        guard entry.kind == .react else { return entry }
                        let own = ["👍", "🎉", "👀"].compactMap { BubbleAction.toggle($0, on: message) }
                        return MessageAction(entry.title, symbol: entry.symbol, actions: own.map { MessageAction($0) })
                    }
                }
        }
    }

    extension Theme {
        static var shop: Theme {
            var theme = Theme()
            theme.accent = AdaptiveColor(0x00695C, dark: 0x00796B)
            theme.fonts = ThemeFonts(named: "AvenirNext-Regular")
            (theme.bubbleRadius, theme.groupedRadius, theme.tailRadius) = (18, 6, 4)
            theme.avatarRoundness = 0.4
            return theme
        }
    }
#endif
