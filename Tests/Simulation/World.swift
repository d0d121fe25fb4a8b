import ChatModel
import ChatRooms
import ChatTesting
import ChatWire

/// Phones, a network and servers, all in one value. The next step is the earliest one on the
/// agenda, on the wire or in a server, and chance comes from the seed alone. So the same seed
/// always gives the same run.
struct World {
    enum Happening: Sendable {
        /// A user acts on a phone.
        case act(PhoneID)
        case timer(PhoneID, life: Int, Chat.Timer, number: Int)
        /// An app that was busy takes the frames that have arrived.
        case take(LinkID)
        /// A bot moves a room's window.
        case look(PhoneID, life: Int, RoomName, Timeline.View)
        case open(PhoneID)
        case online(PhoneID)
        case boot
        /// One of several servers starts again, unless all have ended meanwhile.
        case restart(Int)
        /// A guest of one of the older protocols acts.
        case guest(Int)
        case seeker(Int)
        /// A user does something about invite links.
        case links(PhoneID)
        case stranger(Int)
        /// A user writes what the filter list finds, or a moderator looks at what it holds.
        case filter(PhoneID)
        /// Several people use an invite link.
        case rush(InviteCode)
        /// A client reads that the server has closed.
        case answerEnd(LinkID)
        case pong(LinkID)
        case probeEnds(LinkID)
        case fault(Fault)
        case heal
        /// The next bytes of a transfer reach the server.
        case transfer(TransferID)
        /// The server learns that a transfer's connection is gone.
        case transferCut(TransferID)
        case uploadEnds(PhoneID, Ticket, TransferID, UploadEnd)
        /// The upload of a thumbnail has ended, well or not. The upload of the file follows.
        case thumbnailEnds(PhoneID, Ticket, TransferID, next: Transfer)
        /// The server removes files that no message has taken in time.
        case forgetFiles
    }

    let plan: Plan
    let bug: PlantedBug?
    var random: SeededGenerator
    var clock = ManualClock()
    var agenda = Agenda<Happening>()
    var network: FaultyNetwork
    var phones: [Phone] = []
    /// Where people talk: the open rooms, the groups, and the direct rooms that somebody has
    /// opened.
    var rooms: [RoomName]
    var site: Site
    let serverWire: FlawedWire
    var delivery: FlawedDelivery
    var probe: Probe
    var guests: [Guest] = []
    var seekers: [NameSeeker] = []
    var strangers: [Stranger] = []
    /// Invite links that people have passed on.
    var codes: [InviteCode] = []
    /// Requests about accounts, and people who asked for an account's name in the end.
    var accountRequests: AccountRequestID = 0
    var lastSeekers = 0
    /// Commands about bans that have not ended.
    var banCommands: [AccountRequestID: BanCommand] = [:]
    /// Who is banned from the servers, as far as the operator was told.
    var banned: Set<UserID> = []
    /// The message that a guest gets too late, with the guest's link (a planted bug).
    var heldMessage: (LinkID, String)?
    /// Links that the server has closed.
    var closing: Set<LinkID> = []
    var history: History
    var isStormy = true
    /// Whether the run has come to rest, and bots take nothing more.
    var isOver = false
    /// The phone that opened a link.
    var owners: [LinkID: PhoneID] = [:]
    /// Tickets that are in a journal.
    var performed: Set<Ticket> = []
    var transfers: [TransferID: Transfer] = [:]
    var lastTransfer: TransferID = 0
    /// The ids under which files were uploaded.
    var fileIDs: [FileID] = []
    /// The number of texts said so far. It is a part of each text, so no two are equal.
    var texts = 0

    init(seed: UInt64, bug: PlantedBug? = nil) {
        var random = SeededGenerator(seed: seed)
        var plan = Plan(random: &random)
        plan.accounts = AccountPlan(seed: seed)
        // Where nobody makes groups, nobody moderates.
        if !plan.groups.isEmpty { (plan.links, plan.filter) = (LinkPlan(seed: seed), FilterPlan(seed: seed)) }
        self.plan = plan
        self.bug = bug
        rooms = plan.rooms + plan.groups
        network = FaultyNetwork(seed: random.next(), weather: plan.weather)
        site = Site(epoch: .random(using: &random), bug: bug, plan: plan)
        serverWire = FlawedWire(bug: bug)
        delivery = FlawedDelivery(bug: bug)
        probe = Probe(random: &random)
        history = History(seed: seed)
        let owner = plan.sharesUser ? plan.token(for: .issued(using: &random)) : nil
        for id in 0..<plan.phones {
            phones.append(
                Phone(
                    id: id, token: id < 2 ? owner : nil, entersRooms: !plan.groups.isEmpty, bug: bug, random: &random))
        }
        for id in 0..<plan.guests { guests.append(Guest(id: id, random: &random)) }
        seekers = (0..<(plan.accounts?.seekers ?? 0)).map { NameSeeker(id: $0) }
        for id in 0..<(plan.links?.strangers ?? 0) { strangers.append(Stranger(id: id, random: &random)) }
        self.random = random
    }

    /// Runs a seed to its end.
    static func run(_ seed: UInt64, bug: PlantedBug? = nil) -> History {
        var world = World(seed: seed, bug: bug)
        world.begin()
        world.weatherTheStorm()
        world.comeToRest()
        world.settle()
        world.askForNames()
        world.isOver = true
        world.readEverything()
        world.readFiles()
        // Loops and their timers hold each other. This ends them.
        world.site.crash()
        return world.history
    }

    private mutating func begin() {
        boot()
        for phone in phones {
            phones[phone.id].wanted = Set(plan.rooms)
        }
        note(.installed(Probe.id, probe.device))
        agenda.add(.heal, at: plan.storm)
        for phone in phones {
            agenda.add(.open(phone.id), at: Int64.random(in: 0...1_000, using: &random))
            agenda.add(.act(phone.id), at: Int64.random(in: 0...2_000, using: &random))
        }
        for guest in guests.indices { agenda.add(.guest(guest), at: soon(2_000)) }
        for seeker in seekers.indices { agenda.add(.seeker(seeker), at: soon(1_000)) }
        for phone in phones where plan.links != nil { agenda.add(.links(phone.id), at: soon(2_000)) }
        for phone in phones where plan.filter != nil { agenda.add(.filter(phone.id), at: soon(2_000)) }
        for stranger in strangers.indices { agenda.add(.stranger(stranger), at: soon(2_000)) }
        // One server knows them at once.
        if plan.servers == 1 { note(.namesKnown) }
        for fault in Fault.allCases { schedule(fault) }
        if plan.files != nil { agenda.add(.forgetFiles, at: soon(1_500)) }
    }

    private mutating func weatherTheStorm() {
        while isStormy { step() }
    }

    /// Passes time without faults until everything that was begun has ended, and checks that about
    /// once a second. The user of an app tries again after the app has given up (its name is still
    /// taken by its own dead connection), after its disk refused to store the rooms that the user
    /// wants to be in, and after a ban.
    private mutating func comeToRest() {
        let end = clock.milliseconds + plan.calm
        while !isAtRest {
            guard clock.milliseconds < end else {
                history.unfinished = whatIsUnfinished
                return
            }
            // Not 1,000: servers do things every second.
            pass(970)
            for phone in phones {
                if phone.chat?.connection.hasGivenUp == true { tell(phone.id, .reconnect) }
                for room in rooms where triesAgain(phone, room) { tell(phone.id, .join(room)) }
            }
        }
    }

    /// Passes time until the server has given up connections that broke unnoticed. If there are
    /// several servers, it also waits until they have noticed the silence of one that has ended.
    private mutating func settle() {
        let end = clock.milliseconds + 120_000
        while clock.milliseconds < end, hasDeadLinks { pass(970) }
        if plan.servers > 1 { pass(15_000) }
    }

    private var hasDeadLinks: Bool {
        site.links.contains { link in link > 0 && !phones.contains { $0.link == link } }
    }

    /// When the next step is due, in milliseconds.
    private var next: Int64? { [network.next, agenda.next, site.next].compactMap(\.self).min() }

    /// Lets so many milliseconds pass. It stops between two steps: right after a step, servers
    /// nearly always have something left to do.
    mutating func pass(_ milliseconds: Int64) {
        let end = clock.milliseconds + milliseconds
        while let next, next <= end { step() }
        clock.advance(to: end)
    }

    /// Performs the next step. If several are due at one moment, chance chooses.
    mutating func step() {
        guard let next else { return }
        clock.advance(to: next)
        let now = clock.milliseconds
        let isDue = (network.next ?? .max <= now, agenda.next ?? .max <= now, site.next ?? .max <= now)
        var turns = Int.random(in: 0..<6, using: &random)
        while true {
            switch (turns % 3, isDue) {
            case (0, (true, _, _)):
                if let (_, arrival) = network.take(until: now) { arrived(arrival) }
                return
            case (1, (_, true, _)):
                if let (_, happening) = agenda.take() { happened(happening) }
                return
            case (2, (_, _, true)):
                site.server?.step(at: clock)
                return serverDid()
            default: turns += 1
            }
        }
    }

    private mutating func happened(_ happening: Happening) {
        switch happening {
        case .act(let phone): act(phone)
        case .timer(let phone, let life, let timer, let number): ring(phone, life, timer, number)
        case .take(let link): takeArrived(link)
        case .look(let phone, let life, let room, let view): look(phone, life, room, view)
        case .open(let phone): open(phone)
        case .online(let phone): comeOnline(phone)
        case .boot: boot()
        case .restart(let place): site.server?.restart(place, at: clock)
        case .guest(let guest): act(guest: guest)
        case .seeker(let seeker): act(seeker: seeker)
        case .links(let phone): useLinks(phone)
        case .stranger(let stranger): act(stranger: stranger)
        case .rush(let code): rush(by: code)
        case .filter(let phone): meetFilter(phone)
        case .answerEnd(let link): answerEnd(link)
        case .pong(let link): pong(link)
        case .probeEnds(let link): probeEnds(link)
        case .fault(let fault): strike(fault)
        case .heal: heal()
        case .transfer(let number): moves(number)
        case .transferCut(let number): transferCut(number)
        case .uploadEnds(let phone, let ticket, let number, let end): uploadEnds(phone, ticket, number, end)
        case .thumbnailEnds(let phone, let ticket, let number, let next): thumbnailEnds(phone, ticket, number, next)
        case .forgetFiles: forgetFiles()
        }
    }

    private mutating func arrived(_ arrival: FaultyNetwork.Arrival) {
        switch arrival {
        case .connected(let link): connected(link)
        case .atServer(let link, let frame): reached(link, frame)
        case .closedAtServer(let link): hungUp(link)
        case .opened(let link): opened(link)
        case .atClient(let link, let frame): heard(link, frame)
        case .closedAtClient(let link, let code): lost(link, code)
        }
    }

    mutating func note(_ observation: Observation) {
        history.entries.append(Entry(at: clock.milliseconds, what: observation))
    }

    /// A moment about `average` milliseconds from now.
    mutating func soon(_ average: Int64) -> Int64 {
        clock.milliseconds + Int64.random(in: 1...max(2, 2 * average), using: &random)
    }
}
