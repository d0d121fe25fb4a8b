import ChatRooms
import ChatServer
import ChatTesting
import ChatWire
import NIOCore

/// The server as it ships, on a ``Scheduler``: production's connections, committer, fan-out,
/// presence and history readers, bytes in and bytes out. If several servers share the log, this
/// stands for all of them. They end together, or one of them alone.
final class SimulatedServer {
    /// What leaves the process, in the order in which it does.
    enum Output {
        case said(LinkID, Said)
        /// Nothing more comes on this link.
        case ended(LinkID)
        /// The store is about to be asked for another commit.
        case appends(Appending)
        case transferred(TransferID, ServerTransfers.News)
        /// A commit has removed the records of these files.
        case forgot([FileRecord])
        case account(SharedAccounts.Change)
        case answered(AccountRequestID, Result<SignedIn?, WireError>)
    }

    /// The deliveries of a commit that were not complete when the next commit began.
    struct Appending {
        /// The rooms of the commit before that had many readers on one loop when it was delivered.
        var largeRooms: [RoomName]
        /// The number of its deliveries, and of the flushes behind these, that had not run.
        var undelivered: Int
    }

    private struct Link {
        let channel: SimulatedChannel
        /// The place of its event loop among the loops of all servers.
        let loop: Int
        let language: ServerBytes.Language
        /// The number of frames that the network takes before the rest waits.
        var window: Int
        /// The rooms that it surely reads.
        var rooms: Set<RoomName> = []
        /// Whether the server writes nothing more to it. What it wrote before may still be on its
        /// way.
        var isEnding = false
        /// Whether its server has ended.
        var hasBroken = false
    }

    let scheduler: Scheduler
    private let plan: Plan
    private let bug: PlantedBug?
    private let bus: SimulatedBus?
    private let makeProcess: (Int) throws -> SimulatedProcess
    /// The servers that run, by their place.
    private var processes: [Int: SimulatedProcess] = [:]
    let transfers: ServerTransfers
    private var links: [LinkID: Link] = [:]
    private var channels: [SimulatedChannel] = []
    private(set) var outputs: [Output] = []
    private(set) var isDraining = false
    private let drained = Counter()
    private var appended: [RoomName] = []
    private var largeWhenDelivered: [RoomName] = []
    /// Rooms that somebody was shut out of. The number of their readers is not certain any more.
    private var shrunk: Set<RoomName> = []

    /// - Throws: if the disk of files refuses
    init(
        store: FlawedStore, files: ServerDisk, accounts: SharedAccounts, plan: Plan, seed: UInt64, clock: ManualClock,
        bug: PlantedBug?
    ) throws {
        scheduler = Scheduler(seed: seed)
        scheduler.clock = clock
        self.plan = plan
        self.bug = bug
        let disk = FlawedDisk(files, bug: bug)
        bus = plan.servers > 1 ? SimulatedBus(scheduler, bug: bug) : nil
        makeProcess = { [scheduler, disk, bus] place in
            let shared = bus.map { bus in
                SharedStore(store, server: place, bug: bug) { bus.missesMessages(place) }
            }
            return try SimulatedProcess(
                place, on: scheduler, shared ?? store, disk, accounts, bus?.end(of: place), plan, bug)
        }
        if plan.accounts != nil { SimulatedTasks.run(on: scheduler) }
        let first = try makeProcess(0)
        processes[0] = first
        transfers = ServerTransfers(first.core)
        for place in 1..<max(1, plan.servers) { processes[place] = try makeProcess(place) }
        transfers.tell = { [unowned self] in outputs.append(.transferred($0, $1)) }
        store.interleave = { [unowned scheduler] in scheduler.interleave() }
        files.interleave = { [unowned scheduler] in scheduler.interleave() }
        store.removed = { [unowned self] in outputs.append(.forgot($0)) }
        accounts.changed = { [unowned self] in outputs.append(.account($0)) }
        store.removesEarly = { disk.removeEarly($0) }
        for place in processes.keys.sorted() { begin(place) }
        store.begins = { [unowned self] in commitBegins() }
        store.appended = { [unowned self] events in
            appended = events.map { $0.room }
            for (room, event) in events where event.endsReading != nil { shrunk.insert(room) }
            for loop in loops { loop.thread.awaitsDelivery = true }
        }
    }

    private func begin(_ place: Int) {
        guard let process = processes[place] else { return }
        plant(process.loops)
        process.accounts?.tell = { [unowned self] in outputs.append(.answered($0, $1)) }
        process.begin()
    }

    /// In the order of their places.
    private var running: [SimulatedProcess] { processes.keys.sorted().compactMap { processes[$0] } }
    private var loops: [SimulatedLoop] { running.flatMap(\.loops) }

    // MARK: Called by the world

    var next: Int64? { scheduler.next }
    var isIdle: Bool { scheduler.isIdle && isListening }
    var hasFailed: Bool { processes.values.contains(where: \.core.hasFailed) }
    /// Whether leftovers of files can't be deleted.
    var cantBegin: Bool { processes.values.contains(where: \.cantBegin) }
    /// Whether clients may come.
    var isReady: Bool { processes.values.allSatisfy(\.isReady) }
    var isListening: Bool { isReady && !isDraining }
    /// Links on which something has arrived that no handler has seen yet, and those that are not
    /// read now, as while the client leaves too many answers unread: there the handler may hold
    /// something back.
    var unreadLinks: Set<LinkID> {
        Set(links.filter { $0.value.channel.unread > 0 || $0.value.channel.isPaused }.keys)
    }
    var hasDrained: Bool { isDraining && drained.count == processes.count }
    /// Of the servers that run.
    var places: [Int] { processes.keys.sorted() }
    /// In the order of their numbers.
    var openLinks: [LinkID] { links.keys.sorted() }

    func knows(_ link: LinkID) -> Bool { links[link] != nil }

    /// Runs one task of one thread.
    func step(at clock: ManualClock) {
        scheduler.clock = clock
        scheduler.step()
    }

    func takeOutputs() -> [Output] {
        defer { outputs = [] }
        return outputs
    }

    /// A client connects, and asks for its protocol.
    ///
    /// - Parameter place: of the server; `nil` for any
    func connect(
        _ link: LinkID, _ language: ServerBytes.Language, to place: Int? = nil, window: Int, at clock: ManualClock
    ) {
        scheduler.clock = clock
        let near = place.map { processes[$0]?.loops ?? [] } ?? loops
        guard let loop = near.randomElement(using: &scheduler.random) else { return }
        var reader = ServerBytes(language)
        let scheduler = scheduler
        // The pages that one address requests are read one by one.
        let address = "10.0.0.\(1 + link % 3)"
        let channel = SimulatedChannel(
            on: loop, from: try? SocketAddress(ipAddress: address, port: 1), highWaterMark: plan.highWaterMark,
            readsAtOnce: { Int.random(in: 1...16, using: &scheduler.random) },
            transmit: { [unowned self] in transmit(&$0, &reader, link) },
            ends: { [unowned self] in ending(link) }, ended: { [unowned self] in ended(link) })
        links[link] = Link(channel: channel, loop: loop.index, language: language, window: window)
        channels.removeAll(where: \.isGone)
        channels.append(channel)
        guard let server = processes[loop.index / plan.loops]?.core else { return }
        loop.execute {
            do {
                try server.accept(channel, at: language == .lines ? .lines : .web)
                channel.activate()
            } catch {
                channel.close(promise: nil)
            }
        }
        switch language {
        case .v1: receive(ClientBytes.handshake("/v1"), from: link)
        case .swiftChat: receive(ClientBytes.handshake("/chat"), from: link)
        case .lines: break
        }
    }

    /// Bytes arrive, in parts as small as the network makes them.
    private func receive(_ bytes: ByteBuffer, from link: LinkID) {
        guard let channel = links[link]?.channel else { return }
        var bytes = bytes
        while bytes.readableBytes > 0 {
            let cut =
                scheduler.random.oneIn(6) ? Int.random(in: 1...bytes.readableBytes, using: &scheduler.random) : 1_024
            guard let part = bytes.readSlice(length: min(cut, bytes.readableBytes, 1_024)) else { return }
            channel.receive(part)
        }
    }

    func receive(_ frame: ClientFrame, from link: LinkID, at clock: ManualClock) {
        scheduler.clock = clock
        if case .leave(let room) = frame.request { links[link]?.rooms.remove(room) }
        receive(ClientBytes.frame(frame, mask: mask), from: link)
    }

    func receive(line: String, from link: LinkID, at clock: ManualClock) {
        scheduler.clock = clock
        receive(ByteBuffer(string: line + "\n"), from: link)
    }

    func receive(_ frame: SwiftChatFrame.Submitted, from link: LinkID, at clock: ManualClock) {
        scheduler.clock = clock
        receive(ClientBytes.frame(frame, mask: mask), from: link)
    }

    func pong(from link: LinkID, at clock: ManualClock) {
        scheduler.clock = clock
        receive(ClientBytes.control(.pong, mask: mask), from: link)
    }

    /// The client is gone: it said goodbye, ended its side, or its connection broke.
    func end(_ link: LinkID, at clock: ManualClock) {
        scheduler.clock = clock
        guard let known = links.removeValue(forKey: link) else { return }
        switch Int.random(in: 0..<3, using: &scheduler.random) {
        case 0 where known.language != .lines:
            known.channel.receive(ClientBytes.control(.close, mask: mask))
            known.channel.receiveEnd()
        case 1: known.channel.receiveEnd()
        default: known.channel.reset()
        }
    }

    /// The server has closed: its client reads that, and ends its own side.
    func answerEnd(_ link: LinkID, at clock: ManualClock) {
        scheduler.clock = clock
        guard let known = links.removeValue(forKey: link) else { return }
        if known.language != .lines { known.channel.receive(ClientBytes.control(.close, mask: mask)) }
        known.channel.receiveEnd()
    }

    /// Sets the number of frames that the network takes now, because a client has read some or has
    /// stopped reading.
    func setWindow(of link: LinkID, _ window: Int, at clock: ManualClock) {
        scheduler.clock = clock
        guard let known = links[link], known.window != window else { return }
        links[link]?.window = window
        if window > known.window { known.channel.peerReads() }
    }

    /// Somebody asks one of the servers for something about an account.
    func ask(_ request: ServerCore.AccountRequest, _ number: AccountRequestID, at clock: ManualClock) {
        scheduler.clock = clock
        guard let process = running.randomElement(using: &scheduler.random) else { return }
        process.accounts?.ask(process.core, request, number)
    }

    /// The operator asks one of the servers for something about accounts or bans.
    func command(_ command: AccountCommand, _ number: AccountRequestID, at clock: ManualClock) {
        scheduler.clock = clock
        running.randomElement(using: &scheduler.random)?.accounts?.perform(command, number)
    }

    /// Begins the server's hourly removal of unused files.
    func forgetFiles(at clock: ManualClock) {
        scheduler.clock = clock
        if isReady { for process in running { process.core.forgetUnusedFiles() } }
    }

    /// Begins an orderly stop of all servers.
    func drain(at clock: ManualClock) {
        scheduler.clock = clock
        guard !isDraining else { return }
        isDraining = true
        if bug == .drainForgets { forgetDeliveries() }
        for process in running { process.core.drain { [drained] in drained.count += 1 } }
    }

    /// Ends all servers at once. Nothing more leaves them.
    func kill() {
        links = [:]
        for place in processes.keys.sorted() { end(place) }
        scheduler.stop(scheduler.threads)
        channels = []
        outputs = []
    }

    /// Ends one of several servers at once. Its links break.
    ///
    /// - Returns: its place, for ``restart(_:at:)``; `nil` if none can end alone now
    func killOne(at clock: ManualClock) -> Int? {
        scheduler.clock = clock
        guard let place = oneOfSeveral else { return nil }
        for (link, known) in links.sorted(by: { $0.key < $1.key }) where known.loop / plan.loops == place {
            links[link]?.hasBroken = true
            ended(link)
        }
        end(place)
        return place
    }

    /// Makes one of several servers stand still. It continues at the moment given.
    func pauseOne(until moment: Int64) {
        guard let place = oneOfSeveral else { return }
        for thread in processes[place]?.threads ?? [] { thread.standsStillUntil = moment }
    }

    /// Cuts one of several servers off from the bus for a while.
    func isolateOne(until moment: Int64) {
        if let place = oneOfSeveral { bus?.isolate(place, until: moment) }
    }

    /// Lets all servers run, and connects them to the bus again.
    func resume() {
        bus?.heal()
        for thread in scheduler.threads { thread.standsStillUntil = 0 }
    }

    /// Starts a server again that has ended alone.
    func restart(_ place: Int, at clock: ManualClock) {
        scheduler.clock = clock
        guard !isDraining, processes[place] == nil,
            let process = try? makeProcess(place)
        else { return }
        processes[place] = process
        begin(place)
    }

    /// The place of one of the running servers, chosen by chance; `nil` if there are not several.
    private var oneOfSeveral: Int? {
        guard processes.count > 1, !isDraining else { return nil }
        return processes.keys.sorted().randomElement(using: &scheduler.random)
    }

    private func end(_ place: Int) {
        guard let process = processes.removeValue(forKey: place) else { return }
        bus?.cut(place)
        process.end(channels)
        scheduler.stop(process.threads)
    }

    private func isLoop(_ thread: SimulatedThread) -> Bool { loops.contains { $0.thread === thread } }

    private var mask: UInt32 { UInt32.random(in: 0 ... .max, using: &scheduler.random) }

    // MARK: Called by the processes

    private func transmit(_ bytes: inout ByteBuffer, _ reader: inout ServerBytes, _ link: LinkID) {
        guard links[link]?.hasBroken == false else { return bytes.clear() }
        while let window = links[link]?.window, window > 0, let said = reader.next(&bytes) {
            switch said {
            case .frame(.joined(_, let joined)):
                if links[link]?.isEnding == false { links[link]?.rooms.insert(joined.room) }
            case .close: links[link]?.rooms = []
            default: break
            }
            if links[link]?.window != .max { links[link]?.window -= 1 }
            outputs.append(.said(link, said))
        }
    }

    private func ending(_ link: LinkID) {
        links[link]?.isEnding = true
        links[link]?.rooms = []
    }

    private func ended(_ link: LinkID) {
        guard links[link] != nil else { return }
        links[link]?.rooms = []
        outputs.append(.ended(link))
    }

    /// The store is asked for a commit.
    private func commitBegins() {
        // Of several servers, each waits for its own loops only.
        guard plan.servers == 1 else { return }
        let before = Set(appended)
        let undelivered = loops.reduce(0) { $0 + $1.thread.deliveries }
        let large = largeWhenDelivered.filter(before.contains)
        if !large.isEmpty, !isDraining {
            outputs.append(.appends(Appending(largeRooms: large, undelivered: undelivered)))
        }
        appended = []
        largeWhenDelivered = []
    }

    /// The committer hands something to a loop.
    private func delivers() {
        largeWhenDelivered = []
        for room in Set(appended).sorted(by: { $0.text < $1.text }) where isLarge(room) {
            largeWhenDelivered.append(room)
        }
    }

    /// Whether a room certainly has so many readers on one loop that it is a large room.
    private func isLarge(_ room: RoomName) -> Bool {
        if shrunk.contains(room) { return false }
        var readers = Array(repeating: 0, count: plan.loops * plan.servers)
        for link in links.values where link.rooms.contains(room) { readers[link.loop] += 1 }
        return readers.contains { $0 >= plan.bounds.largeRoom }
    }

    private func plant(_ loops: [SimulatedLoop]) {
        let scheduler = scheduler
        for loop in loops {
            loop.thread.runsBackwards = bug == .largeRoomReleased
            loop.divert = { [unowned self, unowned loop, bug] task in
                guard let current = scheduler.current else { return false }
                let isCommitter = current.isCommitter
                if isCommitter, loop.thread.awaitsDelivery { delivers() }
                let isReordered =
                    switch bug {
                    case .commitsReordered: isCommitter && scheduler.random.oneIn(3)
                    case .presenceReordered: current !== loop.thread && isLoop(current)
                    default: false
                    }
                if isReordered, loop.index == 1 { loop.thread.add(overtaking: true, task) }
                return isReordered && loop.index == 1
            }
        }
    }

    private func forgetDeliveries() {
        let scheduler = scheduler
        for loop in loops {
            loop.divert = { _ in scheduler.current?.isCommitter ?? false }
        }
    }
}
