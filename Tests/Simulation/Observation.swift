import ChatModel
import ChatRooms
import ChatWire

/// Something that was seen in a run. A ``History`` is a list of them in the order in which they
/// happened; the invariants know nothing else of a run.
enum Observation {
    // People and their phones.
    case installed(PhoneID, DeviceID)
    /// A phone has it in its journal: from here on it may not be lost.
    case performed(PhoneID, Ticket, RoomName, Mutation)
    /// The phone refused it, and its disk then refused to take it out of the journal again: when
    /// the app ends now, it may come back.
    case lingers(PhoneID, Ticket)
    case numbered(PhoneID, Ticket, UInt64)
    case retried(PhoneID, Ticket)
    /// Its user wants it no more; what has left the phone stays all the same.
    case unwanted(PhoneID, Ticket)
    case settled(PhoneID, Ticket, Settlement)
    /// What a room's timeline is after a change.
    case showed(PhoneID, RoomName, Timeline)
    /// The app of this user, which wants each message once, took this one.
    case consumed(PhoneID, UserID, RoomName, Epoch, Event)
    /// What an app knows of a room, after it was told of a change on this link.
    case described(LinkID, PhoneID, RoomName, UserID, Epoch, RoomInfo)
    case started(PhoneID)
    case died(PhoneID)

    // The wire, at the client's end.
    case asked(LinkID, PhoneID, ClientFrame)
    case heard(LinkID, PhoneID, ServerFrame)
    case lost(LinkID, PhoneID, CloseCode?)

    // The wire, at the server's end.
    case reached(LinkID, ClientFrame)
    case answered(LinkID, ServerFrame)
    /// The connection is no more; with a code when it was the server that closed it.
    case ended(LinkID, CloseCode?)

    // The older protocols, at the server's end.
    case guestSaid(LinkID, String)
    case guestHeard(LinkID, String)

    // Files.
    /// A phone has these bytes in its spool, for the message of this ticket.
    case attached(PhoneID, Ticket, [UInt8])
    /// A phone begins to upload them under this id.
    case uploads(PhoneID, Ticket, FileID)
    /// The server has answered an upload.
    case stored(FileID, Attachment, isNew: Bool)
    /// The server has opened a file for a user, when the room of its message had this head.
    case opened(TransferID, UserID, FileAsk, to: Seq)
    /// What came of that, or instead of it.
    case fetched(PhoneID, UserID, FileAsk, FileAnswer, to: Seq)
    /// Records of files that a commit removed.
    case forgot([FileRecord])
    /// The files that have a record, after a crash.
    case filesAfterCrash([KeptFile])

    // Accounts.
    /// The store has another account.
    case accountMade(UserID, name: String)
    /// The account of a user is about to be closed.
    case accountCloses(UserID)
    /// From here on each server knows the names of all accounts.
    case namesKnown
    /// The operator was told that a user is banned.
    case banned(UserID)
    /// The operator takes the ban of a user back.
    case unbans(UserID)
    /// From here on each server knows all bans.
    case bansSettled

    // The server.
    /// Bytes on a link that no client can read.
    case garbled(LinkID, String)
    /// The server is asked to stop. On these links something has arrived that it has not read.
    case stopping(unread: Set<LinkID>)
    /// Another commit begins, and so many deliveries of the one before, which large rooms read, are
    /// not done.
    case appends([RoomName], undelivered: Int)
    case booted(Epoch)
    case crashed
    /// A commit failed; whether these events are kept is not known. `heads` is what was committed
    /// before.
    case diskFailed([EventID], heads: [RoomName: Seq])
    /// An older backup is in place of the log.
    case restored
    /// No fault any more.
    case healed
}

typealias PhoneID = Int
typealias LinkID = Int

/// An observation and its moment, in milliseconds of the world's clock.
struct Entry {
    var at: Int64
    var what: Observation
}
