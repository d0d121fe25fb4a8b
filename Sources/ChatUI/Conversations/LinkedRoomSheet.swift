#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// Asks whether to join the room that a link leads to.
    public struct LinkedRoomSheet: View {
        /// What the screen shows.
        public var content: LinkedRoomContent
        /// Joins the room.
        public var join: () -> Void
        /// Asks the group's members to let the user in.
        public var ask: () -> Void
        /// Closes the screen, and joins nothing.
        public var cancel: () -> Void

        /// Creates the sheet.
        public init(
            content: LinkedRoomContent, join: @escaping () -> Void, ask: @escaping () -> Void = {},
            cancel: @escaping () -> Void
        ) {
            self.content = content
            self.join = join
            self.ask = ask
            self.cancel = cancel
        }

        public var body: some View {
            FormSheet(
                title: localized("Join this room?"), height: 240,
                confirm: FormButton(title: localized("Join"), isDisabled: !content.canJoin, isDefault: true, act: join),
                cancel: cancel
            ) {
                Section {
                    VStack(alignment: .leading, spacing: 4) {
                        Text(verbatim: content.title).themeFont(\.title)
                        if let topic = content.topic { Text(verbatim: topic) }
                        Text(verbatim: content.place).themeFont(\.explanation).foregroundColor(.secondary)
                    }
                    .accessibilityElement(children: .combine)
                    if content.isLoading { ProgressView() }
                } footer: {
                    Text(verbatim: content.sentence)
                }
                if content.canAsk { Section { Button(localized("Ask to join"), action: ask) } }
                if !content.canJoin { Text(localized("Connecting to the server…")).themeFont(\.explanation) }
            }
        }
    }
#endif
