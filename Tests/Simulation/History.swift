import ChatModel
import ChatWire

/// All that was seen in one run, and what was left in the end: what the invariants are checked
/// against.
struct History {
    let seed: UInt64
    var entries: [Entry] = []
    /// The log of each epoch as it was when the epoch ended, or the run: read from the store, page
    /// by page.
    var logs: [Epoch: [RoomName: [Event]]] = [:]
    /// The phones when all faults had healed and everything was quiet.
    var ends: [PhoneID: PhoneEnd] = [:]
    /// What was still to be done when the run's time was over; empty in a run that came to rest.
    var unfinished: [String] = []
    /// The reports without a decision in the end, and the messages with one.
    var queue: [ReportKey] = []
    var decided: Set<Checker.Place> = []
    /// The invite links that let somebody into a group in the end, and when that was: milliseconds
    /// since 1970-01-01 UTC.
    var links: [RoomName: [InviteLink]] = [:]
    var linksReadAt: Int64 = 0
    /// The epoch of the log in the end.
    var epoch: Epoch?
    /// The files with a record in the end.
    var files: [KeptFile] = []
    /// The names in the server's folder of files, when everything was quiet, and after another
    /// start; `nil` where the server accepts no files.
    var fileNamesAtRest: [String]?
    var fileNames: [String]?

    init(seed: UInt64) { self.seed = seed }
}

/// What a phone knows in the end.
struct PhoneEnd {
    var user: UserID?
    /// The rooms that its user wants to be in.
    var wanted: Set<RoomName>
    var chat: Chat
    /// The whole of each wanted room, paged to its beginning.
    var timelines: [RoomName: Timeline]

    /// The rooms that it is in.
    var rooms: [RoomName] { chat.conversations.filter { $0.value.membership == .joined }.map(\.key) }
}

/// An invariant that does not hold, and the observations that show it.
struct Violation {
    var invariant: Invariant
    var sentence: String
    /// Indices into ``History/entries``.
    var entries: [Int] = []
}
