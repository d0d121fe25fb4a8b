import ChatWire

/// What this device wants done and the server has not answered for good, in the order in which it was wanted.
public struct Outbox: Hashable, Sendable {
    public private(set) var items: [Item] = []

    public init() {}

    public struct Item: Hashable, Sendable {
        public var ticket: Ticket
        public var room: RoomName
        public var mutation: Mutation
        /// The device's number for it: given when it may leave for the first time, and then kept until it is answered.
        public var number: UInt64?
        public var state: State
        /// When it was wanted: milliseconds since 1970-01-01 UTC, by this device's clock.
        public var at: Int64

        public init(
            ticket: Ticket, room: RoomName, mutation: Mutation, number: UInt64? = nil, state: State = .waiting,
            at: Int64
        ) {
            self.ticket = ticket
            self.room = room
            self.mutation = mutation
            self.number = number
            self.state = state
            self.at = at
        }
    }

    public enum State: Hashable, Sendable {
        case waiting
        case sending
        /// In the log, where its timeline has not arrived yet; gone when it has. Not kept across restarts.
        case sent(seq: UInt64)
        /// Refused for good: waits for ``Input/retry(_:)`` or ``Input/drop(_:)``.
        case failed(WireError)
    }

    /// Those of one room.
    public func items(in room: RoomName) -> [Item] { items.filter { $0.room == room } }
}
