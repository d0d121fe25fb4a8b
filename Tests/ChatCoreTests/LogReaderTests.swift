import ChatRooms
import ChatTesting
import ChatWire
import Testing

@testable import ChatCore

struct LogReaderTests {
    @Test(arguments: [0, 1, 50, 199, 200, 201, 601])
    func `it begins with the last few, however many there are, and goes on`(_ count: Int) {
        for last in [0, 1, 50, 200, 201, 600] {
            var world = ReadingWorld(last: last)
            world.say(count)
            world.begin()
            world.quiesce()
            #expect(world.read.count == min(last, count), "last \(last)")
            world.say(3)
            world.quiesce()
            world.check(atLeast: min(last, count) + 3, "last \(last)")
        }
    }

    @Test func `what came while it was away, more than any window, is read once and in order`() {
        var world = ReadingWorld(last: 10)
        world.say(20)
        world.begin()
        world.quiesce()
        world.cut()
        world.say(1_500)
        world.quiesce()
        world.check(atLeast: 1_510)
        #expect(world.read.count == 1_510)
    }

    @Test func `events that are no messages leave no hole and end nothing`() {
        var world = ReadingWorld(last: 5)
        world.say(1)
        world.begin()
        world.quiesce()
        // Whole pages without a message, live and missed.
        for isAway in [false, true] {
            if isAway { world.cut() }
            // More than the log accepts from one user, and fewer than pause the connection.
            for number in 0..<Limits.refusalBurst / 2 {
                world.act(.react(of: 1, emoji: "👍", on: number % 2 == 0))
            }
            world.say(2)
            world.quiesce()
        }
        world.check(atLeast: 5)
        #expect(world.read.count == 5)
    }

    /// What a client has in its cache, and the newest page, need not reach back to where its reader
    /// was.
    @Test(arguments: [1, 90, 150, 700])
    func `in a new process it goes on where it was, with any content of the cache`(_ missed: Int) {
        for keepsCache in [true, false] {
            var world = ReadingWorld(last: 5)
            world.say(20)
            world.begin()
            world.quiesce()
            world.say(10)
            world.quiesce()
            world.restart(keepsCache: keepsCache)
            world.say(missed)
            world.begin()
            world.quiesce()
            world.check(atLeast: 15 + missed, "cache: \(keepsCache)")
            #expect(world.read.count == 15 + missed, "cache: \(keepsCache)")
        }
    }

    @Test func `another log is read anew from its last few, whether or not it has another epoch`() {
        for isAnnounced in [true, false] {
            var world = ReadingWorld(last: 10)
            world.say(100)
            world.makeBackup()
            world.say(50)
            world.begin()
            world.quiesce()
            #expect(world.read.count == 10)
            world.restore(isAnnounced: isAnnounced)
            world.quiesce()
            #expect(world.read.dropFirst(10).map(\.seq) == Array(91...100), "announced: \(isAnnounced)")
            world.say(100)
            world.quiesce()
            #expect(world.read.dropFirst(20).map(\.seq) == Array(101...200), "announced: \(isAnnounced)")
        }
    }

    @Test(arguments: 0..<6)
    func `it reads the whole log once and in order, although connections and logs are lost`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let last = [0, 1, 10, 50, 199, 200, 201, 600].randomElement(using: &random) ?? 0
        var world = ReadingWorld(last: last, seed: seed)
        world.say([0, 1, 49, 200, 400, 601].randomElement(using: &random) ?? 0)
        world.makeBackup()
        world.begin()
        for _ in 0..<80 {
            switch Int.random(in: 0..<100, using: &random) {
            case ..<25: world.say(Int.random(in: 1...20, using: &random))
            case ..<28: world.say(Int.random(in: 200...700, using: &random))
            case ..<40: world.change(using: &random)
            case ..<50: world.cut()
            case ..<52: world.restore(isAnnounced: true)
            case ..<65: world.look()
            default: for _ in 0..<Int.random(in: 1...30, using: &random) { world.step() }
            }
        }
        world.quiesce()
        world.check("seed \(seed)")
    }

    @Test(arguments: 0..<4)
    func `from a server that lies it takes nothing twice or out of order, and asks no end of questions`(_ seed: UInt64)
    {
        var random = SeededGenerator(seed: seed)
        var world = ReadingWorld(last: 100, seed: seed)
        world.lies = random
        world.say(500)
        world.begin()
        for _ in 0..<40 {
            world.say(Int.random(in: 1...50, using: &random))
            if random.next() % 8 == 0 { world.cut() }
            world.quiesce()
        }
        #expect(world.read.count <= 40 * 50 + 500)
        for (one, next) in zip(world.read, world.read.dropFirst()) { #expect(one.seq < next.seq, "seed \(seed)") }
    }
}

/// A server, a client and a reader of its log, one step after the other.
private struct ReadingWorld {
    private(set) var read: [Event] = []
    /// The randomness with which the pages are garbled; `nil` for an honest server.
    var lies: SeededGenerator?

    private var random: SeededGenerator
    private var store: DiskStore
    private var server: InProcessServer
    private var backup: DiskStore.Disk
    private var bob: InProcessServer.ConnectionID?
    private var chat: Chat
    private var records: [Record] = []
    private var reader: LogReader
    /// The log that is read, and how many messages were read of others before.
    private var epoch: Epoch?
    private var begun = 0
    private let last: Int
    private var connection: InProcessServer.ConnectionID?
    private var isDialling = false
    private var timers: [Chat.Timer: Int64] = [:]
    private var now: Int64 = 0

    init(last: Int, seed: UInt64 = 1) {
        random = SeededGenerator(seed: seed)
        store = DiskStore(DiskStore.Disk(epoch: .random(using: &random)))
        backup = store.disk
        server = InProcessServer(store: store, configuration: .init(rate: nil), seed: seed)
        chat = Chat(
            device: .random(using: &random), name: "ann", token: nil, configuration: .init(catchUp: .everything))
        self.last = last
        reader = LogReader(last: last)
    }

    mutating func begin() {
        for input in [Input.join(.lobby), .show(.lobby, .following(false)), .start] { tell(input) }
    }

    mutating func say(_ count: Int) {
        for _ in 0..<count { act(.message(text: "text", reply: nil, payload: nil)) }
    }

    mutating func act(_ mutation: Mutation) {
        if bob == nil {
            bob = server.connect()
            request(.hello(.init(name: "bob", join: [.lobby])))
        }
        request(.mutate(room: .lobby, number: nil, after: nil, mutation))
    }

    /// Edits, deletes or reacts to a message that may or may not exist.
    mutating func change(using random: inout SeededGenerator) {
        let seq = Seq.random(in: 1...Seq(count: max(log.count, 1)), using: &random)
        switch random.next() % 3 {
        case 0: act(.edit(of: seq, text: "changed"))
        case 1: act(.delete(of: seq))
        default: act(.react(of: seq, emoji: "👍", on: true))
        }
    }

    private mutating func request(_ request: ClientFrame.Request) {
        guard let bob else { return }
        server.receive(ClientFrame(ref: 1, request: request), from: bob)
        while server.hasToCommit { server.commit() }
        _ = server.take(from: bob)
        if server.ids.contains(bob) { return }
        self.bob = nil
    }

    mutating func cut() {
        guard let id = connection else { return }
        connection = nil
        server.disconnect(id)
        tell(.closed(nil))
    }

    /// The client's process ends, and another one begins.
    ///
    /// - Parameter keepsCache: whether it had time to keep what it has of the log
    mutating func restart(keepsCache: Bool) {
        if keepsCache { tell(.foreground(false)) }
        cut()
        timers = [:]
        let restored = Restored(records.filter { if case .cached = $0 { keepsCache } else { true } })
        chat = Chat(
            device: chat.device, name: "ann", token: nil, restored: restored,
            configuration: .init(catchUp: .everything))
        if let position = reader.position { reader = LogReader(after: position, last: last) }
    }

    mutating func makeBackup() { backup = store.disk }

    /// - Parameter isAnnounced: whether the restored log has another epoch
    mutating func restore(isAnnounced: Bool) {
        let isConnected = connection != nil
        connection = nil
        bob = nil
        store = DiskStore(isAnnounced ? backup.restored(using: &random) : backup)
        server = InProcessServer(store: store, configuration: .init(rate: nil), seed: random.next())
        if isConnected { tell(.closed(nil)) }
    }

    mutating func look() {
        guard let timeline = chat.conversations[.lobby]?.timeline else { return }
        let (messages, view) = reader.read(timeline)
        if timeline.epoch != epoch { (epoch, begun) = (timeline.epoch, read.count) }
        read += messages
        if let view { tell(.show(.lobby, view)) }
    }

    /// Does the next thing that happens by itself. The reader looks only in `look()`.
    ///
    /// - Returns: whether there was one
    @discardableResult
    mutating func step() -> Bool {
        if isDialling {
            isDialling = false
            connection = server.connect()
            tell(.opened)
        } else if server.hasToCommit {
            server.commit()
        } else if server.hasToRead {
            server.readHistory()
        } else if let id = connection, let output = server.take(from: id, count: 1).first {
            arrived(output)
        } else if let (timer, due) = timers.filter({ $0.key != .silence }).min(by: { $0.value < $1.value }) {
            timers[timer] = nil
            now = max(now, due)
            tell(.timer(timer))
        } else {
            return false
        }
        return true
    }

    mutating func quiesce() {
        for _ in 0..<40_000 where !step() {
            let before = (read.count, chat.conversations[.lobby]?.timeline)
            look()
            if before == (read.count, chat.conversations[.lobby]?.timeline), !server.hasToRead, timers[.connect] == nil
            {
                return
            }
        }
        Issue.record("It never rests.")
    }

    private mutating func arrived(_ output: InProcessServer.Output) {
        switch output {
        case .frame(.page(let ref, let room, let epoch, let head, let events)) where lies != nil:
            tell(.received(.page(ref: ref, room: room, epoch: epoch, head: garbled(head), events: garbled(events))))
        case .frame(let frame): tell(.received(frame))
        case .close(let code):
            connection = nil
            tell(.closed(code))
        }
    }

    private mutating func garbled(_ head: Seq) -> Seq {
        switch (lies?.next() ?? 0) % 10 {
        case 1: 0
        case 2: Seq(head.number &- 1)
        case 3: Seq(.max)
        default: head
        }
    }

    private mutating func garbled(_ events: [Event]) -> [Event] {
        guard lies != nil, !events.isEmpty else { return events }
        let place = Int((lies?.next() ?? 0) % UInt64(events.count))
        var events = events
        switch (lies?.next() ?? 0) % 8 {
        case 0: events.remove(at: place)
        case 1: events.insert(events[place], at: 0)
        case 2: events.reverse()
        case 3: events.removeAll()
        case 4: events += events
        case 5: events.removeFirst(place)
        default: break
        }
        return events
    }

    private mutating func tell(_ input: Input) {
        let effects = chat.handle(input, at: Now(monotonic: now, wall: now, random: random.next()))
        for effect in effects {
            switch effect {
            case .open: isDialling = true
            case .close:
                isDialling = false
                if let id = connection { server.disconnect(id) }
                connection = nil
            case .send(let frame): if let id = connection { server.receive(frame, from: id) }
            case .wait(let timer, let milliseconds): timers[timer] = now + milliseconds
            case .cancel(let timer): timers[timer] = nil
            case .keep(let record): records.append(record)
            case .authenticate, .upload, .cancelUpload, .release, .settled, .changed, .found, .moderation: break
            }
        }
    }

    private var log: [Event] {
        var events: [Event] = []
        while let page = try? store.history(of: .lobby, at: .after(events.last?.seq ?? 0), limit: Limits.pageEvents),
            !page.events.isEmpty
        {
            events += page.events
        }
        return events
    }

    /// Checks that what was read of the current log are its last messages, without a gap.
    func check(atLeast fewest: Int = 0, _ comment: Comment? = nil) {
        let messages = log.compactMap { event in
            switch event.content {
            case .message, .deleted: event.seq
            default: nil
            }
        }
        let seqs = read[begun...].map(\.seq)
        #expect(seqs == messages.suffix(seqs.count), comment)
        #expect(seqs.count >= max(fewest, min(last, messages.count)), comment)
    }
}
