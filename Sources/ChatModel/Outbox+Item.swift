import ChatWire

extension Outbox {
    /// Something to be done.
    public struct Item: Hashable, Sendable {
        public var ticket: Ticket
        public var room: RoomName
        public var mutation: Mutation
        /// The file that goes with it, as long as its bytes are on this device. Until ``mutation`` has an attachment, it is uploaded first.
        public var upload: Upload?
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
        /// Uploads in a row that came to nothing.
        var failures = 0
        /// How often the server did not have the file, or would not know it.
        var losses = 0

        public init(
            ticket: Ticket, room: RoomName, mutation: Mutation, upload: Upload? = nil, number: UInt64? = nil,
            state: State = .waiting, at: Int64
        ) {
            self.ticket = ticket
            self.room = room
            self.mutation = mutation
            self.upload = upload
            self.number = number
            self.state = state
            self.at = at
        }

        /// Whether it waits or is under way.
        var isOpen: Bool {
            switch state {
            case .waiting, .uploading, .sending: true
            case .sent, .failed: false
            }
        }

        /// Whether its file has to be uploaded before it may leave.
        var lacksFile: Bool { upload != nil && mutation.attachment == nil }

        var isUploading: Bool { if case .uploading = state { true } else { false } }
    }

    public enum State: Hashable, Sendable {
        case waiting
        /// Its file is on its way, and so many bytes of it have left.
        case uploading(UInt64)
        case sending
        /// In the log, where its timeline has not arrived yet; gone when it has. Not kept across restarts.
        case sent(seq: UInt64)
        /// Refused for good: waits for ``Input/retry(_:)`` or ``Input/drop(_:)``.
        case failed(WireError)
    }
}
