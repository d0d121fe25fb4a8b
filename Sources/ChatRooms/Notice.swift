import ChatWire

/// A frame that everyone in a room is sent and that is not in the room's log: who enters and
/// leaves, who types, who has read what.
package struct Notice: Hashable, Sendable {
    package var room: RoomName
    package var frame: ServerFrame
    /// What connections of the line protocol are told.
    package var line: Line?
    /// The connection that caused the notice and is not sent it.
    package var except: Origin?
    /// The user whose connections alone are sent it; `nil` for everyone's.
    package var only: UserID?

    package init(
        room: RoomName, frame: ServerFrame, line: Line? = nil, except: Origin? = nil, only: UserID? = nil
    ) {
        self.room = room
        self.frame = frame
        self.line = line
        self.except = except
        self.only = only
    }
}
