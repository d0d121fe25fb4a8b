/// A client's memory and queues.
extension Limits {
    /// Messages of a timeline on the screen.
    public static let timelineWindow = 600
    /// Mentions in front of the loaded messages that are remembered while they are unread.
    package static let mentionsKept = 100
    /// Messages of a timeline that is not on the screen, and of a timeline's cache on disk.
    public static let cachedEvents = 100
    /// Messages that a visible window has at least, if the room has as many.
    public static let timelineFewest = 30
    /// Changes of a room's settings, members and pins, and deletions by moderators, that a timeline
    /// holds besides its messages.
    package static let changesShown = 100
    /// Joins and leaves shown in a conversation.
    package static let notices = 50
    /// In a room with more people, joins and leaves are not shown.
    public static let peopleNoticed = 8
    /// Entries of a user's list of rooms: groups, direct rooms and invitations.
    public static let roomsListed = 10_000
    /// Rooms that a client enters by itself. The others of ``roomsPerConnection`` are for rooms
    /// that the user joins.
    public static let roomsEntered = 450
    /// Users whose profiles are cached.
    package static let profilesKept = 2_000
    /// Users stored for one emoji of a message.
    package static let reactorsKept = 10_000
    /// Users of one emoji that a row names.
    package static let reactorsShown = 8
    /// Items in the outbox, failed ones included.
    public static let outboxItems = 100_000
    /// Mutations under way at once.
    package static let outboxWindow = 32
    /// Uploads of the outbox at once.
    public static let outboxUploads = 2
    /// Bytes of all files in the outbox: 256 MiB.
    public static let outboxFileBytes: UInt64 = 268_435_456
    /// Files that are chosen or on their way on one page, so that the browser's storage is bounded.
    package static let filesOfPage = 20
    /// Files that are sent with one call.
    public static let filesPerSend = 100
    /// How often a file is uploaded again because the server does not have it, or has a different
    /// one under its id.
    package static let outboxFileLosses = 3
    /// Delivered mutations that wait for their event to arrive in the timeline.
    package static let outboxDelivered = 1_000
    /// Steps, each twice as long as the one before, to a number that is greater than the server's
    /// last one.
    package static let outboxPasses: UInt64 = 40
    /// Pages under way at once, over all rooms. More of the largest pages could exceed what a
    /// server buffers for a slow reader (``pageBytes``, ``writeBufferBytes``). It would cut the
    /// connection, each time again.
    package static let pagesRequested = 2
    /// Events that a client requests in one page.
    package static let clientPageEvents = 100
    /// Consecutive pages without a message after which no more are requested automatically.
    package static let emptyPages = 10
    /// Events of a connection that wait to be handled.
    public static let framesWaiting = 4_096
    /// Events that are handled together, so that one flush stores everything that they change.
    package static let framesTogether = 64
    /// Final outcomes of tickets that are remembered for later questions; at least nine tenths of
    /// them. As many as an outbox holds: a program may send all, and then ask what became of each.
    package static let settlementsKept = 112_000
    /// Hits of a search.
    package static let searchHits = 100
    /// Bytes of a frame from the server: a history page with its largest event.
    public static let receivedFrameBytes = 1_048_576
    /// Events kept for a server without a log.
    package static let lobbyEvents = 1_000
}
