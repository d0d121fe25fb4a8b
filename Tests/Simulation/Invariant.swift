/// What must hold in every run, whatever the schedule. Each is checked by a function of its own on ``History``.
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
        }
    }

    /// What of the invariant does not hold in `history`; `nil` when it holds.
    func violation(in history: History) -> Violation? {
        switch self {
        case .durability: history.durability()
        case .noPhantom: history.noPhantom()
        case .exactlyOnce: history.exactlyOnce()
        case .oneAnswer: history.oneAnswer()
        case .keyReuse: history.keyReuse()
        case .gapless: history.gapless()
        case .agreement: history.agreement()
        case .deliveryOrder: history.deliveryOrder()
        case .shownOnce: history.shownOnce()
        case .completeness: history.completeness()
        case .senderOrder: history.senderOrder()
        case .realTime: history.realTime()
        case .causality: history.causality()
        case .readYourWrites: history.readYourWrites()
        case .monotonicReads: history.monotonicReads()
        case .epochs: history.epochs()
        case .atomicity: history.atomicity()
        case .derivedState: history.derivedState()
        case .convergence: history.convergence()
        case .outcome: history.outcome()
        case .overload: history.overload()
        case .failedDisk: history.failedDisk()
        case .liveness: history.liveness()
        }
    }
}
