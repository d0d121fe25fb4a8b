import ChatWire

/// Everything a client knows and decides, as one value: ``handle(_:at:)`` changes it and says what is to be done.
///
/// It knows no socket, clock, disk or chance; a shell performs the effects. Nothing a server says makes it trap or
/// grow beyond ``ChatWire/Limits``.
public struct Chat: Sendable {
    public private(set) var connection = Connection()
    /// Who one is: from the last welcome, or from an earlier life. `nil` before the first.
    public private(set) var identity: Identity?
    /// The rooms that are joined or shall be, and those that something pending is for.
    public private(set) var conversations: [RoomName: Conversation] = [:]
    public private(set) var outbox = Outbox()
    public let configuration: Configuration

    /// - Parameters:
    ///   - device: this installation's id; one that was restored wins.
    ///   - name: what one would be called. Without it the server gives a name.
    ///   - token: a token from outside; without it the restored one is used, if there is one.
    public init(
        device: DeviceID, name: String?, token: String?, restored: Restored = Restored(),
        configuration: Configuration = Configuration()
    ) {
        self.configuration = configuration
    }

    /// Folds what happened; the effects are to be performed in order.
    public mutating func handle(_ input: Input, at now: Now) -> [Effect] { [] }

    /// The rows of a room, as its reader sees them.
    public func rows(of room: RoomName, options: RowOptions = RowOptions()) -> [Row] {
        guard let conversation = conversations[room] else { return [] }
        return conversation.timeline.rows(
            for: identity?.author, pending: outbox.items(in: room), presence: conversation.presence,
            receipts: conversation.receipts, options: options)
    }
}
