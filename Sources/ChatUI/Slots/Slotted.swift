#if canImport(SwiftUI)
    import SwiftUI

    /// A part that an app may draw itself: the app's view, or the default.
    struct Slotted<Context, Default: View>: View {
        private let slot: KeyPath<ChatSlots, ChatSlot<Context>?>
        private let context: Context
        private let original: () -> Default
        @Environment(\.chatSlots) private var slots: ChatSlots

        init(
            _ slot: KeyPath<ChatSlots, ChatSlot<Context>?>, _ context: Context,
            @ViewBuilder original: @escaping () -> Default
        ) {
            self.slot = slot
            self.context = context
            self.original = original
        }

        var body: some View {
            if let slot: ChatSlot<Context> = slots[keyPath: slot] {
                slot.view(context, AnyView(original()))
            } else {
                original()
            }
        }
    }
#endif
