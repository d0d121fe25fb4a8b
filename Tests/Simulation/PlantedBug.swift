/// Bugs that chat systems have had, each planted by wrapping a part that has none: a checker that can't see them proves nothing.
enum PlantedBug: String, CaseIterable {
    // The server's store (``FlawedStore``).
    /// An append returns before it is on the disk; a crash loses the newest commits.
    case acknowledgedBeforeSync
    /// Only every fourth commit is flushed, as SQLite's `synchronous = NORMAL` may do.
    case rarelySynced
    /// What numbers stand for is forgotten when the server starts.
    case numbersForgotten
    /// A number is looked for without looking at the device.
    case numbersUnscoped
    /// The counter of a room begins one too high after a restart.
    case counterTooHigh
    /// A repeated send is answered with an id of its own.
    case freshAnswer
    /// A full disk is acknowledged.
    case fullDiskAcknowledged
    /// Readers see the log as it was a little while ago.
    case staleReads
    /// The epoch stays the same when a backup is restored.
    case epochKept
    /// Pages say what was said first, edits forgotten.
    case editsForgotten
    /// Pages have the texts of deleted messages.
    case deletedServed

    // The server's end of the wire (``FlawedWire``).
    /// Catching up begins one event too late.
    case recoveryOffByOne
    /// Long pages lose their oldest events, and nothing says so.
    case pageTruncated
    /// What a slow reader has no room for is left out.
    case slowReaderSkipped
    /// Two events that follow each other closely change places.
    case swapped
    /// A refusal is not sent.
    case refusalSwallowed

    // The app (``FlawedWire`` at its end, ``FlawedJournal``).
    /// A send that is repeated on another connection gets a new number.
    case newNumberOnRetry
    /// What was numbered is forgotten when the app is killed.
    case outboxForgotten
    /// An app that takes each message once forgets where it was when it is killed.
    case lastSeenForgotten
    /// Silence is never noticed.
    case silenceIgnored

    /// The invariant that catches it.
    var invariant: Invariant {
        switch self {
        case .acknowledgedBeforeSync, .rarelySynced: .durability
        case .fullDiskAcknowledged: .failedDisk
        case .numbersForgotten, .newNumberOnRetry: .exactlyOnce
        case .numbersUnscoped: .keyReuse
        case .counterTooHigh: .gapless
        case .freshAnswer: .oneAnswer
        case .staleReads: .readYourWrites
        case .epochKept, .recoveryOffByOne, .pageTruncated: .epochs
        case .editsForgotten, .deletedServed: .convergence
        case .slowReaderSkipped: .overload
        case .swapped: .deliveryOrder
        case .outboxForgotten: .outcome
        case .lastSeenForgotten: .shownOnce
        case .silenceIgnored, .refusalSwallowed: .liveness
        }
    }
}

extension PlantedBug {
    /// The first seed with which the invariant it breaks sees it.
    func firstSeed(among seeds: UInt64) -> UInt64? {
        (1...max(1, seeds)).first { invariant.violation(Checker(World.run($0, bug: self))) != nil }
    }
}
