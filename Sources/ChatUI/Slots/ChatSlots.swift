#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// The parts of the chat's views that an app draws itself.
    /// ``SwiftUI/View/chatSlot(_:dependingOn:content:)`` replaces one.
    public struct ChatSlots {
        /// A row of a conversation, of any kind.
        public var row: ChatSlot<Row>?
        /// A message's bubble: its content, with the quoted original above and the time below. With
        /// it, each photo of an album has a bubble of its own.
        public var bubble: ChatSlot<MessageContext>?
        /// What a linked page says of itself, below the text of its message.
        public var linkPreview: ChatSlot<LinkCard>?
        /// The picture of a person, wherever it is shown.
        public var avatar: ChatSlot<AvatarContext>?
        /// The content of a message's menu.
        public var menu: ChatSlot<MenuContext>?
        /// The composer, or the sentence in its place while the user can't write.
        public var composer: ChatSlot<ComposerContext>?
        /// The middle of a room's navigation bar. The default is the title.
        public var header: ChatSlot<ConversationContent>?
        /// What is above a room's messages. The default is the banner while the connection has a
        /// problem.
        public var banner: ChatSlot<ConversationContent>?
        /// The names of the people who are typing. The default keeps its height when nobody is.
        public var typing: ChatSlot<[String]>?
        /// The note in place of an empty list.
        public var empty: ChatSlot<EmptyContext>?
        /// A room in the list of rooms.
        public var roomLine: ChatSlot<ConversationItem>?

        /// The content of messages with a payload, by its type.
        var payloads: [String: PayloadSlot] = [:]
        var actions: MessageActionRule = MessageActionRule()
        /// What each ``SwiftUI/View/messageActions(dependingOn:_:)`` depends on.
        var actionDependencies: [AnyHashable] = []

        init() {}

        /// What the rows' parts depend on.
        var rowDependencies: [RowSlot: AnyHashable] {
            var values: [RowSlot: AnyHashable] = [:]
            values[.row] = row?.dependency
            values[.bubble] = bubble?.dependency
            values[.linkPreview] = linkPreview?.dependency
            values[.avatar] = avatar?.dependency
            values[.menu] = menu?.dependency
            if !actionDependencies.isEmpty { values[.actions] = AnyHashable(actionDependencies) }
            for (type, slot): (String, PayloadSlot) in payloads { values[.payload(type)] = slot.dependency }
            return values
        }
    }

    /// A part of the chat's views that an app draws itself.
    public struct ChatSlot<Context> {
        let dependency: AnyHashable
        let view: @MainActor (Context, AnyView) -> AnyView
    }

    /// An app's own view for messages with a payload of one type.
    struct PayloadSlot {
        let dependency: AnyHashable
        /// `nil` if the payload is not what the app expects.
        let view: @MainActor (Payload, MessageContext) -> AnyView?
    }

    /// The composer, and what the user may do with it.
    public struct ComposerContext {
        /// The message being written.
        public let composition: Binding<Composition>
        /// Why the user can't write; `nil` if they can.
        public let silence: Silence?
        /// Sends what is written. It does nothing if that can't be sent.
        public let send: () -> Void
        /// Tells the others in the room that the user is typing.
        public let typed: () -> Void
        /// Sends the user's location; `nil` if the app can't.
        public let sendLocation: (() -> Void)?
        /// Returns the people whose names begin with what is written after an `@`:
        /// ``Composition/nameStart``. ``Composition/complete(_:)`` writes one.
        public let mentionable: (NameStart) -> [Author]
        /// Begins an edit of the user's newest message, as ↑ does in an empty field. Returns
        /// whether there is one that can be edited.
        public let editLast: () -> Bool
    }

    private struct ChatSlotsKey: EnvironmentKey {
        static var defaultValue: ChatSlots { ChatSlots() }
    }

    extension EnvironmentValues {
        var chatSlots: ChatSlots {
            get { self[ChatSlotsKey.self] }
            set { self[ChatSlotsKey.self] = newValue }
        }
    }
#endif
