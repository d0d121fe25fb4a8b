#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// A message's menu: on long press or secondary click.
    struct BubbleMenu: View {
        let context: MenuContext
        /// The app's own menu. A menu is outside of the environment of its view.
        let slot: ChatSlot<MenuContext>?

        var body: some View {
            if let slot { slot.view(context, AnyView(entries)) } else { entries }
        }

        private var entries: some View {
            ForEach(context.actions) { (action: MessageAction) in
                if action.hasSubmenu {
                    Menu {
                        ForEach(action.choices, id: \.self) { (choice: MessageAction.Choice) in
                            Button(choice.title) { context.message.perform(choice.action) }
                        }
                        ForEach(action.actions) { (entry: MessageAction) in button(entry) }
                    } label: {
                        Label(action.title, systemImage: action.symbol)
                    }
                } else {
                    button(action)
                }
            }
        }

        private func button(_ action: MessageAction) -> some View {
            Button(role: action.isDestructive ? ButtonRole.destructive : nil) {
                context.perform(action)
            } label: {
                Label(action.title, systemImage: action.symbol)
            }
        }
    }

    extension View {
        /// The same as VoiceOver actions.
        func bubbleActions(_ context: MenuContext) -> some View {
            accessibilityActions {
                ForEach(context.actions.spoken) { (action: MessageAction) in
                    Button(action.title) { context.perform(action) }
                }
            }
        }
    }
#endif
