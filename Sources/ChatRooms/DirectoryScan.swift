import ChatWire

/// A page of the directory while a store fills it. The page ends when it has enough rooms, or when
/// enough rooms were looked at.
package struct DirectoryScan {
    private let limit: Int
    /// How many rooms may still be looked at. A room with long texts counts more: once more for
    /// each ``bytesOfOne`` bytes.
    private var scan: Int
    private var rooms: [DirectoryEntry] = []
    private var last: RoomName?
    private var isFull = false

    package init(limit: Int, scan: Int) {
        self.limit = max(1, limit)
        self.scan = max(1, scan)
    }

    private static let bytesOfOne = 32

    /// Takes the next room in the order of names into account.
    ///
    /// - Returns: `false` if the page ends before this room
    package mutating func looks(at room: RoomName, _ settings: RoomSettings?) -> Bool {
        guard rooms.count < limit, scan > 0 else {
            isFull = true
            return false
        }
        let bytes = settings.map { $0.title.utf8.count + $0.topic.utf8.count } ?? 0
        scan -= 1 + bytes / DirectoryScan.bytesOfOne
        last = room
        return true
    }

    /// The room that was looked at last matches.
    package mutating func add(_ room: RoomName, _ settings: RoomSettings?, at time: Int64) {
        rooms.append(
            DirectoryEntry(room: room, title: settings?.title ?? "", topic: settings?.topic ?? "", at: time))
    }

    package var result: (rooms: [DirectoryEntry], next: RoomName?) { (rooms, isFull ? last : nil) }
}
