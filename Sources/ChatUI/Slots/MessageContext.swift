import ChatModel
import ChatWire

/// A message, and what an app's own view may do with it.
public struct MessageContext {
    /// The message.
    public let bubble: Row.Bubble
    /// Whether the user wants to see the message although they block its author.
    public let isRevealed: Bool
    private let act: (BubbleAction) -> Void

    init(bubble: Row.Bubble, isRevealed: Bool, act: @escaping (BubbleAction) -> Void) {
        self.bubble = bubble
        self.isRevealed = isRevealed
        self.act = act
    }

    /// Performs an action on the message, such as a reaction or the opening of a link.
    public func perform(_ action: BubbleAction) { act(action) }

    /// Sends a message to the room, as the answer of a poll or a button does.
    ///
    /// - Parameters:
    ///   - payload: An app's own content; then `text` is for clients that do not know it.
    ///   - isReply: Whether it replies to this message. A message that is not in the log yet gets
    ///     no reply.
    public func send(_ text: String, payload: Payload? = nil, isReply: Bool = false) {
        act(.change(.message(text: text, reply: isReply ? bubble.seq : nil, payload: payload)))
    }
}

/// A person's picture.
public struct AvatarContext: Hashable, Sendable {
    /// The person.
    public let author: Author
    /// The picture that they have chosen; `nil` if they have none, or it is not known.
    public let avatar: Attachment?
    /// The width and height, in points.
    public let size: Double
}

/// A note in place of an empty list.
public struct EmptyContext: Hashable, Sendable {
    /// The list that is empty.
    public enum Place: Hashable, Sendable {
        /// A room's messages.
        case room(RoomName)
        /// The list of rooms, or what a search in it finds.
        case rooms(search: String)
    }

    /// The list that is empty.
    public let place: Place
    /// The name of the default symbol (SF Symbols 4).
    public let symbol: String
    /// Why the list is empty: a sentence for the user.
    public let sentence: String
}

/// The menu of a message.
public struct MenuContext {
    /// The message.
    public let message: MessageContext
    /// The entries, as `messageActions` has left them.
    public let actions: [MessageAction]

    /// Performs an entry of the menu. A submenu does nothing.
    @MainActor public func perform(_ action: MessageAction) {
        action.perform(on: message.bubble) { message.perform($0) }
    }
}
