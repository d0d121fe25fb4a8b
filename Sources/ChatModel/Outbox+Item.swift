import ChatWire

extension Outbox {
    /// A mutation in the outbox.
    public struct Item: Hashable, Sendable, Identifiable {
        /// Its local id.
        public var ticket: Ticket
        /// Its local id, as the list's ``Swift/Identifiable`` element.
        public var id: Ticket { ticket }
        /// The room it is for.
        public var room: RoomName
        /// What to do.
        public var mutation: Mutation
        /// Its file, as long as the bytes are on this device. The file is uploaded until
        /// ``mutation`` has an attachment.
        public var upload: Upload?
        /// Its number from this device. It is assigned just before the first send, and kept until
        /// the final reply.
        public var number: UInt64?
        /// Where it stands.
        public var state: State
        /// When the user asked for it: milliseconds since 1970-01-01 UTC, by this device's clock.
        public var at: Int64
        /// The number of temporary refusals.
        var attempts = 0
        /// The number of refusals that an earlier item caused.
        var turns = 0
        /// Whether an earlier attempt may be in the log. Only a reply tells.
        package internal(set) var isUncertain = false
        /// The last temporary refusal of the server. The item is sent again by itself.
        public internal(set) var refusal: WireError?
        /// The number of consecutive failed uploads.
        var failures = 0
        /// How often the server did not have the file, or refused its id.
        var losses = 0

        /// Creates an item.
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

        /// Whether it will still be sent without the user's help: it waits or is under way.
        public var isPending: Bool {
            switch state {
            case .waiting, .uploading, .sending: true
            case .sent, .failed: false
            }
        }

        /// Whether its file must be uploaded before it can be sent.
        var lacksFile: Bool { upload != nil && mutation.attachment == nil }

        /// The number of the album that its photo belongs to.
        var album: UInt64? { upload?.album }

        /// Whether its upload may begin.
        var awaitsUpload: Bool { state == .waiting && lacksFile }

        var isUploading: Bool { if case .uploading = state { true } else { false } }
    }

    /// Where an item stands.
    public enum State: Hashable, Sendable {
        /// It waits to be sent.
        case waiting
        /// Its file is being uploaded; this many bytes are sent.
        case uploading(UInt64)
        /// It is sent, and waits for the reply.
        case sending
        /// It is in the log, but its timeline does not show it yet. It is removed then, and is not
        /// kept across restarts.
        case sent(seq: Seq)
        /// Refused for good. It waits for ``Input/retry(_:)`` or ``Input/drop(_:)``.
        case failed(WireError)
    }
}
