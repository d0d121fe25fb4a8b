import ChatWire

/// The log of every room, on disk or in memory.
///
/// A store is used from two sides: **one** thread appends, any number of threads read at the same time. Calls block
/// until they are done; none may be made on an event loop.
///
/// The duties of every implementation (`StoreConformance` in the tests states each as a test):
/// - *Atomic*: a batch is there wholly or not at all, after any crash.
/// - *Ordered and gapless*: the events of a room are numbered 1, 2, 3, …, in the order of the drafts. Numbers are given in the
///   commit; a batch that failed used none.
/// - *Idempotent*: a draft whose (user, device, number) is already in the log is not appended again; its outcome is the
///   first one. See ``AppendOutcome``.
/// - *Durable before it returns*: when `append` returns, the batch survives a power cut.
/// - *Fails for good*: once `append` has thrown, every later `append` throws too. What a disk did after a failed
///   flush is unknown (fsync reports an error once), so only a new process, reading the log anew, may go on.
public protocol MessageStore: Sendable {
    /// The identity of the log; the same for as long as the store is open.
    var epoch: Epoch { get }

    /// Appends the drafts in one transaction and returns their outcomes in the same order.
    ///
    /// - Parameter drafts: at most ``Limits/commitBatch``.
    func append(_ drafts: [Draft]) throws(StoreError) -> [AppendOutcome]

    /// The number of the room's newest event; 0 for a room that has none.
    func head(of room: RoomName) throws(StoreError) -> UInt64

    /// A page of a room's log, oldest event first, together with the head at that moment.
    ///
    /// - Parameter limit: at most this many events, clamped to 1…``Limits/pageEvents``. The page is also cut, on the side away from
    ///   the anchor, where its texts would pass ``Limits/pageBytes``; it has at least one event where there is one.
    func history(of room: RoomName, at anchor: HistoryAnchor, limit: Int) throws(StoreError) -> HistoryPage

    /// Ends the use of the store. Later calls throw.
    func close() throws(StoreError)
}

/// An event before it has a number.
public struct Draft: Hashable, Sendable {
    public var room: RoomName
    /// The number it gets is the store's; the id and the time are given by the server when it accepts the draft.
    public var id: EventID
    public var at: Int64
    public var author: Author
    /// Without one, nothing is idempotent: the event is simply appended.
    public var intent: Intent?
    public var text: String

    public init(room: RoomName, id: EventID, at: Int64, author: Author, intent: Intent?, text: String) {
        self.room = room
        self.id = id
        self.at = at
        self.author = author
        self.intent = intent
        self.text = text
    }
}

/// What became of a draft.
public enum AppendOutcome: Hashable, Sendable {
    /// It is in the log now.
    case appended(Event)
    /// It was in the log already, under the same (user, device, number), in the same room and with the same text; this is that event.
    case alreadyThere(Event)
    /// The same (user, device, number) stands for something else (``WireError/Code/numberConflict``). Nothing changed.
    case conflict
    /// The number is lower than one already accepted from this device and was never accepted itself
    /// (``WireError/Code/numberPassed``). Nothing changed.
    case passed
}

public struct HistoryPage: Hashable, Sendable {
    public var events: [Event]
    public var head: UInt64

    public init(events: [Event], head: UInt64) {
        self.events = events
        self.head = head
    }
}

/// Why a store can't do what it was asked.
public enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The medium failed or is full. Nothing of the call happened, or nobody knows: the process must end.
    case failed(String)
    /// The database can't be opened; the sentence says what to do.
    case unusable(String)
    case closed

    public var description: String {
        switch self {
        case .failed(let sentence), .unusable(let sentence): sentence
        case .closed: "The store is closed."
        }
    }
}

extension Draft {
    /// What becomes of this draft, whose number its device has already reached.
    ///
    /// The name may differ: someone renamed between two tries still says the same thing. Texts are compared as bytes,
    /// because two strings that look alike to Unicode are not the same message.
    ///
    /// - Parameter first: the event that has this (user, device, number), and its room; `nil` where there is none.
    public func repeated(_ first: (room: RoomName, event: Event)?) -> AppendOutcome {
        guard let first else { return .passed }
        guard first.room == room, first.event.author.user == author.user,
            case .message(let known) = first.event.content, known.utf8.elementsEqual(text.utf8)
        else { return .conflict }
        return .alreadyThere(first.event)
    }

    /// The event this draft becomes under a number.
    public func event(seq: UInt64) -> Event {
        Event(seq: seq, id: id, at: at, author: author, intent: intent, content: .message(text: text))
    }
}
