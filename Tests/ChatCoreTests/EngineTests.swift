import ChatTesting
import Testing

@testable import ChatCore

/// An engine on a disk that fails, against real server rules.
@Suite struct EngineTests {
    private let device = DeviceID(high: 7, low: 7)

    /// One life of an engine with its connection to a server.
    private struct Life {
        var engine: Engine
        var link: InProcessServer.ConnectionID?
        var now = Now(monotonic: 0, wall: 1_795_223_116_000, random: 1)
        var settled: [Ticket: Settlement] = [:]
        /// The numbers that were sent, and the mutation that was sent under each.
        var numbers: [UInt64: Mutation] = [:]

        init(_ disk: FaultyFileSystem, _ device: DeviceID) throws(StorageError) {
            engine = try Engine(storage: FileStorage(path: "/ann/journal", system: disk), device: device, name: "ann")
        }

        /// Handles inputs, and performs the effects; `check` gets each number that is sent.
        mutating func handle(_ inputs: [Input], _ server: inout InProcessServer, check: (UInt64) -> Void = { _ in }) {
            now.monotonic += 1
            now.random &+= 0x9E37_79B9_7F4A_7C15
            var more: [Input] = []
            for effect in engine.handle(inputs, at: now) {
                switch effect {
                case .open:
                    link = server.connect()
                    more.append(.opened)
                case .close:
                    if let link { server.disconnect(link) }
                    link = nil
                case .send(let frame):
                    guard let link else { continue }
                    if case .mutate(_, let number?, _, let mutation) = frame.request {
                        check(number)
                        numbers[number] = mutation
                    }
                    server.receive(frame, from: link)
                case .settled(let ticket, let end): settled[ticket] = end
                case .keep, .upload, .cancelUpload, .release, .wait, .cancel, .authenticate, .changed, .found,
                    .moderation:
                    break
                }
            }
            if !more.isEmpty { handle(more, &server, check: check) }
        }

        /// Handles what the server has sent, until it sends nothing more.
        mutating func hear(_ server: inout InProcessServer, check: (UInt64) -> Void = { _ in }) {
            while let link {
                server.run()
                let inputs = server.take(from: link).map { output -> Input in
                    switch output {
                    case .frame(let frame): .received(frame)
                    case .close(let code): .closed(code)
                    }
                }
                if inputs.isEmpty { return }
                handle(inputs, &server, check: check)
            }
        }
    }

    private func text(_ number: Int) -> Mutation { .message(text: "message \(number)") }

    private func texts(_ server: InProcessServer) throws -> [String] {
        try server.log(of: .lobby).compactMap {
            if case .message(let message) = $0.content { message.text } else { nil }
        }
    }

    @Test func `what was accepted survives the process, and is sent once by the next one`() throws {
        let disk = FaultyFileSystem()
        var server = InProcessServer(configuration: .init(rate: nil))
        var first = try Life(disk, device)
        first.handle((0..<5).map { .perform(text($0), in: .lobby, ticket: Ticket(UInt64($0))) }, &server)
        disk.kill()
        var second = try Life(disk, DeviceID(high: 9, low: 9))
        #expect(second.engine.chat.device == device)
        second.handle([.start], &server)
        second.hear(&server)
        #expect(try texts(server) == (0..<5).map { "message \($0)" })
        #expect(second.settled.count == 5 && second.engine.chat.outbox.isIdle)
    }

    @Test func `inputs that come together are flushed together`() throws {
        let disk = FaultyFileSystem()
        var server = InProcessServer()
        var life = try Life(disk, device)
        let before = disk.operations
        life.handle((0..<100).map { .perform(text($0), in: .lobby, ticket: Ticket(UInt64($0))) }, &server)
        #expect(disk.operations - before == 2)
    }

    /// The disk refuses random operations at random times. A mutation is either accepted, and then
    /// it is on disk, or it fails with error 291, and then it is nowhere.
    @Test func `a mutation whose flush fails is refused and never sent`() throws {
        for seed in UInt64(0)..<60 {
            var random = SeededGenerator(seed: seed)
            let disk = FaultyFileSystem(seed: seed)
            var server = InProcessServer(configuration: .init(rate: nil))
            var life = try Life(disk, device)
            life.handle([.start, .join(.lobby)], &server)
            life.hear(&server)
            var accepted: [Int] = []
            for number in 0..<20 {
                // Two in a row: the second attempt, on a new file, fails as well.
                if random.oneIn(3) { for next in 0..<8 { disk.fail(at: disk.operations + next) } }
                life.handle([.perform(text(number), in: .lobby, ticket: Ticket(UInt64(number)))], &server)
                disk.heal()
                switch life.settled[Ticket(UInt64(number))] {
                case .failed(let error): #expect(error.code == .notKept)
                default: accepted.append(number)
                }
                if random.oneIn(2) { life.hear(&server) }
            }
            disk.cutPower()
            life = try Life(disk, device)
            life.handle([.start], &server)
            life.hear(&server)
            #expect(try texts(server) == accepted.map { "message \($0)" }, "seed \(seed)")
        }
    }

    /// The rule that makes a send happen once: a number is on disk before it leaves.
    @Test func `no number is sent that a power cut could take back`() throws {
        for seed in UInt64(0)..<60 {
            var random = SeededGenerator(seed: seed)
            let disk = FaultyFileSystem(seed: seed)
            var server = InProcessServer(configuration: .init(rate: nil))
            var life = try Life(disk, device)
            let check = { (number: UInt64) in
                let durable = FaultyFileSystem()
                durable["/ann/journal"] = disk.durable("/ann/journal")
                let restored = try? JournalWriter(FileStorage(path: "/ann/journal", system: durable), device: device)
                    .restored
                #expect((restored?.next ?? 0) > number, "seed \(seed)")
            }
            for number in 0..<30 {
                for next in 0..<6 where random.oneIn(3) { disk.fail(at: disk.operations + next) }
                let ticket = Ticket(UInt64(number))
                life.handle([.perform(text(number), in: .lobby, ticket: ticket), .reconnect], &server, check: check)
                life.handle([.start], &server, check: check)
                life.handle([.timer(.connect)], &server, check: check)
                life.hear(&server, check: check)
            }
            disk.heal()
            life.handle([.start, .timer(.connect)], &server, check: check)
            life.hear(&server, check: check)
            let log = try texts(server)
            #expect(log.count == Set(log).count && life.engine.chat.outbox.isIdle, "seed \(seed)")
            let refused = life.settled.values.count { if case .failed = $0 { true } else { false } }
            #expect(log.count + refused == 30, "seed \(seed)")
        }
    }

    /// An app is killed before it flushes, and its disk takes no new file when it is opened again:
    /// what it reads may still be lost.
    @Test func `a number that was read and is not durable is not sent`() throws {
        let disk = FaultyFileSystem()
        var server = InProcessServer(configuration: .init(rate: nil))
        var life = try Life(disk, device)
        life.handle([.start, .join(.lobby)], &server)
        life.hear(&server)
        disk.fail(at: disk.operations + 1, .dies)
        life.handle([.perform(text(1), in: .lobby, ticket: Ticket(1))], &server)
        disk.kill()
        // The operations after those that make the folder, lock the journal and read it.
        for operation in 3..<60 { disk.fail(at: disk.operations + operation) }
        life = try Life(disk, device)
        #expect(life.engine.chat.outbox.items.first?.number == 1)
        let check = { (number: UInt64) in
            let durable = FaultyFileSystem()
            durable["/ann/journal"] = disk.durable("/ann/journal")
            let restored = try? JournalWriter(FileStorage(path: "/ann/journal", system: durable), device: device)
                .restored
            #expect((restored?.next ?? 0) > number)
        }
        for healed in [false, false, true] {
            if healed { disk.heal() }
            life.handle([.start, .timer(.connect)], &server, check: check)
            life.hear(&server, check: check)
        }
        #expect(try texts(server) == ["message 1"])
    }

    @Test func `a damaged journal makes a new device, and what waited is for the user to repeat`() throws {
        let disk = FaultyFileSystem()
        var server = InProcessServer(configuration: .init(rate: nil))
        var life = try Life(disk, device)
        for number in 0..<3 {
            life.handle([.perform(text(number), in: .lobby, ticket: Ticket(UInt64(number)))], &server)
        }
        disk.kill()
        var bytes = try #require(disk["/ann/journal"])
        bytes[bytes.count - 150] ^= 1
        disk["/ann/journal"] = bytes
        life = try Life(disk, DeviceID(high: 9, low: 9))
        #expect(life.engine.damage != nil && life.engine.chat.device == DeviceID(high: 9, low: 9))
        #expect(!life.engine.chat.outbox.items.isEmpty)
        for item in life.engine.chat.outbox.items {
            guard case .failed(let error) = item.state else { Issue.record("\(item)"); continue }
            #expect(error.code == .fateUnknown)
        }
    }

    @Test func `a journal stays small however much happens`() throws {
        let disk = FaultyFileSystem()
        var server = InProcessServer(configuration: .init(rate: nil))
        var life = try Life(disk, device)
        life.handle([.start, .join(.lobby)], &server)
        life.hear(&server)
        for number in 0..<400 {
            let long = String(repeating: "x", count: 8_000) + " \(number)"
            life.handle([.perform(.message(text: long), in: .lobby, ticket: Ticket(UInt64(number)))], &server)
            life.hear(&server)
        }
        #expect(try #require(disk["/ann/journal"]).count < 2 * Limits.journalCompactBytes)
        disk.kill()
        #expect(try Life(disk, device).engine.chat.outbox.items.isEmpty)
    }
}

extension InProcessServer {
    /// A room's log as someone who comes late reads it.
    fileprivate func log(of room: RoomName) throws -> [Event] {
        var server = self
        let reader = server.connect()
        server.receive(ClientFrame(ref: 1, request: .hello(.init(name: "reader"))), from: reader)
        server.receive(ClientFrame(ref: 2, request: .join(room: room, since: nil)), from: reader)
        let request = ClientFrame.Request.history(room: room, anchor: .after(0), limit: 200)
        server.receive(ClientFrame(ref: 3, request: request), from: reader)
        server.run()
        for case .frame(.page(3, _, _, _, let events)) in server.take(from: reader) { return events }
        return []
    }
}
