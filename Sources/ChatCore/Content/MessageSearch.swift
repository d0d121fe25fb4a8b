import Foundation

/// Where ``ChatClient/search(_:in:)`` looks. The default finds what this device holds; an app with an index of its own, or a server that
/// has one, implements this.
public protocol MessageSearch: Sendable {
    /// - Parameters:
    ///   - room: `nil` for all of them.
    ///   - chat: what the client holds at the moment.
    /// - Returns: the best first, at most ``ChatWire/Limits/searchHits``.
    func search(_ text: String, in room: RoomName?, of chat: Chat) async throws -> [SearchHit]
}

public struct SearchHit: Hashable, Sendable {
    public var room: RoomName
    /// A message. ``ChatModel/Timeline/View/around(_:)`` its number shows it.
    public var event: Event

    public init(room: RoomName, event: Event) {
        self.room = room
        self.event = event
    }
}

/// Looks through the messages that are held: of each room its window, the newest first. Case and accents don't matter.
public struct HeldMessageSearch: MessageSearch {
    public init() {}

    public func search(_ text: String, in room: RoomName?, of chat: Chat) -> [SearchHit] {
        let hits = chat.conversations.values.filter { room == nil || $0.room == room }
            .flatMap { conversation in
                conversation.timeline.events.filter { $0.says(text) }
                    .map { SearchHit(room: conversation.room, event: $0) }
            }
        return Array(hits.sorted { $0.event.at > $1.event.at }.prefix(Limits.searchHits))
    }
}

extension Event {
    fileprivate func says(_ text: String) -> Bool {
        guard case .message(let message) = content else { return false }
        return message.text.range(of: text, options: [.caseInsensitive, .diacriticInsensitive]) != nil
    }
}

extension ChatClient {
    /// Messages that say `text`, in one room or in all.
    public func search(_ text: String, in room: RoomName? = nil) async throws -> [SearchHit] {
        try await messageSearch.search(text, in: room, of: try chat())
    }
}
