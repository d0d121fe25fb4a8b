/// Finds messages for ``ChatClient/search(_:in:)``. By default, ``LocalMessageSearch`` searches the
/// messages on this device. An app with an index of its own implements this protocol.
public protocol MessageSearch: Sendable {
    /// Finds the messages that match a text.
    ///
    /// - Parameters:
    ///   - text: What to look for.
    ///   - room: `nil` for all rooms.
    ///   - chat: What the client holds now.
    /// - Returns: The best hits first, at most ``ChatWire/Limits/searchHits``.
    func search(_ text: String, in room: RoomName?, of chat: Chat) async throws -> [SearchHit]
}

/// A message that a search found.
public struct SearchHit: Hashable, Sendable {
    /// The message's room.
    public var room: RoomName
    /// The message. Pass its number to ``ChatModel/Timeline/View/around(_:)`` to show it.
    public var event: Event

    /// Creates a hit.
    public init(room: RoomName, event: Event) {
        self.room = room
        self.event = event
    }
}

/// Searches the messages that the client holds: each room's window, newest first. Messages match as
/// they do on the server (``ChatWire/WordSearch``).
public struct LocalMessageSearch: MessageSearch {
    /// Creates the search.
    public init() {}

    /// Returns the newest messages that have all words of `text`, at most
    /// ``ChatWire/Limits/searchHits``.
    public func search(_ text: String, in room: RoomName?, of chat: Chat) -> [SearchHit] {
        let search = WordSearch(text)
        if search.isEmpty { return [] }
        let hits = chat.conversations.values.filter { room == nil || $0.room == room }
            .flatMap { conversation in
                conversation.timeline.events.filter { search.matches($0) }
                    .map { SearchHit(room: conversation.room, event: $0) }
            }
        // Messages of the same millisecond are sorted by their numbers.
        return Array(
            hits.sorted { ($0.event.at, $0.event.seq) > ($1.event.at, $1.event.seq) }.prefix(Limits.searchHits))
    }
}

extension ChatClient {
    /// Finds messages with the words of `text` on this device, in one room or in all: without an
    /// app's own ``MessageSearch``, those that the client holds. ``messages(matching:in:)``
    /// searches the whole log of a room.
    public func search(_ text: String, in room: RoomName? = nil) async throws -> [SearchHit] {
        try await messageSearch.search(text, in: room, of: try chat())
    }
}
