// What people do. Each call returns when it is on this device's disk; none waits for the network.
//
// What goes into a room throws ``ChatWire/WireError`` where it is not accepted: 291 (`notKept`) where the device's disk refuses, 290 where
// too much waits already, or why the server would never take it. Everything else throws ``StorageError``.
extension ChatClient {
    /// Connects, and stays so until ``stop()``.
    public func start() throws(StorageError) { try handle(.start) }

    /// Disconnects. What waits to be sent stays, and goes with the next ``start()``.
    public func stop() throws(StorageError) { try handle(.stop) }

    /// Now, please: ends a wait between two attempts, and tries again after the client had given up.
    public func reconnect() throws(StorageError) { try handle(.reconnect) }

    /// What the system believes of the network.
    public func setOnline(_ isOnline: Bool) throws(StorageError) { try handle(.online(isOnline)) }

    /// Whether the app is before someone's eyes.
    public func setForeground(_ isForeground: Bool) throws(StorageError) { try handle(.foreground(isForeground)) }

    public func rename(_ name: String) throws(StorageError) { try handle(.rename(name)) }

    /// To be in a room, from now on and after every restart, until ``leave(_:)``.
    public func join(_ room: RoomName) throws(StorageError) { try handle(.join(room)) }

    public func leave(_ room: RoomName) throws(StorageError) { try handle(.leave(room)) }

    /// - Parameter reply: the message that this one answers.
    @discardableResult
    public func send(_ text: String, to room: RoomName, replyTo reply: UInt64? = nil) async throws -> Sending {
        try await accept(.message(text: text, reply: reply, payload: nil), in: room)
    }

    @discardableResult
    public func edit(_ seq: UInt64, in room: RoomName, to text: String) async throws -> Sending {
        try await accept(.edit(of: seq, text: text), in: room)
    }

    @discardableResult
    public func delete(_ seq: UInt64, in room: RoomName) async throws -> Sending {
        try await accept(.delete(of: seq), in: room)
    }

    @discardableResult
    public func react(
        _ emoji: String, to seq: UInt64, in room: RoomName, on isOn: Bool = true
    ) async throws -> Sending {
        try await accept(.react(of: seq, emoji: emoji, on: isOn), in: room)
    }

    /// Read up to and including this event, on all of the user's devices.
    public func markRead(_ room: RoomName, upTo seq: UInt64) throws(StorageError) {
        try handle(.markRead(room, upTo: seq))
    }

    /// Someone types; may be called with every key.
    public func typed(in room: RoomName) throws(StorageError) { try handle(.typed(room)) }

    /// Tries a failed one again, behind everything that waits.
    @discardableResult
    public func retry(_ ticket: Ticket) async throws -> Sending {
        try await accept(.retry(ticket), ticket)
        return Sending(ticket: ticket, client: self)
    }

    /// What an earlier life of the app wanted, by its ticket in ``outbox()`` or in a row.
    public nonisolated func sending(_ ticket: Ticket) -> Sending { Sending(ticket: ticket, client: self) }

    /// Gives up one that failed, or that has certainly not left yet.
    public func drop(_ ticket: Ticket) throws(StorageError) { try handle(.drop(ticket)) }

    /// Moves a conversation's window: older messages, newer ones, the newest, the surroundings of one, the first unread.
    public func show(_ view: Timeline.View, in room: RoomName) throws(StorageError) { try handle(.show(room, view)) }
}
