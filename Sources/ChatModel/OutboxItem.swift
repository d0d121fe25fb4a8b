import ChatWire

extension Outbox {
    /// Something to be done.
    public struct Item: Hashable, Sendable {
        public var ticket: Ticket
        public var room: RoomName
        public var mutation: Mutation
        /// The device's number for it: given when it may leave for the first time, and then kept until it is answered.
        public var number: UInt64?
        public var state: State
        /// When it was wanted: milliseconds since 1970-01-01 UTC, by this device's clock.
        public var at: Int64
        /// Temporary refusals.
        var attempts = 0
        /// Refusals only because of something before it.
        var turns = 0
        /// Whether an earlier attempt may have reached the log: only an answer can tell.
        var isUncertain = false

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

        /// Whether it waits or is under way.
        var isOpen: Bool { state == .waiting || state == .sending }
    }

    public enum State: Hashable, Sendable {
        case waiting
        case sending
        /// In the log, where its timeline has not arrived yet; gone when it has. Not kept across restarts.
        case sent(seq: UInt64)
        /// Refused for good: waits for ``Input/retry(_:)`` or ``Input/drop(_:)``.
        case failed(WireError)
    }
}
