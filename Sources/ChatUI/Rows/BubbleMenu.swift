#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// A message's menu: on long press or secondary click.
    struct BubbleMenu: View {
        let bubble: Row.Bubble
        let rights: MessageRights
        let isRevealed: Bool
        let act: (BubbleAction) -> Void

        var body: some View {
            if rights.edits, BubbleAction.canReact(to: bubble, isRevealed: isRevealed) {
                Menu {
                    ForEach(BubbleAction.emoji, id: \.self) { (emoji: String) in
                        Button(emoji) {
                            if let action = BubbleAction.toggle(emoji, on: bubble, isRevealed: isRevealed) {
                                act(action)
                            }
                        }
                    }
                } label: {
                    Label("React", systemImage: "face.smiling")
                }
            }
            if !BubbleAction.reports(of: bubble).isEmpty {
                Menu {
                    ForEach(BubbleAction.reports(of: bubble), id: \.self) { (action: BubbleAction) in
                        Button(action.title) { act(action) }
                    }
                } label: {
                    Label("Report", systemImage: "exclamationmark.bubble")
                }
            }
            ForEach(actions, id: \.self) { (action: BubbleAction) in
                Button(role: action.isDestructive ? ButtonRole.destructive : nil) {
                    act(action)
                } label: {
                    Label(action.title, systemImage: action.symbol)
                }
            }
        }

        private var actions: [BubbleAction] {
            BubbleAction.menu(for: bubble, rights: rights, isRevealed: isRevealed)
        }
    }

    extension View {
        /// The same as VoiceOver actions.
        func bubbleActions(
            _ bubble: Row.Bubble, rights: MessageRights, isRevealed: Bool, act: @escaping (BubbleAction) -> Void
        ) -> some View {
            let actions: [BubbleAction] = BubbleAction.menu(for: bubble, rights: rights, isRevealed: isRevealed)
            return accessibilityActions {
                ForEach(actions, id: \.self) { (action: BubbleAction) in
                    Button(action.title) { act(action) }
                }
                ForEach(BubbleAction.reports(of: bubble), id: \.self) { (action: BubbleAction) in
                    Button(action.title) { act(action) }
                }
                if rights.edits, let like = BubbleAction.toggle("👍", on: bubble, isRevealed: isRevealed) {
                    Button(like.title) { act(like) }
                }
            }
        }
    }
#endif
