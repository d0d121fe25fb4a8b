import ChatCore
import ChatModel
import ChatTesting
import ChatWire

/// A phone: its disk, and the app, while it runs.
struct Phone {
    let id: PhoneID
    /// Whether its app takes each message once and in order, as a bot does.
    let isBot: Bool
    /// Whether its app joins all groups and direct rooms of its user by itself.
    let entersOwnRooms: Bool
    /// The user's name; and their token, if they have another phone, too.
    private let name: String
    private let token: String?
    /// The person's choice: the rooms they want to be in.
    var wanted: Set<RoomName> = []
    /// The rooms of those that the disk refused to keep.
    var notJoined: Set<RoomName> = []
    /// The app, while it runs.
    var app: Engine?
    var chat: Chat? { app?.chat }
    /// The installation, as the app that was opened last knows it. A damaged journal makes another
    /// one.
    private(set) var device: DeviceID?
    /// How often the app's process has ended. What an earlier process began is ignored.
    private(set) var life = 0
    let disk: FaultyFileSystem
    /// Whether the app ends with its phone's power, and not alone, when it ends next.
    var losesPower = false
    var wire: FlawedApp
    var link: LinkID?
    /// Frames that have arrived and that the app has not taken: it was busy.
    var arrived: [ServerFrame] = []
    var isOnline = true
    /// The uploads under way.
    var uploads: [Ticket: TransferID] = [:]
    /// Held messages that its person has seen in the queue since the server started.
    var heldMessages: [HeldMessage] = []
    /// Files of messages that its person has seen.
    var filesSeen: [FileAsk] = []
    /// The error of this phone's wall clock, in milliseconds.
    var clockError: Int64 = 0
    /// The app is killed after this many more effects; `nil`: it is not.
    var killedIn: Int?
    /// A bot's readers of its rooms. It keeps their positions itself, so that they outlive its
    /// process.
    private var readers: [RoomName: LogReader] = [:]
    private var timers: [Chat.Timer: Int] = [:]
    private var lastTimer = 0
    /// The numbers its tickets had when last looked at.
    private var numbers: [Ticket: UInt64] = [:]
    private let bug: PlantedBug?

    /// - Parameter token: the owner's; `nil` for somebody whom the server does not know yet
    init(id: PhoneID, token: String?, entersRooms: Bool, bug: PlantedBug?, random: inout SeededGenerator) {
        self.id = id
        self.bug = bug
        name = token == nil ? "phone \(id)" : "owner of phones"
        self.token = token
        isBot = random.oneIn(3)
        entersOwnRooms = entersRooms && !isBot && random.oneIn(2)
        disk = FaultyFileSystem(seed: random.next())
        wire = FlawedApp(bug: bug)
    }

    /// The app is opened. Where its disk refuses, it is not, and its user sees why.
    mutating func open(_ newDevice: DeviceID) {
        let storage = PhoneStorage(FileStorage(path: Phone.journal, system: disk), bug: bug)
        let configuration = Chat.Configuration(
            catchUp: isBot ? .everything : .newest, entersOwnRooms: entersOwnRooms)
        app = try? Engine(
            storage: storage, device: newDevice, name: name, token: token, configuration: configuration)
        device = chat?.device ?? device
    }

    /// The process is gone, and all that was in memory; with the power, what was not flushed as
    /// well.
    mutating func die() {
        app = nil
        life += 1
        link = nil
        arrived = []
        timers = [:]
        numbers = [:]
        uploads = [:]
        killedIn = nil
        if losesPower { disk.cutPower() } else { disk.kill() }
        losesPower = false
        readers = readers.compactMapValues { reader in
            bug == .lastSeenForgotten ? nil : reader.position.map { LogReader(after: $0) }
        }
    }

    mutating func start(_ timer: Chat.Timer) -> Int {
        lastTimer += 1
        timers[timer] = lastTimer
        return lastTimer
    }

    mutating func cancel(_ timer: Chat.Timer) { timers[timer] = nil }

    /// Whether a timer that has run out is the one that was started last. Then it is removed.
    mutating func take(_ timer: Chat.Timer, _ number: Int) -> Bool {
        guard timers[timer] == number else { return false }
        timers[timer] = nil
        return !(bug == .silenceIgnored && (timer == .silence || timer == .probe || timer == .welcome))
    }

    /// Numbers that were given since it was last asked.
    mutating func newNumbers() -> [(Ticket, UInt64)] {
        var new: [(Ticket, UInt64)] = []
        for item in chat?.outbox.items ?? [] {
            guard let number = item.number, numbers[item.ticket] != number else { continue }
            numbers[item.ticket] = number
            new.append((item.ticket, number))
        }
        return new
    }

    /// Messages that a bot has not taken yet, and where it wants the room's window.
    mutating func takeMessages(of room: RoomName) -> (messages: [(Epoch, Event)], view: Timeline.View?) {
        guard isBot, let timeline = chat?.conversations[room]?.timeline, let epoch = timeline.epoch else {
            return ([], nil)
        }
        var reader = readers[room] ?? LogReader(last: 10)
        let (events, view) = reader.read(timeline)
        readers[room] = reader
        return (events.map { (epoch, $0) }, view)
    }

    /// Whether a bot has taken all that its app knows to be in a room.
    func hasTakenAll(of room: RoomName) -> Bool {
        guard isBot, let timeline = chat?.conversations[room]?.timeline else { return true }
        return readers[room]?.position?.seq ?? 0 >= timeline.head
    }

    /// What waits on the disk so that a power cut would leave it. The app may show more, which an
    /// earlier process did not flush.
    var durableTickets: Set<Ticket> {
        let copy = FaultyFileSystem()
        copy[Phone.journal] = disk.durable(Phone.journal)
        guard let (_, records) = try? FileStorage(path: Phone.journal, system: copy).open() else { return [] }
        return Set(Restored(records.compactMap { try? Record(json: $0) }).items.map(\.ticket))
    }

    private static let journal = "/phone/journal"
}
