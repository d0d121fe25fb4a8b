import ChatModel
import ChatWire

/// The new messages to announce to a user who does not see their room: of each room the newest,
/// since the page was last drawn.
struct PageAnnouncements {
    private var newest: [RoomName: Event] = [:]

    /// Takes an event that the server has just sent. `seen` is the room that the user sees.
    mutating func take(_ event: Event, in room: RoomName, of chat: Chat, seen: RoomName?) {
        guard room != seen, let identity = chat.identity, event.author.user != identity.user,
            case .message(let message) = event.content, let mark = chat.conversations[room]?.readMark, event.seq > mark,
            chat.choice(of: room)
                .announces(message, of: event.author, to: identity.name, blocked: chat.blocked)
        else { return }
        newest[room] = event
    }

    /// Writes them, once.
    mutating func write(_ chat: Chat, to writer: inout JSONWriter) {
        guard !newest.isEmpty else { return }
        writer.key("announced")
        writer.beginArray()
        for (room, event) in newest.sorted(by: { $0.key.text < $1.key.text }) {
            // Another tab or device may have shown it meanwhile.
            guard case .message(let message) = event.content, event.seq > chat.conversations[room]?.readMark ?? 0 else {
                continue
            }
            let title = chat.title(of: room)
            writer.beginObject()
            writer.member("room", room.text)
            writer.member("title", title as String?)
            if event.author.name != title { writer.member("author", event.author.name as String?) }
            writer.member("text", MessageSummary.of(message.text) as String?)
            writer.endObject()
        }
        writer.endArray()
        newest = [:]
    }
}
