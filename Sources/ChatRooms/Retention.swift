import ChatWire

/// How long messages stay in the log. A message that is past its time is wiped as a deletion would:
/// its row and its number stay, and history shows it as deleted ``Event/Content/deleted(by:)`` its
/// own number.
public struct Retention: Hashable, Sendable {
    /// Milliseconds, for rooms that have no time of their own; `nil` for ever.
    public var keep: Int64?
    /// Milliseconds, by room; `.max` for ever.
    public var rooms: [RoomName: Int64]

    /// Creates the value. By default messages stay for ever.
    public init(keep: Int64? = nil, rooms: [RoomName: Int64] = [:]) {
        self.keep = keep
        self.rooms = rooms
    }

    /// Whether nothing is ever wiped.
    public var isEndless: Bool { shortest == nil }

    /// The time before which a message of the room is past its time; `nil` where none ever is.
    public func cutoff(for room: RoomName, now: Int64) -> Int64? {
        guard let age = rooms[room] ?? keep, age != .max else { return nil }
        let (cutoff, overflow) = now.subtractingReportingOverflow(age)
        return overflow ? nil : cutoff
    }

    /// How often to look, in milliseconds: a tenth of the shortest time, from one second to
    /// ``ChatWire/Limits/retentionInterval``.
    public var interval: Int64 { min(max((shortest ?? .max) / 10, 1_000), Limits.retentionInterval) }

    private var shortest: Int64? {
        (Array(rooms.values) + (keep.map { [$0] } ?? [])).filter { $0 != .max }.min()
    }
}

/// A step of wiping what is past its time: as much as one transaction should do.
public struct Expiry: Hashable, Sendable {
    /// How long messages stay.
    public var retention: Retention
    /// Milliseconds since 1970-01-01 UTC.
    public var now: Int64
    /// The room to go on with, in the order of their names; `nil` for the first.
    public var room: RoomName?

    /// Creates the value.
    public init(_ retention: Retention, now: Int64, room: RoomName? = nil) {
        self.retention = retention
        self.now = now
        self.room = room
    }

    /// Whether a clock that was ahead wrote this time: nobody can tell how old the event is. It
    /// expires with the next event of its room whose time can be right.
    package func doubts(_ at: Int64) -> Bool { !at.isBelievable(at: now) }
}

extension Int64 {
    /// Whether a right clock may have shown this time by `now`, which a clock has shown since.
    package func isBelievable(at now: Int64) -> Bool {
        let (latest, overflow) = now.addingReportingOverflow(Limits.clockJump)
        return overflow || self <= latest
    }
}

/// How far a step of an ``Expiry`` came.
public struct Expired: Hashable, Sendable {
    /// Messages that were wiped.
    public var messages = 0
    /// Drafts that were removed (``KeptDraft``).
    public var drafts = 0
    /// The room with which the next step goes on; `nil` when all rooms were looked at.
    public var next: RoomName?

    /// Creates the outcome of a step that wiped nothing.
    public init() {}
}
