// The user's commands. Each call returns when the command is on this device's disk. None waits for
// the network.
extension ChatClient {
    /// Connects, and stays connected until ``stop()``.
    public func start() throws(StorageError) {
        try handle(.start)
        watchNetwork()
    }

    /// Disconnects. Waiting messages stay, and are sent after the next ``start()``.
    public func stop() throws(StorageError) {
        try handle(.stop)
        unwatchNetwork()
    }

    /// Retries immediately: ends a wait between attempts, and tries again after the client gave up.
    public func reconnect() throws(StorageError) { try handle(.reconnect) }

    /// Tells the client whether the app is in the foreground.
    public func setForeground(_ isForeground: Bool) throws(StorageError) { try handle(.foreground(isForeground)) }

    /// Changes the display name, and reconnects with it.
    ///
    /// - Throws: The error of the rule that `name` breaks (``ChatWire/NameRule``). Then nothing has
    ///   changed. The server may refuse a name for other reasons: it is taken, for example. Then a
    ///   user whom the server knows keeps the former name, and ``ChatModel/Connection/nameRefusal``
    ///   says why. For a new user the error is in ``connectionStates()``.
    public func rename(_ name: String) throws {
        if let error = NameRule.check(name) { throw error }
        try handle(.rename(name))
    }

    /// Joins a room, now and after every restart, until ``leave(_:)``.
    public func join(_ room: RoomName) throws(StorageError) { try handle(.join(room)) }

    /// Leaves a room on this device: its messages do not come any more. A member of a group stays
    /// one; ``leaveGroup(_:)`` ends the membership.
    public func leave(_ room: RoomName) throws(StorageError) { try handle(.leave(room)) }

    /// Sends a text message.
    ///
    /// - Parameter reply: The number of the message that this one answers.
    @discardableResult
    public func send(_ text: String, to room: RoomName, replyTo reply: Seq? = nil) async throws -> Sending {
        try await accept(.message(text: text, reply: reply, payload: nil), in: room)
    }

    /// Replaces the text of the user's own message. Its content of an app's own type
    /// (``MessageContent``) and its file stay.
    ///
    /// - Parameters:
    ///   - seq: The number of the message.
    ///   - text: At most ``ChatWire/Limits/textBytes`` bytes.
    @discardableResult
    public func edit(_ seq: Seq, in room: RoomName, to text: String) async throws -> Sending {
        try await accept(.edit(of: seq, text: text), in: room)
    }

    /// Deletes a message.
    ///
    /// - Parameter reason: Why, if the message is somebody else's: for the log and its author; at
    ///   most ``ChatWire/Limits/reasonBytes`` bytes.
    @discardableResult
    public func delete(_ seq: Seq, in room: RoomName, reason: String? = nil) async throws -> Sending {
        try await accept(.delete(of: seq, reason: reason), in: room)
    }

    /// Adds the user's reaction to a message.
    ///
    /// - Parameters:
    ///   - emoji: One emoji of at most ``ChatWire/Limits/emojiBytes`` bytes.
    ///   - seq: The number of the message.
    @discardableResult
    public func react(_ emoji: String, to seq: Seq, in room: RoomName) async throws -> Sending {
        try await accept(.react(of: seq, emoji: emoji, on: true), in: room)
    }

    /// Removes the user's own reaction from a message.
    @discardableResult
    public func removeReaction(_ emoji: String, from seq: Seq, in room: RoomName) async throws -> Sending {
        try await accept(.react(of: seq, emoji: emoji, on: false), in: room)
    }

    /// Removes somebody else's reaction: from the user's own message, or as a moderator.
    @discardableResult
    public func removeReaction(
        _ emoji: String, of person: UserID, from seq: Seq, in room: RoomName
    ) async throws -> Sending {
        try await accept(.unreact(of: seq, emoji: emoji, user: person), in: room)
    }

    /// Marks messages as read up to this one, on all of the user's devices.
    public func markRead(_ room: RoomName, upTo seq: Seq) throws(StorageError) {
        try handle(.markRead(room, upTo: seq))
    }

    /// Tells the room that the user is typing. Call it with every key, or every two seconds: after
    /// three seconds without a call, the room is told that the user has stopped.
    public func sendTyping(in room: RoomName) throws(StorageError) { try handle(.typed(room)) }

    /// Tells the room that the user has stopped typing. A draft that is set to an empty text
    /// (``setDraft(_:in:)``) says the same, and a message needs no such call.
    public func stopTyping(in room: RoomName) throws(StorageError) { try handle(.stoppedTyping(room)) }

    /// Keeps the text in the room's composer: it is the user's draft, and sends nothing. It may be
    /// called with every key. Pass an empty text when the message was sent or discarded. After a
    /// pause the text is saved for the user's other devices.
    public func setDraft(_ text: String, in room: RoomName) throws(StorageError) {
        try handle(.write(text, in: room))
    }

    /// What the user has written for a room and not sent, on any of their devices. Drafts of other
    /// devices come with the list of the user's rooms (``rooms()``).
    public func draft(in room: RoomName) throws(StorageError) -> ComposerDraft? { try chat().drafts[room] }

    /// Sends a failed message again, behind everything that waits. One that has not failed is left
    /// as it is.
    ///
    /// - Throws: 196 (`noSuchTicket`) if the outbox does not have it.
    @discardableResult
    public func retry(_ ticket: Ticket) async throws -> Sending {
        let sending = Sending(ticket: ticket, client: self)
        guard let item = try chat().outbox[ticket] else { throw WireError.noSuchTicket }
        guard case .failed = item.state else { return sending }
        try await accept(.retry(ticket), ticket)
        return sending
    }

    /// A message of an earlier process, by its ticket in ``outbox()`` or in a row.
    public nonisolated func sending(_ ticket: Ticket) -> Sending { Sending(ticket: ticket, client: self) }

    /// Removes a message or change from the outbox. An upload is stopped.
    ///
    /// - Returns: Whether it is removed, and so never arrives. If not, it is in the log, may arrive
    ///   there yet, or the ticket is unknown.
    @discardableResult
    public func cancel(_ ticket: Ticket) throws(StorageError) -> Bool {
        try handle(.drop(ticket))
        return settlements.end(of: ticket) == .dropped
    }

    /// Moves a conversation's window: to older, newer or the newest messages, around a message, or
    /// to the first unread.
    public func show(_ view: Timeline.View, in room: RoomName) throws(StorageError) { try handle(.show(room, view)) }

    /// Tells whether the user is at the end of a room's messages. A window that follows moves with
    /// the log; another one stands still, and so does each that is not at the end.
    public func setFollowing(_ isFollowing: Bool, in room: RoomName) throws(StorageError) {
        try show(.following(isFollowing), in: room)
    }

    /// Loads messages older than those that a room's window holds, and returns when they are there:
    /// from this device, or when the server has sent them, however long that takes.
    ///
    /// - Returns: Whether there were any. There are no more when ``ConversationState/reachedStart``
    ///   says so.
    /// - Throws: A ``ChatWire/WireError``: 131 (`notJoined`) if the user has not joined the room,
    ///   the server's error if it refuses the room, or why the client has given up
    ///   (``ConnectionState/hasGivenUp``); `CancellationError` if the waiting task is cancelled or
    ///   the client is shut down.
    @discardableResult
    public func loadOlder(in room: RoomName) async throws -> Bool {
        let first = try await timeline(of: room) { $0.isLoaded }.first
        try show(.older, in: room)
        return try await timeline(of: room) { !$0.isReading }.first < first
    }

    /// Waits until a joined room's timeline is as it should be.
    private func timeline(of room: RoomName, when isReady: (Timeline) -> Bool) async throws -> Timeline {
        for await _ in try changes() {
            let chat = try chat()
            let timeline = try chat.awaited(room).timeline
            if isReady(timeline) { return timeline }
            if let reason = chat.connection.giveUpReason { throw reason }
        }
        throw CancellationError()
    }
}
