/// Bugs that chat systems have had, each planted by wrapping a part that has none: a checker that
/// can't see them proves nothing.
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
    /// Of a commit whose flush failed a part is found on the disk.
    case commitTorn
    /// A log that is read back after a crash has its last two commits in the other order.
    case recoveredInDisorder
    /// Events are told before the commit they are in, and it fails.
    case toldBeforeCommit

    // What the store says of places and reports (``FlawedPlaces``).
    /// Somebody who was a member of a room once still counts as one.
    case placesCached
    /// Newcomers read everything, although the room's settings forbid it.
    case newcomersReadAll
    /// A report is acknowledged, and not kept.
    case reportForgotten
    /// Some reports are in the queue twice.
    case queueRepeated

    // Invite links (``FlawedLinks``).
    /// Two joins of one commit both get the last use of a link.
    case lastUseTwice
    /// A link lets people in after its end.
    case linkEndForgotten
    /// A link lets people in after it was revoked.
    case revocationForgotten
    /// A link lets people in who are banned.
    case linkPassesBan
    /// A join that is sent again uses its link once more.
    case repeatedJoinCounted

    // Held messages.
    /// A message that the filter list holds is in the log at once.
    case heldMessageTold
    /// A message that a moderator discards is published.
    case discardedPublished
    /// A message that a moderator publishes is discarded.
    case publicationForgotten

    // Several servers that share the log (``SharedStore``).
    /// Now and then a server does not see the newest event of another one.
    case othersForgotten
    /// A server sees the last commit of another one twice.
    case othersRepeated
    /// A server sees the commits of the others in the wrong order.
    case othersReordered
    /// A server does not know the numbers that other servers have taken: what a device repeats
    /// there is taken twice.
    case othersNumbersUnknown
    /// A server does not see that another one has shut somebody out.
    case othersEvictionsForgotten
    /// A server answers joins from the log before it has delivered what the others have appended.
    case joinedAhead
    /// A server numbers its events from the newest one that it has read, not from the newest one in
    /// the log.
    case numberedFromMemory
    /// A server that misses a message of the bus waits for it, and delivers nothing of the others.
    case gapWaitedFor
    /// A server that has ended goes on to be heard (``SimulatedBus``), so its people stay.
    case endedServerHeard
    /// Servers do not hear that people have left another one.
    case leavingUnheard
    /// A server that stood still until the others took its people away, and goes on, can't tell
    /// them its people again.
    case returnedServerUnheard

    // Accounts (``FlawedAccounts``).
    /// A server that starts does not know the names of accounts.
    case accountNamesForgotten
    /// The store adds an account whose name looks like that of another one, which another server
    /// has just made.
    case accountNamesUnchecked

    // Bans from the server.
    /// A server that starts, or reads bans again, does not know those of the store.
    case bansForgotten
    /// A server does not know the bans of the others that are newer than its start.
    case othersBansUnknown

    // Files: what the disk of their folder does (``FlawedDisk``), and their records in the store.
    /// The bytes of a file are not flushed before its record.
    case recordedBeforeFlush
    /// The folder is not flushed after a file got its name there.
    case folderUnflushed
    /// Bytes are deleted before the commit that removes their record, and it is refused or fails.
    case bytesRemovedFirst
    /// A start takes the newest record for one in doubt, and deletes its bytes.
    case newestFileTidied
    /// A start deletes nothing.
    case leftoversKept
    /// The bytes of deleted messages stay until the next start.
    case removalsForgotten
    /// The bytes of a deleted message's thumbnail stay.
    case thumbnailsForgotten
    /// Two uploads at the same time write to one file.
    case uploadsMixed
    /// Everyone may read a file, whatever its message.
    case filesForAll
    /// A second message may carry a file.
    case fileTakenTwice
    /// An upload that is repeated is stored once more.
    case repeatedUploadIsNew

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
    /// Two events that leave together share a buffer: the second has the content of the first.
    case bufferShared
    /// What is delivered live gets an id of its own for each who reads it.
    case idsMadeOnDelivery
    /// Some events are not delivered to anyone, only read as history.
    case deliverySkipped
    /// A room is joined with the head that it had a while ago.
    case headCached
    /// Some connections of a user are not told what the user has chosen.
    case ownLogSwallowed

    // What runs on the server's threads (``SimulatedThread``).
    /// Two commits reach one event loop in the other order.
    case commitsReordered
    /// Two notices of who came and went change places on one event loop.
    case presenceReordered
    /// The commit after one for a large room does not wait for its flush.
    case largeRoomReleased
    /// A server that stops forgets the answers to what it had accepted.
    case drainForgets

    // What goes to the sockets (``FlawedDelivery``).
    /// A connection is subscribed before the head of its room is read.
    case subscribedEarly
    /// The answer to a send goes out before its event.
    case replyBeforeEvent
    /// A connection that has left a room gets one more of its events.
    case deliveredAfterLeaving
    /// A frame that several connections share is changed after the first has it.
    case frameChanged
    /// A reader that was cut gets one more frame.
    case cutReaderGetsMore
    /// A page of history goes to another connection that waits for one.
    case pageMisdirected
    /// Some events are delivered twice.
    case deliveredTwice
    /// Two messages change places for those of the older protocols.
    case guestsReordered
    /// A connection whose user was removed or banned gets one more of the room's events.
    case deliveredAfterBan
    /// An event of a direct room goes to a third person.
    case directOverheard

    // The app (``FlawedApp``, ``PhoneStorage``).
    /// A send that is repeated on another connection gets a new number.
    case newNumberOnRetry
    /// What waits to be sent is forgotten when the app is killed.
    case outboxForgotten
    /// The journal is never flushed.
    case neverFlushed
    /// The journal says that it has kept what its disk refused.
    case refusalIgnored
    /// An app that takes each message once forgets where it was when it is killed.
    case lastSeenForgotten
    /// Silence is never noticed.
    case silenceIgnored
    /// A send does not name the one before it.
    case orderUnnamed
    /// An app takes every event for one of its own user.
    case authorsMixedUp
    /// An app takes every role for a member's.
    case rolesIgnored

    /// The invariant that catches it.
    var invariant: Invariant {
        switch self {
        case .acknowledgedBeforeSync, .rarelySynced: .durability
        case .bufferShared, .frameChanged: .noPhantom
        case .replyBeforeEvent: .replyOrder
        case .deliveredAfterLeaving: .leaving
        case .presenceReordered: .presence
        case .cutReaderGetsMore: .afterEnd
        case .drainForgets: .drain
        case .pageMisdirected: .answers
        case .largeRoomReleased: .largeRooms
        case .guestsReordered: .guests
        case .fullDiskAcknowledged: .failedDisk
        case .numbersForgotten, .othersNumbersUnknown, .newNumberOnRetry: .exactlyOnce
        case .numbersUnscoped: .keyReuse
        case .counterTooHigh: .gapless
        case .freshAnswer: .oneAnswer
        case .idsMadeOnDelivery, .numberedFromMemory: .agreement
        case .deliverySkipped, .othersForgotten, .gapWaitedFor: .completeness
        case .orderUnnamed: .senderOrder
        case .recoveredInDisorder: .realTime
        case .toldBeforeCommit: .causality
        case .staleReads: .readYourWrites
        case .headCached: .monotonicReads
        case .commitTorn: .atomicity
        case .authorsMixedUp: .derivedState
        case .epochKept, .recoveryOffByOne, .pageTruncated: .epochs
        case .editsForgotten, .deletedServed: .convergence
        case .slowReaderSkipped: .overload
        case .swapped, .commitsReordered, .subscribedEarly, .deliveredTwice, .othersRepeated, .othersReordered,
            .joinedAhead:
            .deliveryOrder
        case .endedServerHeard, .leavingUnheard, .returnedServerUnheard: .whoIsThere
        case .accountNamesForgotten, .accountNamesUnchecked: .accountNames
        case .bansForgotten, .othersBansUnknown: .serverBans
        case .outboxForgotten, .neverFlushed, .refusalIgnored: .outcome
        case .lastSeenForgotten: .shownOnce
        case .silenceIgnored, .refusalSwallowed: .liveness
        case .placesCached, .newcomersReadAll, .othersEvictionsForgotten: .reading
        case .deliveredAfterBan: .shuttingOut
        case .rolesIgnored: .roles
        case .ownLogSwallowed: .lists
        case .directOverheard: .directRooms
        case .reportForgotten, .queueRepeated: .reports
        case .lastUseTwice: .linkUses
        case .linkEndForgotten, .revocationForgotten, .linkPassesBan: .linkEnds
        case .repeatedJoinCounted: .linkLists
        case .heldMessageTold, .discardedPublished, .publicationForgotten: .heldMessages
        case .recordedBeforeFlush, .folderUnflushed, .newestFileTidied: .fileRecords
        case .bytesRemovedFirst: .files
        case .leftoversKept, .removalsForgotten, .thumbnailsForgotten: .fileRemoval
        case .uploadsMixed: .uploadsApart
        case .filesForAll: .fileReading
        case .fileTakenTwice: .oneMessage
        case .repeatedUploadIsNew: .oneFile
        }
    }
}

extension PlantedBug {
    /// The first seed with which the bug's ``invariant`` catches it, and all invariants that are
    /// broken then.
    func caught(within seeds: UInt64) -> (seed: UInt64, invariants: [Invariant])? {
        for seed in 1...max(1, seeds) {
            let checker = Checker(World.run(seed, bug: self))
            guard invariant.violation(checker) != nil else { continue }
            return (seed, checker.violations().map(\.invariant))
        }
        return nil
    }
}
