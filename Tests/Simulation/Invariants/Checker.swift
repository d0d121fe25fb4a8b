import ChatModel
import ChatWire

/// Checks a history against the invariants. It knows nothing of how the history came about.
struct Checker {
    /// What names a message for good: a device and its number.
    struct Key: Hashable {
        var device: DeviceID
        var number: UInt64
    }

    struct Place: Hashable {
        var room: RoomName
        var seq: Seq
    }

    struct Intention {
        var index: Int
        var phone: PhoneID
        var room: RoomName
        var mutation: Mutation
    }

    let history: History
    /// What people did, by ticket.
    private(set) var intentions: [Ticket: Intention] = [:]
    private(set) var retried: Set<Ticket> = []
    private(set) var unwanted: Set<Ticket> = []
    private(set) var lingering: Set<Ticket> = []
    private(set) var settlements: [Ticket: [(index: Int, settlement: Settlement)]] = [:]
    private(set) var tickets: [Key: Ticket] = [:]
    private(set) var devices: [PhoneID: DeviceID] = [:]
    /// The device that speaks on a link.
    private(set) var speakers: [LinkID: DeviceID] = [:]
    /// The user who speaks on a link.
    private(set) var users: [LinkID: UserID] = [:]
    /// What people of the older protocols said.
    private(set) var guestTexts: Set<String> = []
    /// Who said what the filter list may hold.
    private(set) var filteredTexts: [String: UserID] = [:]
    /// What left a phone under a number.
    private(set) var asked: [Key: (room: RoomName, mutation: Mutation)] = [:]
    /// Where a number lies in a log.
    private(set) var places: [Epoch: [Key: Place]] = [:]
    /// Where the work of a ticket lies in a log, under any of the numbers it had.
    private(set) var ticketPlaces: [Epoch: [Ticket: Place]] = [:]
    /// The files of messages, by ticket.
    private(set) var attached: [Ticket: [UInt8]] = [:]
    /// The bytes that were uploaded, or are being uploaded, under an id.
    private(set) var uploaded: [FileID: [UInt8]] = [:]
    /// The server's epoch when an entry was made.
    private(set) var epochAt: [Epoch?] = []

    init(_ history: History) {
        self.history = history
        var epoch: Epoch?
        for (index, entry) in history.entries.enumerated() {
            if case .booted(let booted) = entry.what { epoch = booted }
            epochAt.append(epoch)
            collect(entry.what, index)
        }
        for (epoch, rooms) in history.logs {
            for (room, events) in rooms {
                for event in events {
                    guard let idempotencyKey = event.idempotencyKey else { continue }
                    let key = Key(device: idempotencyKey.device, number: idempotencyKey.number)
                    let place = Place(room: room, seq: event.seq)
                    places[epoch, default: [:]][key] = place
                    if let ticket = tickets[key] { ticketPlaces[epoch, default: [:]][ticket] = place }
                }
            }
        }
    }

    /// All that does not hold.
    func violations() -> [Violation] { Invariant.allCases.compactMap { $0.violation(self) } }

    private mutating func collect(_ observation: Observation, _ index: Int) {
        switch observation {
        case .performed(let phone, let ticket, let room, let mutation):
            intentions[ticket] = Intention(index: index, phone: phone, room: room, mutation: mutation)
        case .numbered(let phone, let ticket, let number):
            if let device = devices[phone] { tickets[Key(device: device, number: number)] = ticket }
        case .retried(_, let ticket): retried.insert(ticket)
        case .unwanted(_, let ticket): unwanted.insert(ticket)
        case .lingers(_, let ticket): lingering.insert(ticket)
        case .settled(_, let ticket, let settlement): settlements[ticket, default: []].append((index, settlement))
        case .installed(let phone, let device): devices[phone] = device
        case .guestSaid(_, let text): guestTexts.insert(text)
        case .attached(_, let ticket, let bytes): attached[ticket] = bytes
        case .uploads(_, let ticket, let file): uploaded[file] = attached[ticket]
        case .asked(let link, _, let frame): collect(frame, on: link)
        case .answered(let link, .welcome(_, let welcome)): users[link] = welcome.user
        default: break
        }
    }

    private mutating func collect(_ frame: ClientFrame, on link: LinkID) {
        switch frame.request {
        case .hello(let hello): speakers[link] = hello.device
        case .mutate(let room, let number?, _, let mutation):
            guard let device = speakers[link] else { return }
            let key = Key(device: device, number: number)
            // A number stands for its first use. A second use breaks the rules
            // (``Invariant/keyReuse``).
            if asked[key] == nil { asked[key] = (room, mutation) }
            if case .message(let text, _, _, _) = mutation, text.contains(FilterPlan.heldWord) {
                filteredTexts[text] = users[link]
            }
        default: break
        }
    }

    /// Whether an event that is told on a link ends its user's membership, or bans the user.
    func shutsOut(_ event: Event, on link: LinkID) -> Bool {
        guard case .membership(let change) = event.content, change.member == users[link] else { return false }
        switch change.action {
        case .leave, .remove, .ban: return true
        case .invite, .request, .join, .role, .unban, .mute, .unmute: return false
        }
    }

    /// The log of an epoch in one room.
    func log(_ epoch: Epoch, _ room: RoomName) -> [Event] { history.logs[epoch]?[room] ?? [] }

    func event(_ epoch: Epoch, _ room: RoomName, _ seq: Seq) -> Event? {
        let log = log(epoch, room)
        guard seq >= 1, seq <= Seq(count: log.count) else { return nil }
        return log[Int(clamping: seq.number) - 1]
    }
}
