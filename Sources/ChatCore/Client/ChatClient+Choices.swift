import ChatWire

// What the user chooses for all their devices: it is in the user's own log, which nobody else can
// read. Like a message, a choice goes through the outbox and is shown at once.
extension ChatClient {
    /// Joins an open room, and has it on the list of the user's rooms on all their devices.
    @discardableResult
    public func follow(_ room: RoomName) async throws -> Sending {
        let sending = try await choose(ChoiceChange(room, isFollowed: true))
        try join(room)
        return sending
    }

    /// Leaves an open room, and takes it off the list on all devices.
    @discardableResult
    public func unfollow(_ room: RoomName) async throws -> Sending {
        let sending = try await choose(ChoiceChange(room, isFollowed: false))
        try leave(room)
        return sending
    }

    /// Chooses which new messages of a room the user is told of.
    @discardableResult
    public func setNotice(_ notice: Choice.Notice, of room: RoomName) async throws -> Sending {
        try await choose(ChoiceChange(room, notice: notice))
    }

    /// Puts a room at the top of the list, or back.
    @discardableResult
    public func setPinned(_ isPinned: Bool, of room: RoomName) async throws -> Sending {
        try await choose(ChoiceChange(room, isPinned: isPinned))
    }

    /// Archives a room, or takes it back.
    @discardableResult
    public func setArchived(_ isArchived: Bool, of room: RoomName) async throws -> Sending {
        try await choose(ChoiceChange(room, isArchived: isArchived))
    }

    /// Marks a room as unread from a message on; `nil` takes that back.
    @discardableResult
    public func markUnread(_ room: RoomName, from seq: Seq?) async throws -> Sending {
        try await choose(ChoiceChange(room, unread: seq ?? 0))
    }

    /// Changes several choices about a room at once.
    ///
    /// - Throws: ``ChatWire/WireError`` 292 (`notConnected`) before the first welcome, 198
    ///   (`choice`) if the change is empty.
    @discardableResult
    public func choose(_ change: ChoiceChange) async throws -> Sending {
        try await accept(.choose(change), in: .own(try me()))
    }

    /// Blocks somebody: their messages are folded away, and they can't write to the user in a
    /// direct room. They are not told.
    @discardableResult
    public func block(_ person: UserID) async throws -> Sending {
        try await accept(.block(person, on: true), in: .own(try me()))
    }

    /// Takes a block back. The person is not told.
    @discardableResult
    public func unblock(_ person: UserID) async throws -> Sending {
        try await accept(.block(person, on: false), in: .own(try me()))
    }

    /// The people whom the user blocks, as far as this device knows. The list comes with that of
    /// the user's rooms (``rooms()``).
    public func blocked() throws(StorageError) -> Set<UserID> { try chat().blocked }
}
