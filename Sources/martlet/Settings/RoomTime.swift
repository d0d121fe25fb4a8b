import ChatCore
import ChatWire

/// How long messages of one room are kept, such as `lobby=7d` or `archive=off`.
struct RoomTime: Hashable {
    var room: RoomName
    /// Seconds; `nil`: forever.
    var seconds: UInt64?

    init(room: RoomName, seconds: UInt64?) {
        self.room = room
        self.seconds = seconds
    }

    init?(_ text: String) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let room = RoomName(parts[0]) else { return nil }
        self.room = room
        guard parts[1] != "off" else { return }
        guard let seconds = Quantity.seconds.number(parts[1]), Quantity.periods.contains(seconds) else { return nil }
        self.seconds = seconds
    }

    /// Whether the time in the text is a number without a unit, as in `lobby=7`.
    static func lacksUnit(_ text: String) -> Bool {
        guard let equals = text.firstIndex(of: "=") else { return false }
        return Quantity.lacksUnit(String(text[text.index(after: equals)...]))
    }

    var text: String { "\(room.text)=\(seconds.map(Quantity.seconds.text) ?? "off")" }
}

extension ServeSettings {
    /// When messages are erased, such as `messages are erased after 90d; in lobby after 7d; in
    /// archive never`; `nil` if they are kept forever.
    var erasing: String? {
        let rooms = server.retention.rooms.sorted { $0.key.text < $1.key.text }.map { room, time in
            let seconds = Quantity.seconds.text(UInt64(clamping: time / 1_000))
            return "in \(room.text) " + (time == .max ? "never" : "after \(seconds)")
        }
        let all = keptSeconds.map { ["after \(Quantity.seconds.text($0))"] } ?? []
        return all + rooms == [] ? nil : "messages are erased " + (all + rooms).joined(separator: "; ")
    }

    /// How long messages are kept in rooms without a time of their own; `nil`: forever.
    var keptSeconds: UInt64? {
        get { server.retention.keep.map { UInt64(clamping: $0 / 1_000) } }
        set { server.retention.keep = newValue.map { Int64(clamping: $0) * 1_000 } }
    }

    /// The texts of ``RoomTime``, in the order of the rooms.
    var keptRooms: [String] {
        get {
            server.retention.rooms.map { room, time in
                RoomTime(room: room, seconds: time == .max ? nil : UInt64(clamping: time / 1_000)).text
            }.sorted()
        }
        set {
            for time in newValue.compactMap(RoomTime.init) {
                server.retention.rooms[time.room] = time.seconds.map { Int64(clamping: $0) * 1_000 } ?? .max
            }
        }
    }
}
