import ChatWire

/// A frame about a room that is not in the room's log: who enters and leaves, who types, who has
/// read what.
package struct Notice: Hashable, Sendable {
    package var room: RoomName
    package var frame: ServerFrame
    /// What connections of the line protocol are told.
    package var lines: [Line]
    /// The connection that caused the notice and is not sent it.
    package var except: Origin?
    /// Who is sent it.
    package var audience: Audience

    package enum Audience: Hashable, Sendable {
        /// Everyone in the room.
        case room
        /// Everyone in the room, and all connections of this user.
        case roomAnd(UserID)
        /// All connections of this user.
        case user(UserID)
    }

    package init(
        room: RoomName, frame: ServerFrame, lines: [Line] = [], except: Origin? = nil,
        to audience: Audience = .room
    ) {
        self.room = room
        self.frame = frame
        self.lines = lines
        self.except = except
        self.audience = audience
    }
}
