import ChatRooms
import ChatServer
import ChatTesting
import ChatWire
import NIOCore

/// The server as it ships, on a ``Scheduler``: production's connections, committer, fan-out, presence
/// and history readers, bytes in and bytes out. Where several servers share the log, it is all of
/// them, and they end together.
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
    }

    /// What was still to be told of earlier commits when the next one began.
    struct Appending {
        /// The rooms of the commit before that had many readers on one loop when it was delivered.
        var largeRooms: [RoomName]
        /// Deliveries of it, or flushes behind these, that had not run.
        var undelivered: Int
    }

    private struct Link {
        let channel: SimulatedChannel
        /// Its place among those of all servers.
        let loop: Int
        let language: ServerBytes.Language
        /// Frames that the network takes before the rest waits.
        var room: Int
        /// The rooms that it surely reads.
        var rooms: Set<RoomName> = []
        /// Whether the server writes nothing more to it. What it wrote before may still be on its way.
        var isEnding = false
    }

    let scheduler: Scheduler
    private let plan: Plan
    private let bug: PlantedBug?
    private let servers: [ServerCore]
    let transfers: ServerTransfers
    /// Those of the first server come first.
    private let loops: [SimulatedLoop]
    private var links: [LinkID: Link] = [:]
    private var channels: [SimulatedChannel] = []
    private(set) var outputs: [Output] = []
    private(set) var isDraining = false
    private let drained = Counter()
    private let ready = Counter()
    private let failedToBegin = Counter()
    private var appended: [RoomName] = []
    private var largeWhenDelivered: [RoomName] = []
    /// Rooms that somebody was shut out of. How many read them is not certain any more.
    private var shrunk: Set<RoomName> = []

    /// - Throws: if the disk of files refuses
    init(
        store: FlawedStore, files: ServerDisk, plan: Plan, seed: UInt64, clock: ManualClock, bug: PlantedBug?
    ) throws {
        let scheduler = Scheduler(seed: seed)
        scheduler.clock = clock
        self.scheduler = scheduler
        self.plan = plan
        self.bug = bug
        let loops = (0..<plan.loops * plan.servers).map {
            SimulatedLoop($0, scheduler.makeThread(lag: plan.loopLag), scheduler)
        }
        self.loops = loops
        let disk = FlawedDisk(files, bug: bug)
        let bus = plan.servers > 1 ? SimulatedBus(scheduler) : nil
        var committers: [SimulatedThread] = []
        servers = try (0..<plan.servers).map { index in
            let committer = scheduler.makeThread(lag: plan.commit, isCommitter: true)
            committers.append(committer)
            return try ServerCore(
                loops: Array(loops[index * plan.loops..<(index + 1) * plan.loops]),
                store: bus == nil ? store : SharedStore(store, server: index, bug: bug),
                authenticator: PlainTokens(), rate: plan.rate, files: plan.files?.limits, bus: bus?.end(of: index),
                environment: Self.environment(scheduler, committer, disk, plan))
        }
        transfers = ServerTransfers(servers[0])
        transfers.tell = { [unowned self] in outputs.append(.transferred($0, $1)) }
        store.interleave = { [unowned scheduler] in scheduler.interleave() }
        files.interleave = { [unowned scheduler] in scheduler.interleave() }
        store.removed = { [unowned self] in outputs.append(.forgot($0)) }
        store.removesEarly = { disk.removeEarly($0) }
        for server in servers {
            server.begin()
            server.beginFiles { [ready, failedToBegin] in
                if $0 == nil { ready.count += 1 } else { failedToBegin.count += 1 }
            }
        }
        store.begins = { [unowned self] in commitBegins() }
        store.appended = { [unowned self] events in
            appended = events.map { $0.room }
            for (room, event) in events where event.endsReading != nil { shrunk.insert(room) }
            for loop in loops { loop.thread.awaitsDelivery = true }
        }
        plant(committers)
    }

    /// Time, chance and threads of one server.
    private static func environment(
        _ scheduler: Scheduler, _ committer: SimulatedThread, _ disk: FlawedDisk, _ plan: Plan
    ) -> ServerEnvironment {
        let readers = (0..<2).map { _ in scheduler.makeThread(lag: plan.read) }
        let pool = (0..<(plan.files?.threads ?? 0)).map { _ in scheduler.makeThread(lag: plan.files?.lag ?? 0...0) }
        var environment = ServerEnvironment()
        environment.clock = ServerClock { (scheduler.clock.wall, scheduler.monotonic) }
        environment.randomness = Randomness { scheduler.random.next() }
        environment.queues.committer = WorkQueue { committer.add($0) }
        environment.queues.historyReaders = readers.map { reader in WorkQueue { reader.add($0) } }
        environment.queues.files = WorkPool { work in
            pool.randomElement(using: &scheduler.random)?.add { work(true) }
        }
        environment.bounds = plan.bounds
        environment.fileDisk = disk
        return environment
    }

    // What the world asks.

    var next: Int64? { scheduler.next }
    var isIdle: Bool { scheduler.isIdle && isListening }
    var hasFailed: Bool { servers.contains(where: \.hasFailed) }
    /// Whether leftovers of files are deleted, and clients may come.
    var isReady: Bool { ready.count == servers.count }
    /// Whether they can't be deleted.
    var cantBegin: Bool { failedToBegin.count > 0 }
    var isListening: Bool { isReady && !isDraining }
    /// Links on which something has arrived that no handler has seen yet.
    var unreadLinks: Set<LinkID> { Set(links.filter { $0.value.channel.unread > 0 }.keys) }
    var hasDrained: Bool { drained.count == servers.count }
    /// In the order of their numbers.
    var openLinks: [LinkID] { links.keys.sorted() }

    func knows(_ link: LinkID) -> Bool { links[link] != nil }

    /// One thread does one thing.
    func step(at clock: ManualClock) {
        scheduler.clock = clock
        scheduler.step()
    }

    func takeOutputs() -> [Output] {
        defer { outputs = [] }
        return outputs
    }

    /// A client connects, and asks for its protocol.
    func connect(_ link: LinkID, _ language: ServerBytes.Language, room: Int, at clock: ManualClock) {
        scheduler.clock = clock
        let loop = loops[Int.random(in: loops.indices, using: &scheduler.random)]
        var reader = ServerBytes(language)
        let scheduler = scheduler
        let channel = SimulatedChannel(
            on: loop, from: try? SocketAddress(ipAddress: "10.0.0.1", port: 1), highWaterMark: plan.highWaterMark,
            readsAtOnce: { Int.random(in: 1...16, using: &scheduler.random) },
            transmit: { [unowned self] in transmit(&$0, &reader, link) },
            ends: { [unowned self] in ending(link) }, ended: { [unowned self] in ended(link) })
        links[link] = Link(channel: channel, loop: loop.index, language: language, room: room)
        channels.removeAll(where: \.isGone)
        channels.append(channel)
        let server = servers[loop.index / plan.loops]
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

    /// What was sent has been read by a client that has room for so many frames now.
    func makeRoom(_ link: LinkID, _ room: Int, at clock: ManualClock) {
        scheduler.clock = clock
        guard let known = links[link], known.room != room else { return }
        links[link]?.room = room
        if room > known.room { known.channel.peerReads() }
    }

    /// What the server does every hour.
    func forgetFiles(at clock: ManualClock) {
        scheduler.clock = clock
        if isReady { for server in servers { server.forgetUnusedFiles() } }
    }

    /// The server is stopped, or has to stop.
    func drain(at clock: ManualClock) {
        scheduler.clock = clock
        guard !isDraining else { return }
        isDraining = true
        if bug == .drainForgets { forgetDeliveries() }
        for server in servers { server.drain { [drained] in drained.count += 1 } }
    }

    /// The process ends, whatever it was doing. Nobody hears any more of it.
    func kill() {
        links = [:]
        for thread in scheduler.threads where !isLoop(thread) { thread.stop() }
        for loop in loops { loop.divert = nil }
        for channel in channels where !channel.isGone { channel.reset() }
        runOut()
        // Whoever waits for a timer is told that it will not come.
        for loop in loops { loop.thread.dropTimers() }
        runOut()
        scheduler.stop()
        channels = []
        outputs = []
    }

    private func runOut() {
        while loops.contains(where: { !$0.thread.isIdle }) {
            for loop in loops { loop.thread.runOut() }
        }
    }

    private func isLoop(_ thread: SimulatedThread) -> Bool { loops.contains { $0.thread === thread } }

    private var mask: UInt32 { UInt32.random(in: 0 ... .max, using: &scheduler.random) }

    // What the process does.

    private func transmit(_ bytes: inout ByteBuffer, _ reader: inout ServerBytes, _ link: LinkID) {
        guard links[link] != nil else { return bytes.clear() }
        while let room = links[link]?.room, room > 0, let said = reader.next(&bytes) {
            switch said {
            case .frame(.joined(_, let joined)):
                if links[link]?.isEnding == false { links[link]?.rooms.insert(joined.room) }
            case .close: links[link]?.rooms = []
            default: break
            }
            if links[link]?.room != .max { links[link]?.room -= 1 }
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
        guard servers.count == 1 else { return }
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

    /// Whether so many on one loop surely read a room.
    private func isLarge(_ room: RoomName) -> Bool {
        if shrunk.contains(room) { return false }
        var readers = Array(repeating: 0, count: loops.count)
        for link in links.values where link.rooms.contains(room) { readers[link.loop] += 1 }
        return readers.contains { $0 >= plan.bounds.largeRoom }
    }

    private func plant(_ committers: [SimulatedThread]) {
        let scheduler = scheduler
        for loop in loops {
            loop.thread.runsBackwards = bug == .largeRoomReleased
            loop.divert = { [unowned self, unowned loop, bug] task in
                guard let current = scheduler.current else { return false }
                let isCommitter = committers.contains { $0 === current }
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

/// Counts from within callbacks. @unchecked: a world runs on one thread.
private final class Counter: @unchecked Sendable {
    var count = 0
}
