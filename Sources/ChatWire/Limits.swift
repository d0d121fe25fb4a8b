/// Every maximum in Martlet. A queue, a name, a page or a wait that is not bounded here is a bug.
public enum Limits {
    /// The largest whole number on the wire: what JavaScript holds exactly, 2⁵³ − 1.
    public static let largestInteger: UInt64 = (1 << 53) - 1

    // What a frame may be.
    /// Bytes of a WebSocket frame, and of a message put together from fragments.
    public static let frameBytes = 65_536
    /// Fragments of one WebSocket message.
    public static let fragments = 32
    public static let jsonDepth = 32
    /// Keys of one JSON object.
    public static let jsonKeys = 64

    // What a message may be.
    /// UTF-8 bytes of a message's text.
    public static let textBytes = 16_384
    /// Combining marks in a row, in a text or a name.
    public static let combiningRun = 8
    /// Unicode scalars of a name.
    public static let nameScalars = 32
    /// UTF-8 bytes of a name.
    public static let nameBytes = 64
    public static let roomNameBytes = 64
    /// Bytes of a line of the line protocol, its line feed not counted.
    public static let lineBytes = 4_096

    // What may be done to a message.
    /// UTF-8 bytes of a reaction's emoji.
    public static let emojiBytes = 32
    /// Different emoji on one message.
    public static let reactionsPerMessage = 64
    /// Reactions on one message, those of all people with all emoji.
    public static let reactionUses = 1_000
    /// Edits of one message that the log takes. It can be deleted all the same, as with the next two.
    public static let editsPerMessage = 512
    /// Reactions to one message that the log takes, those taken back included: of one user, and of all but its author.
    public static let reactionChangesPerUser = 128
    public static let reactionChangesPerMessage = 2_048
    /// Bytes of the name of a payload's type.
    public static let payloadTypeBytes = 64

    // What a file that goes with a message may be.
    /// Bytes: 25 MiB.
    public static let fileBytes = 26_214_400
    public static let fileNameBytes = 255
    public static let mediaTypeBytes = 127
    /// Pixels of an image: more would be a burden for whoever shows it.
    public static let filePixels: UInt64 = 50_000_000
    /// Bytes of all files of one user: 1 GiB.
    public static let fileBytesPerUser: UInt64 = 1_073_741_824
    /// Uploads at once, of one user and of all.
    public static let uploadsPerUser = 4
    public static let uploads = 64
    /// Uploads at once from one address: a quarter of all. Local clients are one address, and have no limit but each user's.
    public static let uploadsPerAddress = uploads / 4
    /// Bytes a second below which an upload gives way to another one while ``uploads`` are under way, and the milliseconds from its beginning after
    /// which that is known.
    public static let fileBytesPerSecondWhenFull: Int64 = 131_072
    public static let fileRateKnown: Int64 = 2_000
    /// Bytes a second below which an upload or a download is given up, after its first seconds (``fileGrace``).
    public static let fileBytesPerSecond: Int64 = 16_384
    /// Milliseconds.
    public static let fileGrace: Int64 = 10_000
    /// How long a file waits for its message, in milliseconds: a day.
    public static let unusedFileAge: Int64 = 86_400_000
    /// The longest that an operator can make it: a year.
    public static let longestUnusedFileAge: Int64 = 31_536_000_000
    /// Bytes of the disk that files leave free for messages: 256 MiB.
    public static let diskReserve: UInt64 = 268_435_456
    /// Bytes free on the disk below which nothing new is stored: 32 MiB, room for a commit and a checkpoint under way.
    public static let readOnlyReserve: UInt64 = 33_554_432
    /// Bytes free from which on it is stored again: more than the reserve, so that the server does not go back and forth.
    public static let readOnlyEnd: UInt64 = 50_331_648
    /// Milliseconds after which a client may try again what a full disk refused, and the server the disk.
    public static let readOnlyRetry: Int64 = 10_000

    /// Bytes of the name of a place.
    public static let locationLabelBytes = 255

    // What one connection or one user may ask for.
    public static let roomsPerConnection = 500
    /// Rooms a hello may join.
    public static let roomsInHello = 16
    public static let connectionsPerUser = 10
    /// Sends of one connection that wait for their commit; at that many its socket is read no further.
    public static let sendsInFlight = 256
    /// Refused requests in a row after which a connection is closed.
    public static let strikes = 16
    /// Refused requests a second and connection that cost nothing, and how many at once.
    public static let refusalsPerSecond = 20
    public static let refusalBurst = 500
    /// Pauses in which a connection is not read because its requests are refused, in milliseconds: the first, doubling up to the longest. After so
    /// many it is cut, and after so long without one it starts afresh.
    public static let refusalPauseFirst: Int64 = 32
    public static let refusalPauseLongest: Int64 = 1_024
    public static let refusalPauses = 12
    public static let refusalPausesForgotten: Int64 = 60_000
    /// Messages a second and user, and how many may come at once.
    public static let messagesPerSecond = 20
    public static let messageBurst = 100
    /// Bytes of a user's messages a second, and how many may come at once: 64 messages of the greatest length.
    public static let messageBytesPerSecond = 65_536
    public static let messageBytesBurst = 1_048_576
    /// Other requests a second and connection, and how many may come at once: enough to come back into every room.
    public static let requestsPerSecond = 100
    public static let requestBurst = 2_000
    /// How many of those a leave counts for, and a list of members.
    public static let costlyRequest = 4
    /// Connections of one address; 127.0.0.1 and ::1 have no limit.
    public static let connectionsPerAddress = 64
    /// What all users of one address may do together; 127.0.0.1 and ::1 have no limit. It is enough for an office of some hundred people who
    /// share an address and write a message a second each at the busiest moment, and for all of them coming back at once when the server
    /// has restarted. Bytes, hellos and uploads are in proportion where an operator changes the messages.
    public static let addressMessagesPerSecond = 200
    public static let addressMessageBurst = 2_000
    public static let addressMessageBytesPerSecond = 1_048_576
    public static let addressMessageBytesBurst = 8_388_608
    /// Users that introduce themselves, each a new guest or someone who comes back.
    public static let addressHellosPerSecond = 10
    public static let addressHelloBurst = 500
    /// Bytes of files: 256 MiB at once, then 2 MiB a second.
    public static let addressUploadBytesPerSecond = 2_097_152
    public static let addressUploadBytesBurst = 268_435_456
    /// Addresses whose budgets are remembered.
    public static let addressBudgetsKept = 65_536
    /// New rooms of one user, and of all users of one address, also of a local one. So many at once, and as many again within
    /// ``newRoomsPeriod``, in seconds: an hour.
    public static let newRoomsPerUser = 50
    public static let newRoomsPerAddress = 500
    public static let newRoomsPeriod = 3_600
    /// Users and addresses whose new rooms are remembered.
    public static let roomQuotasKept = 65_536

    /// Pings answered one by one of those that arrive together; of the others only the latest is answered.
    public static let pongsPerBurst = 16

    // What the server keeps waiting.
    /// Bytes that wait for a reader before it is cut.
    public static let outboxBytes = 262_144
    /// Bytes that the system holds for a reader beside those, not yet sent.
    public static let unsentBytes = 131_072
    /// Bytes up to which what one turn of the event loop writes to a connection is put together into one buffer.
    public static let coalescedBytes = 16_384
    /// Sends of all connections that wait for a commit, and the bytes of their texts. Joins and read marks may take half of it.
    public static let commitQueue = 65_536
    public static let commitQueueBytes = 67_108_864
    /// Readers of a room on one event loop from which on the next commit waits until they are told.
    public static let crowd = 16
    /// How often a commit is begun anew because something in it could not be read; then all of it is refused.
    public static let commitAttempts = 16
    /// Damaged rows that are remembered one by one, to be counted once each.
    public static let damagedRowsKept = 10_000
    /// Sends in one commit.
    public static let commitBatch = 1_024
    /// Rooms that a log on disk may have: each costs a look when the server starts.
    public static let rooms = 1_048_576
    /// Rooms whose heads are remembered.
    public static let headsKept = 16_384
    /// History reads that wait for a thread: of all, of one address that is not local, and of one user.
    public static let historyQueue = 4_096
    public static let historyQueuePerAddress = historyQueue / 4
    public static let historyQueuePerUser = 16

    // What a reply may be.
    /// Events of a history page, and how many without `limit`.
    public static let pageEvents = 200
    public static let pageEventsDefault = 50
    /// Bytes of a history page's frame beyond which no further event is added.
    public static let pageBytes = 131_072
    /// Edits and reactions folded into the messages of a history page, from its anchor in one direction, after which no further event is
    /// added. Each costs a row to read, also where nothing of it is left to show.
    public static let pageChanges = reactionChangesPerMessage
    public static let membersListed = 200
    /// People in a room beyond which presence is told in counts, once a second, and typing not at all.
    public static let presenceRoom = 50

    // What the process may have open.
    /// Descriptors kept for the store, the listeners and the event loops beside three for each of these.
    public static let descriptorsReserved = 40
    /// Descriptors kept free for what comes and goes: connections that are being turned away, folders, the log.
    public static let descriptorsSpare = 24
    /// Connections to the address of the metrics, where they have one.
    public static let metricsConnections = 8
    /// Connections accepted in one turn of an event loop, on each port.
    public static let acceptsTogether = 8
    /// Milliseconds without accepting after the system had no descriptor for a connection.
    public static let acceptPause: Int64 = 500
    /// Room for fewer connections than these is worth a warning at start.
    public static let fewConnections = 1_000

    // Deadlines, in milliseconds.
    public static let handshakeDeadline: Int64 = 5_000
    public static let helloDeadline: Int64 = 5_000
    public static let closeDeadline: Int64 = 5_000
    /// Silence after which a connection is pinged, and how long its answer may take.
    public static let pingInterval: Int64 = 25_000
    public static let pongDeadline: Int64 = 8_000
    /// How long a client that finds its name taken, perhaps by a connection of its own that is dead, tries again: by then a server has noticed.
    public static let ghostDeadline = pingInterval + pongDeadline + 2_000
    /// A pause after which an unfinished line counts as finished (original line clients send no line feed).
    public static let linePause: Int64 = 30
    /// How long a message or a line may take, from its first byte to its last.
    public static let unfinishedDeadline: Int64 = 60_000
    public static let drainDeadline: Int64 = 10_000
    public static let presenceInterval: Int64 = 1_000

    // What commands on a data folder hold at once.
    /// Bytes of a line of an export: far more than an event can take.
    public static let exportLineBytes = 1_048_576
    /// Events that an export reads, or an import writes, in one transaction, and the bytes of their lines: 4 MiB.
    public static let exportBatch = 1_000
    public static let exportBatchBytes = 4_194_304
    /// Bytes of a backup's manifest: room for the ids of 400,000 files that it does not have.
    public static let backupManifestBytes = 16_777_216

    // `martlet check`.
    /// Rows of the log, and records of files, that it reads in one transaction.
    public static let checkBatch = 4_096
    public static let checkFileBatch = 256
    /// A damaged row further than this behind the number that is due does not prove that there were events before it; nor does what
    /// leads to an event further than this behind the end of its room.
    public static let checkGap: UInt64 = 1_024
    /// Findings of SQLite about its own pages and indexes that it tells.
    public static let checkPageFindings = 100

    // What leaves the log.
    /// Messages that retention or an erasure wipes in one transaction, and events it looks at for that.
    public static let wipeBatch = 256
    public static let wipeScan = 4_096
    /// How often the server looks for messages that are past their time, in milliseconds.
    public static let retentionInterval: Int64 = 60_000
    /// Milliseconds after which the write-ahead log is cut, so that a deleted text does not remain in it; again after as long while a
    /// reader of an old state prevents it.
    public static let logWipeInterval: Int64 = 20_000

    // What TLS and proxies may be.
    /// Milliseconds between two looks at the certificate's files, and from a change to reading them: two files change, one after the other.
    public static let certificateInterval: Int64 = 2_000
    public static let certificatePause: Int64 = 500
    /// Bytes of a file with certificates or a key.
    public static let certificateFileBytes: Int64 = 1_048_576
    /// Milliseconds that a closing connection waits for its peer's end of TLS.
    public static let tlsCloseDeadline: Int64 = 1_000
    /// Milliseconds between two log entries that a stranger can set off at will.
    public static let repeatedLog: Int64 = 60_000
    /// Addresses of a `Forwarded` or `X-Forwarded-For` header that are looked at, from the last one on.
    public static let forwardedHops = 32
    /// Bytes of a PROXY protocol header.
    public static let proxyHeaderBytes = 2_048

    // What the security log writes.
    /// Lines in one interval of some milliseconds, together and about one address: what is beyond is counted, and told in one line each for
    /// the addresses of which there was most.
    public static let securityLogInterval: Int64 = 10_000
    public static let securityLogLines = 64
    public static let securityLogLinesPerAddress = 8
    public static let securityLogAddresses = 1_024
    public static let securityLogSummaries = 8

    // What HTTP may be.
    public static let headerBytes = 16_384
    public static let headerFields = 100
    /// Silence after which a kept-alive HTTP connection is closed, in milliseconds.
    public static let httpIdle: Int64 = 30_000
    /// Requests a second and HTTP connection, and how many at once: what comes faster waits. Of refused ones so many at once cost nothing.
    public static let httpRequestsPerSecond = 50
    public static let httpRequestBurst = 200
    public static let httpRefusalBurst = 100
    /// Bytes of answers that wait for an HTTP client to read them; with that many its next request waits, too.
    public static let unreadAnswers = 262_144

    // What the app keeps.
    /// Bytes of a server's host name (RFC 1035 section 2.3.4), and of a `martlet://` link.
    public static let hostBytes = 253
    public static let linkBytes = 512
    public static let accounts = 16
    /// Rooms with a draft that is kept, for all accounts.
    public static let drafts = 500
    /// Files that are chosen for one sending.
    public static let filesTogether = 10
    /// Pictures that are kept drawn, and the bytes of their pixels together.
    public static let picturesKept = 100
    public static let pictureBytesKept = 100_663_296
    /// Files of messages that are kept on the device to be looked at again, and their bytes: 512 MiB.
    public static let filesKept = 1_000
    public static let fileBytesKept: UInt64 = 536_870_912

    // What a client keeps.
    /// Messages of a timeline that someone looks at; of the others, and on disk, at most ``cachedEvents``.
    public static let timelineWindow = 600
    public static let cachedEvents = 100
    /// What waits in the outbox, what failed included.
    public static let outboxIntents = 10_000
    /// Mutations on their way at once.
    public static let outboxWindow = 32
    /// Files that are uploaded at once, and bytes of all that wait: 256 MiB.
    public static let outboxUploads = 2
    public static let outboxFileBytes: UInt64 = 268_435_456
    /// How often a file is uploaded again that the server does not have, or knows as another.
    public static let outboxFileLosses = 3
    /// People kept for one emoji of a message.
    public static let reactorsKept = 10_000
    /// Comings and goings shown in a conversation.
    public static let notices = 50

    // What an app's client keeps waiting.
    /// Events of a connection that wait to be handled.
    public static let framesWaiting = 4_096
    /// Those of them that are handled together, so that what must be kept is flushed once.
    public static let framesTogether = 64
    /// Ends of tickets that are remembered for who asks later.
    public static let settlementsKept = 10_000
    /// Hits of a search.
    public static let searchHits = 100

    // What an app's journal may be.
    public static let journalBytes = 268_435_456
    /// Bytes of one record.
    public static let journalRecordBytes = 8_388_608
    /// Bytes from which on a journal is written anew when it has doubled since the last time.
    public static let journalCompactBytes = 1_048_576
    /// Records of a later build that are carried along unread.
    public static let journalForeignRecords = 1_024
    /// Damaged journals that are kept beside the one in use.
    public static let damagedJournals = 100

    // What an app's files may be.
    /// Bytes of a file that are read, written or sent at once.
    public static let filePartBytes = 65_536
    /// Bytes of the answer to an upload.
    public static let fileAnswerBytes = 16_384
    /// Milliseconds that an upload waits for the server's word that it may come.
    public static let expectDeadline: Int64 = 1_000
    /// Milliseconds without a byte after which an upload or a download is given up, to be tried again.
    public static let fileSilence: Int64 = 30_000

    // What a client's transports keep waiting and take.
    /// Bytes of a frame from the server: a page of history with its largest event.
    public static let receivedFrameBytes = 1_048_576
    /// Milliseconds after which an unfinished line is taken for one, from a server that ended its lines so far.
    public static let unendedLinePause: Int64 = 5_000
    /// Events kept of a server that keeps none itself.
    public static let lobbyEvents = 1_000
}
