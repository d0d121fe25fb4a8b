/// What must hold in every run, with every schedule. Each is checked by a function of its own on
/// ``Checker``.
enum Invariant: Int, CaseIterable, CustomStringConvertible {
    case durability = 1
    case noPhantom = 2
    case exactlyOnce = 3
    case oneAnswer = 4
    case keyReuse = 5
    case gapless = 6
    case agreement = 7
    case deliveryOrder = 8
    case shownOnce = 9
    case completeness = 10
    case senderOrder = 11
    case realTime = 12
    case causality = 13
    case readYourWrites = 14
    case monotonicReads = 15
    case epochs = 16
    case atomicity = 17
    case derivedState = 18
    case convergence = 22
    case outcome = 26
    case overload = 27
    case failedDisk = 28
    case liveness = 31
    case replyOrder = 32
    case leaving = 33
    case presence = 34
    case afterEnd = 35
    case drain = 36
    case answers = 37
    case largeRooms = 38
    case guests = 39
    case reading = 40
    case shuttingOut = 41
    case roles = 42
    case lists = 43
    case directRooms = 44
    case reports = 45
    case files = 46
    case fileRecords = 47
    case oneMessage = 48
    case oneFile = 49
    case fileReading = 50
    case fileRemoval = 51
    case uploadsApart = 52
    case whoIsThere = 53
    case accountNames = 54
    case linkUses = 55
    case linkEnds = 56
    case linkLists = 57
    case heldMessages = 58
    case serverBans = 59

    var description: String { "INV\(rawValue) \(name)" }

    private var name: String {
        switch self {
        case .durability: "durability"
        case .noPhantom: "no phantom"
        case .exactlyOnce: "exactly once"
        case .oneAnswer: "one answer per number"
        case .keyReuse: "a number used twice is refused"
        case .gapless: "numbers without gap"
        case .agreement: "agreement"
        case .deliveryOrder: "delivery in order"
        case .shownOnce: "shown once, in order"
        case .completeness: "completeness"
        case .senderOrder: "order of a sender"
        case .realTime: "real time"
        case .causality: "causality"
        case .readYourWrites: "read your writes"
        case .monotonicReads: "monotonic reads"
        case .epochs: "epochs"
        case .atomicity: "atomicity"
        case .derivedState: "derived state"
        case .convergence: "convergence of edits and deletions"
        case .outcome: "one outcome for each intent"
        case .overload: "overload is explicit"
        case .failedDisk: "a failed disk acknowledges nothing"
        case .liveness: "liveness"
        case .replyOrder: "an answer follows its event"
        case .leaving: "nothing after leaving"
        case .presence: "presence in order"
        case .afterEnd: "nothing after the end"
        case .drain: "a server that stops answers what it accepted"
        case .answers: "an answer goes to who asked"
        case .largeRooms: "a large room is told before the next commit"
        case .guests: "the older protocols tell the log"
        case .reading: "nobody reads what they may not"
        case .shuttingOut: "a ban stops the next delivery"
        case .roles: "all clients agree on roles"
        case .lists: "a list of rooms is what the logs say"
        case .directRooms: "a direct room is for two"
        case .reports: "a report is queued once"
        case .files: "a message has its file"
        case .fileRecords: "no record of a file without its bytes"
        case .oneMessage: "a file belongs to one message"
        case .oneFile: "a repeated upload is one file"
        case .fileReading: "nobody gets a file that they may not read"
        case .fileRemoval: "bytes without a record go"
        case .uploadsApart: "uploads do not mix"
        case .whoIsThere: "who is there"
        case .accountNames: "an account's name belongs to nobody else"
        case .linkUses: "a link lets in no more than its uses"
        case .linkEnds: "nobody enters by a link that has ended"
        case .linkLists: "links are what the log says"
        case .heldMessages: "a held message is published once, if at all"
        case .serverBans: "who is banned from the server is not there"
        }
    }

    /// What of the invariant does not hold in the checked history; `nil` when it holds.
    func violation(_ checker: Checker) -> Violation? {
        switch self {
        case .durability: checker.durability()
        case .noPhantom: checker.noPhantom()
        case .exactlyOnce: checker.exactlyOnce()
        case .oneAnswer: checker.oneAnswer()
        case .keyReuse: checker.keyReuse()
        case .gapless: checker.gapless()
        case .agreement: checker.agreement()
        case .deliveryOrder: checker.deliveryOrder()
        case .shownOnce: checker.shownOnce()
        case .completeness: checker.completeness()
        case .senderOrder: checker.senderOrder()
        case .realTime: checker.realTime()
        case .causality: checker.causality()
        case .readYourWrites: checker.readYourWrites()
        case .monotonicReads: checker.monotonicReads()
        case .epochs: checker.epochs()
        case .atomicity: checker.atomicity()
        case .derivedState: checker.derivedState()
        case .convergence: checker.convergence()
        case .outcome: checker.outcome()
        case .overload: checker.overload()
        case .failedDisk: checker.failedDisk()
        case .liveness: checker.liveness()
        case .replyOrder: checker.replyOrder()
        case .leaving: checker.leaving()
        case .presence: checker.presence()
        case .afterEnd: checker.afterEnd()
        case .drain: checker.drain()
        case .answers: checker.answers()
        case .largeRooms: checker.largeRooms()
        case .guests: checker.guests()
        case .reading: checker.reading()
        case .shuttingOut: checker.shuttingOut()
        case .roles: checker.roles()
        case .lists: checker.lists()
        case .directRooms: checker.directRooms()
        case .reports: checker.reports()
        case .files: checker.files()
        case .fileRecords: checker.fileRecords()
        case .oneMessage: checker.oneMessage()
        case .oneFile: checker.oneFile()
        case .fileReading: checker.fileReading()
        case .fileRemoval: checker.fileRemoval()
        case .uploadsApart: checker.uploadsApart()
        case .whoIsThere: checker.whoIsThere()
        case .accountNames: checker.accountNames()
        case .linkUses: checker.linkUses()
        case .linkEnds: checker.linkEnds()
        case .linkLists: checker.linkLists()
        case .heldMessages: checker.heldMessages()
        case .serverBans: checker.serverBans()
        }
    }
}
