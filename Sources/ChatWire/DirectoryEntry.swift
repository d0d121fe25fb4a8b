/// An open room in the directory.
public struct DirectoryEntry: Hashable, Sendable {
    /// The room's name, by which clients join it.
    public var room: RoomName
    /// Empty where the room's name is to be shown.
    public var title: String
    /// What the room is about, as its moderators have written it; empty for none.
    public var topic: String
    /// The people who are connected and in the room.
    public var people: UInt64
    /// When the room's newest event was: milliseconds since 1970-01-01 UTC.
    public var at: Int64

    /// Creates the value.
    public init(room: RoomName, title: String = "", topic: String = "", people: UInt64 = 0, at: Int64) {
        self.room = room
        self.title = title
        self.topic = topic
        self.people = people
        self.at = at
    }
}

extension DirectoryEntry {
    init(_ object: JSONObject) throws(WireError) {
        self.init(
            room: try object.room("room"), title: try object.optionalString("title") ?? "",
            topic: try object.optionalString("topic") ?? "", people: try object.number("people"),
            at: try object.time("at"))
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("room", room.text)
        if !title.isEmpty { writer.member("title", title) }
        if !topic.isEmpty { writer.member("topic", topic) }
        writer.member("people", people)
        writer.member("at", at)
        writer.endObject()
    }
}
