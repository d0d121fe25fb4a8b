/// Every maximum in Martlet. An unbounded queue, name, page or wait is a bug.
public enum Limits {
    /// The largest whole number on the wire: 2⁵³ − 1, which JavaScript holds exactly.
    public static let largestInteger: UInt64 = (1 << 53) - 1

    // Frames.
    /// Bytes of a WebSocket frame, and of a message with all its fragments.
    public static let frameBytes = 65_536
    /// Fragments of one WebSocket message.
    public static let fragments = 32
    public static let jsonDepth = 32
    /// Keys of one JSON object.
    public static let jsonKeys = 64

    // Messages.
    /// UTF-8 bytes of a message's text.
    public static let textBytes = 16_384
    /// Consecutive combining marks in a text or a name.
    public static let combiningRun = 8
    /// Unicode scalars of a name.
    public static let nameScalars = 32
    /// UTF-8 bytes of a name.
    public static let nameBytes = 64
    public static let roomNameBytes = 64
    /// Bytes of a line of the line protocol, without its line feed.
    public static let lineBytes = 4_096

    // Changes of a message.
    /// UTF-8 bytes of a reaction's emoji.
    public static let emojiBytes = 32
    /// Different emoji on one message.
    public static let reactionsPerMessage = 64
    /// Reactions on one message, of all people and with all emoji.
    public static let reactionUses = 1_000
    /// Edits of one message in the log. Over this limit and the next two, the message can still be
    /// answered and deleted.
    public static let editsPerMessage = 512
    /// Reactions to one message in the log, removed ones included: of one user, and of everyone
    /// except the author.
    public static let reactionChangesPerUser = 128
    public static let reactionChangesPerMessage = 2_048
    /// Bytes of the name of a payload's type.
    public static let payloadTypeBytes = 64

    // Files.
    /// Bytes: 25 MiB.
    public static let fileBytes = 26_214_400
    public static let fileNameBytes = 255
    public static let mediaTypeBytes = 127
    /// Pixels of an image: larger ones are a burden for viewers.
    public static let filePixels: UInt64 = 50_000_000
    /// Bytes of all files of one user: 1 GiB.
    public static let fileBytesPerUser: UInt64 = 1_073_741_824
    /// Uploads at once, of one user and of all.
    public static let uploadsPerUser = 4
    public static let uploads = 64
    /// Uploads at once from one address: a quarter of all. Local clients share one address, and
    /// have only each user's limit.
    public static let uploadsPerAddress = uploads / 4
    /// Bytes of an upload that are gathered before they are written, and that are looked at to find
    /// out the file's type.
    public static let uploadChunkBytes = 131_072
    public static let fileHeadBytes = 262_144
    /// Bytes after which what came of a file is flushed: so that the flush at its end is short, and
    /// messages don't wait for it.
    public static let fileFlushBytes: UInt64 = 4_194_304
    /// While ``uploads`` are running, an upload slower than this (bytes a second) loses its slot to
    /// a new one. Its rate is known after this many milliseconds.
    public static let fileBytesPerSecondWhenFull: Int64 = 131_072
    public static let fileRateKnown: Int64 = 2_000
    /// Bytes a second. After the first seconds (``fileGrace``), a slower upload or download is
    /// given up.
    public static let fileBytesPerSecond: Int64 = 16_384
    /// Milliseconds.
    public static let fileGrace: Int64 = 10_000
    /// How long a file waits for its message, in milliseconds: a day.
    public static let unusedFileAge: Int64 = 86_400_000
    /// The longest time that an operator can choose: a year.
    public static let longestUnusedFileAge: Int64 = 31_536_000_000
    /// Disk space that files leave free for messages: 256 MiB.
    public static let diskReserve: UInt64 = 268_435_456
    /// Below this much free disk space nothing new is stored: 32 MiB, enough for a running commit
    /// and a checkpoint.
    public static let readOnlyReserve: UInt64 = 33_554_432
    /// From this much free disk space on, new messages are stored again. It is more than the
    /// reserve, so that the server does not switch back and forth.
    public static let readOnlyEnd: UInt64 = 50_331_648
    /// Milliseconds after which a client may retry what a full disk refused, and after which the
    /// server checks the disk again.
    public static let readOnlyRetry: Int64 = 10_000

    /// Bytes of a place's name.
    public static let locationLabelBytes = 255

    // One connection, and one user.
    public static let roomsPerConnection = 500
    /// Rooms that a hello may join.
    public static let roomsInHello = 16
    public static let connectionsPerUser = 10
    /// Sends of one connection that wait for their commit. At this number, the socket is not read
    /// any further.
    public static let sendsInFlight = 256
    /// Consecutive refused requests after which a connection is closed.
    public static let strikes = 16
    /// Refused requests without a penalty: a second and connection, and at once.
    public static let refusalsPerSecond = 20
    public static let refusalBurst = 500
    /// Pauses without reading a connection whose requests are refused, in milliseconds: the first
    /// one, doubled each time up to the longest one. After this many pauses the connection is cut.
    /// After this time without a pause, it starts over.
    public static let refusalPauseFirst: Int64 = 32
    public static let refusalPauseLongest: Int64 = 1_024
    public static let refusalPauses = 12
    public static let refusalPausesForgotten: Int64 = 60_000
    /// Messages of a user: a second, and at once.
    public static let messagesPerSecond = 20
    public static let messageBurst = 100
    /// Bytes of a user's messages: a second, and at once (64 messages of the maximum length).
    public static let messageBytesPerSecond = 65_536
    public static let messageBytesBurst = 1_048_576
    /// Other requests of a connection: a second, and at once (enough to return to every room).
    public static let requestsPerSecond = 100
    public static let requestBurst = 2_000
    /// A leave, or a list of members, counts as this many requests.
    public static let costlyRequest = 4
    /// Connections from one address; 127.0.0.1 and ::1 have no limit.
    public static let connectionsPerAddress = 64
    /// All users of one address together; 127.0.0.1 and ::1 have no limit. It is enough for an
    /// office of some hundred people behind one address: each sends a message a second at the
    /// busiest moment, and all reconnect at once after a restart of the server. If an operator
    /// changes the messages, bytes, hellos and uploads change in proportion.
    public static let addressMessagesPerSecond = 200
    public static let addressMessageBurst = 2_000
    public static let addressMessageBytesPerSecond = 1_048_576
    public static let addressMessageBytesBurst = 8_388_608
    /// Hellos of new and returning users: a second, and at once.
    public static let addressHellosPerSecond = 10
    public static let addressHelloBurst = 500
    /// Bytes of files: 256 MiB at once, then 2 MiB a second.
    public static let addressUploadBytesPerSecond = 2_097_152
    public static let addressUploadBytesBurst = 268_435_456
    /// Refused requests of one address a second that cost nothing, and how many at once; beyond them each connection of the address is
    /// read with pauses. What ends a connection is its own share alone.
    public static let addressRefusalsPerSecond = 100
    public static let addressRefusalBurst = 2_000
    /// HTTP requests of one client of a trusted proxy.
    public static let addressRequestsPerSecond = 200
    public static let addressRequestBurst = 2_000
    /// New connections of one address at once, for each connection that it may have (``connectionsPerAddress``); as many again come
    /// back within ``addressArrivalPeriod``, in seconds. A handshake of TLS costs a millisecond of a core.
    public static let addressArrivalsPerConnection = 4
    public static let addressArrivalPeriod = 16
    /// Addresses whose budgets are remembered.
    public static let addressBudgetsKept = 65_536
    /// New rooms of one user, and of all users of one address, local ones included. This many at
    /// once, and as many again within ``newRoomsPeriod``, in seconds: an hour.
    public static let newRoomsPerUser = 50
    public static let newRoomsPerAddress = 500
    public static let newRoomsPeriod = 3_600
    /// Users and addresses whose new rooms are remembered.
    public static let roomQuotasKept = 65_536

    /// Pings that arrive together and are answered one by one. Of further ones, only the latest is
    /// answered.
    public static let pongsPerBurst = 16

    // Queues of the server.
    /// Bytes that wait for a reader before it is cut.
    public static let outboxBytes = 262_144
    /// Bytes that the kernel buffers for a reader besides those.
    public static let unsentBytes = 131_072
    /// Bytes up to which a turn's writes to a connection are combined into one buffer.
    public static let coalescedBytes = 16_384
    /// Sends of all connections that wait for a commit, and the bytes of their texts. Joins and
    /// read marks may use half of it.
    public static let commitQueue = 65_536
    public static let commitQueueBytes = 67_108_864
    /// With this many readers of a room on one event loop, the next commit waits until they were
    /// sent the last one.
    public static let crowd = 16
    /// How often a commit is started again because something in it could not be read. Then all of
    /// it is refused.
    public static let commitAttempts = 16
    /// Damaged rows that are remembered, so that each is counted once.
    public static let damagedRowsKept = 10_000
    /// Sends in one commit.
    public static let commitBatch = 1_024
    /// Rooms of a log on disk. Each is checked when the server starts.
    public static let rooms = 1_048_576
    /// Rooms whose heads are cached.
    public static let headsKept = 16_384
    /// What the appender remembers between two commits: ends of rooms, last numbers of devices, and
    /// messages that were just changed (many may react to the same one).
    public static let appenderRooms = 10_000
    public static let appenderDevices = 50_000
    public static let appenderTargets = 256
    /// Connections of the database that read: the history's two threads, the four of files, and the
    /// committer read at the same time.
    public static let databaseReaders = 8
    /// Seconds to wait for another process that writes to the database: a backup tool, a shell.
    public static let databaseBusy = 5
    /// Pages of the write-ahead log with which a checkpoint begins: 16 MiB. Fewer would fold the
    /// same pages more often.
    public static let checkpointPages = 4_096
    /// Pages that the appender may fold by itself, 1 MiB: it takes little longer than a commit.
    public static let checkpointPagesFew = 256
    /// Pages of the log where the disk takes them more slowly than they come: 64 MiB, and what one
    /// commit adds.
    public static let logPages = 16_384
    /// Waiting history reads: of all users, of one address that is not local, and of one user.
    public static let historyQueue = 4_096
    public static let historyQueuePerAddress = historyQueue / 4
    public static let historyQueuePerUser = 16

    // Replies.
    /// Events of a history page, and the default without `limit`.
    public static let pageEvents = 200
    public static let pageEventsDefault = 50
    /// When a history page's frame exceeds this many bytes, no further event is added.
    public static let pageBytes = 131_072
    /// Edits and reactions folded into a history page, from its anchor in one direction. When they
    /// exceed this number, no further event is added. Each costs reading a row, even if nothing of
    /// it is shown.
    public static let pageChanges = reactionChangesPerMessage
    public static let membersListed = 200
    /// In a room with more people, presence is sent as a count once a second, and typing is not
    /// sent.
    public static let presenceRoom = 50
    /// How often a room is told that a connection types, in milliseconds.
    public static let typingInterval: Int64 = 1_000

    // Descriptors.
    /// Descriptors kept for the store, the listeners and the event loops, besides three for each
    /// loop.
    public static let descriptorsReserved = 40
    /// Descriptors kept free for short use: connections being turned away, folders, the log.
    public static let descriptorsSpare = 24
    /// Connections to the metrics' address, if they have one.
    public static let metricsConnections = 8
    /// Connections accepted in one turn of an event loop, on each port.
    public static let acceptsTogether = 8
    /// Milliseconds without accepting after the system had no descriptor for a connection.
    public static let acceptPause: Int64 = 500
    /// If there is room for fewer connections than this, the server warns at start.
    public static let fewConnections = 1_000

    // Deadlines, in milliseconds.
    public static let handshakeDeadline: Int64 = 5_000
    public static let helloDeadline: Int64 = 5_000
    public static let closeDeadline: Int64 = 5_000
    /// The silence after which a connection is pinged, and the time for its answer.
    public static let pingInterval: Int64 = 25_000
    public static let pongDeadline: Int64 = 8_000
    /// How long a client retries a taken name that a dead connection of its own may hold. By then a
    /// server has noticed.
    public static let ghostDeadline = pingInterval + pongDeadline + 2_000
    /// The pause after which an unfinished line counts as finished (the original line clients send
    /// no line feed).
    public static let linePause: Int64 = 30
    /// How long a message or a line may take, from its first byte to its last.
    public static let unfinishedDeadline: Int64 = 60_000
    public static let drainDeadline: Int64 = 10_000
    public static let presenceInterval: Int64 = 1_000

    // Commands on a data folder.
    /// Bytes of a line of an export: far more than an event needs.
    public static let exportLineBytes = 1_048_576
    /// Events that an export reads, or an import writes, in one transaction, and the bytes of their
    /// lines: 4 MiB.
    public static let exportBatch = 1_000
    public static let exportBatchBytes = 4_194_304
    /// Bytes of a backup's manifest: enough for the ids of 400,000 missing files.
    public static let backupManifestBytes = 16_777_216

    /// Bytes that are read or written at once where a whole file is copied.
    public static let fileCopyBytes = 1_048_576
    /// Events that the deletion of a room removes in one transaction.
    public static let roomDeletionBatch: UInt64 = 1_024

    // `martlet bench`.
    /// Connections: loopback has about 28,000 ports.
    public static let benchConnections = 10_000
    public static let benchConnecting = 64
    /// Seconds after which it ends, however many messages were asked for.
    public static let benchSeconds = 3_600

    // `martlet check`.
    /// Rows of the log, and records of files, that it reads in one transaction.
    public static let checkBatch = 4_096
    public static let checkFileBatch = 256
    /// A damaged row with a number further than this behind the expected one does not prove that
    /// there were events in between. Neither does a reference to an event further than this behind
    /// the end of its room.
    public static let checkGap: UInt64 = 1_024
    /// Findings of SQLite about its pages and indexes that are reported.
    public static let checkPageFindings = 100

    // Retention and erasure.
    /// Messages erased in one transaction, and events examined for it.
    public static let wipeBatch = 256
    public static let wipeScan = 4_096
    /// How often the server looks for expired messages, in milliseconds.
    public static let retentionInterval: Int64 = 60_000
    /// Milliseconds after which the write-ahead log is truncated, so that it does not keep a
    /// deleted text; as long again while a reader of an old state prevents it.
    public static let logWipeInterval: Int64 = 20_000
    /// Milliseconds for which commits may wait while the log is cut.
    public static let logWipePatience = 50
    /// A wall clock that has jumped ahead by more than this, in milliseconds, is doubted: nothing
    /// expires until it has stayed so for as long as the second number.
    public static let clockJump: Int64 = 86_400_000
    public static let clockPatience: Int64 = 3_600_000

    /// Milliseconds until a refused step of a chore (wiping, removing) is tried again.
    public static let chorePause: Int64 = 10_000
    /// Events of deleted rooms that one transaction removes from the disk, and rooms that one
    /// transaction deletes.
    public static let removalEvents: UInt64 = 1_024
    public static let removalRooms = 64
    /// Milliseconds between two searches for unused rooms, and rooms per read of a search.
    public static let forgettingInterval: Int64 = 3_600_000
    public static let forgettingScan = 4_096

    // Commands to a running server.
    /// Connections to the control socket at once.
    public static let controlConnections = 4
    /// Bytes of a request.
    public static let controlRequestBytes = 4_096
    /// Milliseconds until the request must be complete.
    public static let controlDeadline: Int64 = 5_000

    // TLS and proxies.
    /// Milliseconds between two checks of the certificate's files, and from a change to reading
    /// them: two files change, one after the other.
    public static let certificateInterval: Int64 = 2_000
    public static let certificatePause: Int64 = 500
    /// Bytes of a file with certificates or a key.
    public static let certificateFileBytes: Int64 = 1_048_576
    /// Milliseconds that a closing connection waits for the peer's TLS close.
    public static let tlsCloseDeadline: Int64 = 1_000
    /// Milliseconds between two log entries that any stranger can cause.
    public static let repeatedLog: Int64 = 60_000
    /// Addresses of a `Forwarded` or `X-Forwarded-For` header that are examined, from the last one
    /// on.
    public static let forwardedHops = 32
    /// Bytes of a PROXY protocol header.
    public static let proxyHeaderBytes = 2_048
    /// Bytes of one of version 1, its line feed included.
    public static let proxyLineBytes = 107

    // The security log.
    /// Lines in one interval (milliseconds): in total, and about one address. Further ones are
    /// counted, and summarised in one line for each of the addresses with the most.
    public static let securityLogInterval: Int64 = 10_000
    public static let securityLogLines = 64
    public static let securityLogLinesPerAddress = 8
    public static let securityLogAddresses = 1_024
    public static let securityLogSummaries = 8

    // HTTP.
    public static let headerBytes = 16_384
    public static let headerFields = 100
    /// The silence after which an idle HTTP connection is closed, in milliseconds.
    public static let httpIdle: Int64 = 30_000
    /// Requests of an HTTP connection: a second, and at once. Faster ones wait. This many refused
    /// ones at once have no penalty.
    public static let httpRequestsPerSecond = 50
    public static let httpRequestBurst = 200
    public static let httpRefusalBurst = 100
    /// Bytes of responses that an HTTP client has not read. At this number, its next request waits.
    public static let unreadAnswers = 262_144

    // The app.
    /// Bytes of a server's host name (RFC 1035 section 2.3.4), and of a `martlet://` link.
    public static let hostBytes = 253
    public static let linkBytes = 512
    public static let accounts = 16
    /// Rooms with a stored draft, in all accounts.
    public static let drafts = 500
    /// Files that are sent together.
    public static let filesTogether = 10
    /// Decoded pictures that are cached, and the bytes of their pixels.
    public static let picturesKept = 100
    public static let pictureBytesKept = 100_663_296
    /// Downloaded files that are cached on the device, and their bytes: 512 MiB.
    public static let filesKept = 1_000
    public static let fileBytesKept: UInt64 = 536_870_912

    /// Pixels of the longer side of a picture that is looked at closely: a photo of a phone's
    /// camera in full.
    public static let zoomedPixels = 4_096

    // A client's memory.
    /// Messages of a timeline on the screen. Other timelines, and the cache on disk, hold at most
    /// ``cachedEvents``.
    public static let timelineWindow = 600
    public static let cachedEvents = 100
    /// Items in the outbox, failed ones included.
    public static let outboxIntents = 10_000
    /// Mutations under way at once.
    public static let outboxWindow = 32
    /// Uploads at once, and the bytes of all waiting files: 256 MiB.
    public static let outboxUploads = 2
    public static let outboxFileBytes: UInt64 = 268_435_456
    /// How often a file is uploaded again because the server does not have it, or has a different
    /// one under its id.
    public static let outboxFileLosses = 3
    /// Users stored for one emoji of a message.
    public static let reactorsKept = 10_000
    /// Joins and leaves shown in a conversation.
    public static let notices = 50

    /// Sent mutations that wait for their timeline to arrive.
    public static let outboxDelivered = 1_000
    /// Steps, each twice as long as the one before, to a number that the server has not passed.
    public static let outboxPasses: UInt64 = 40
    /// Pages under way at once, over all rooms: on a slow line more of the largest would be more
    /// than a server lets wait for a reader (``pageBytes``, ``outboxBytes``), and it would cut the
    /// connection, each time anew.
    public static let pagesRequested = 2
    /// Events that a client asks for in one page.
    public static let clientPageEvents = 100
    /// Messages that a window someone looks at has at least, where there are any.
    public static let timelineFewest = 30
    /// Pages without a message after which no more are asked for by themselves.
    public static let emptyPages = 10

    // How long a client waits, in milliseconds.
    /// An attempt at a connection, until its welcome.
    public static let welcomeDeadline: Int64 = 10_000
    /// After a connection this old, back-off begins anew.
    public static let steadyConnection: Int64 = 10_000
    /// Between two attempts: the first pause, doubling up to the longest, and the longest that a
    /// server may ask for.
    public static let backoffFirst: UInt64 = 1_000
    public static let backoffLongest: UInt64 = 30_000
    public static let adviceLongest: UInt64 = 300_000
    /// For the answer to a request.
    public static let requestDeadline: Int64 = 30_000
    /// A client pings at least every ``pingInterval``, at most this often, whatever a server says.
    /// A connection that has been silent for so long is dead; an answer to a probe must come
    /// sooner.
    public static let pingIntervalShortest: Int64 = 5_000
    public static let deadSilence: Int64 = pingInterval + pongDeadline
    public static let probeDeadline: Int64 = 5_000
    /// Someone is shown as typing for so long after each notice, in milliseconds. A client sends one
    /// as often as ``typingRepeat`` says.
    public static let typingShown: Int64 = 5_000
    public static let typingRepeat: Int64 = 3_000
    /// A large room tells only its count; its list is asked for no more often than this.
    public static let membersInterval: Int64 = 30_000
    /// What is to be cached may wait for more.
    public static let cachingPause: Int64 = 2_000

    // Queues of a client.
    /// Events of a connection that wait to be handled.
    public static let framesWaiting = 4_096
    /// Events that are handled together, so that one flush stores what they need.
    public static let framesTogether = 64
    /// Outcomes of tickets that are remembered for later questions.
    public static let settlementsKept = 10_000
    /// Hits of a search.
    public static let searchHits = 100

    // A client's journal.
    public static let journalBytes = 268_435_456
    /// Bytes of one record.
    public static let journalRecordBytes = 8_388_608
    /// From this size in bytes on, a journal is compacted when it has doubled since the last time.
    public static let journalCompactBytes = 1_048_576
    /// Records of a later build that are kept unread.
    public static let journalForeignRecords = 1_024
    /// Damaged journals that are kept beside the current one.
    public static let damagedJournals = 100

    // A client's files.
    /// Bytes of a file that are read, written or sent at once.
    public static let filePartBytes = 65_536
    /// Bytes of the reply to an upload.
    public static let fileAnswerBytes = 16_384
    /// Milliseconds that an upload waits for the server's permission to send the body.
    public static let expectDeadline: Int64 = 1_000
    /// Milliseconds without a byte after which an upload or a download is given up, to be tried
    /// again.
    public static let fileSilence: Int64 = 30_000

    // A client's transports.
    /// Bytes of a frame from the server: a history page with its largest event.
    public static let receivedFrameBytes = 1_048_576
    /// Milliseconds after which an unfinished line counts as a line, from a server that ended its
    /// lines so far.
    public static let unendedLinePause: Int64 = 5_000
    /// Events kept for a server without a log.
    public static let lobbyEvents = 1_000
}
