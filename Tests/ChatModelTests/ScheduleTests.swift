import ChatTesting
import ChatWire
import Testing

@testable import ChatModel

/// A client under random schedules: the log of the server is what counts.
@Suite struct ScheduleTests {
    @Test(arguments: 0..<20)
    func `with delays, repetitions, cuts and kills all is in the log once and in order, and shown as it is`(
        _ lot: UInt64
    ) {
        for seed in lot * 25..<(lot + 1) * 25 { run(seed) }
    }

    private func run(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var world = World()
        world.random = SeededGenerator(seed: seed &* 31)
        world.tell(.start)
        world.tell(.join(.lobby))
        world.tell(.join(.garden))
        var said: [RoomName: [String]] = [:]
        for step in 0..<150 { act(step, &world, &random, &said, seed) }
        world.refuse = { _ in nil }
        world.quiesce()
        for room in [RoomName.lobby, .garden] {
            let own = (world.logs[room] ?? []).filter { $0.author == .ann && $0.content.target == nil }.compactMap {
                $0.text
            }
            #expect(own == said[room] ?? [], "seed \(seed)")
            let timeline = world.chat.conversations[room]?.timeline
            #expect(
                timeline?.events == folded(world.logs[room] ?? []).suffix(timeline?.events.count ?? 0), "seed \(seed)")
            #expect(timeline?.reachedEnd == true, "seed \(seed)")
            check(world, room, seed)
        }
        #expect(world.chat.outbox.isIdle, "seed \(seed): \(world.chat.outbox.items)")
        #expect(Restored(world.records).items.isEmpty, "seed \(seed)")
        #expect(world.settled.values.allSatisfy { $0.count <= 1 }, "seed \(seed)")
    }

    private func act(
        _ step: Int, _ world: inout World, _ random: inout SeededGenerator, _ said: inout [RoomName: [String]],
        _ seed: UInt64
    ) {
        let room: RoomName = random.chance(0.7) ? .lobby : .garden
        switch Double.random(in: 0..<1, using: &random) {
        case ..<0.15: world.other("bob \(step)", in: room)
        case ..<0.20:
            let seq = Seq.random(in: 1...8, using: &random)
            world.other(.reaction(of: seq, emoji: "👍", on: random.chance(0.6)), in: room)
        case ..<0.36:
            world.say("ann \(step)", in: room)
            said[room, default: []].append("ann \(step)")
        case ..<0.39: world.perform(.react(of: 1, emoji: "🎉", on: random.chance(0.5)), in: room)
        case ..<0.75: world.deliver(Int.random(in: 0...4, using: &random))
        case ..<0.79: if let frame = world.toClient.first { world.tell(.received(frame)) }
        case ..<0.83: world.cut()
        case ..<0.89: world.accept()
        case ..<0.92: world.fire(.connect)
        case ..<0.94: world.fire(.sending)
        case ..<0.95: world.restart()
        case ..<0.96: world.isDeaf.toggle()
        case ..<0.97:
            world.tell(
                .show(room, [.older, .newest, .around(3), .following(false)].randomElement(using: &random) ?? .older))
        default:
            let isRefusing = random.chance(0.5)
            world.refuse = { request in
                if isRefusing, case .mutate(_, let number, _, _) = request, (number ?? 0) % 3 == 0 {
                    return WireError(.rateLimited, "Slow down.", retry: 50)
                }
                return nil
            }
        }
        world.isDeaf = false
        check(world, room, seed)
    }

    private func check(_ world: World, _ room: RoomName, _ seed: UInt64) {
        guard let timeline = world.chat.conversations[room]?.timeline else { return }
        let log = folded(world.logs[room] ?? [])
        let seqs = timeline.events.map { $0.seq }
        #expect(seqs == log.map { $0.seq }.filter { $0 >= timeline.first && $0 <= timeline.end }, "seed \(seed)")
        let rows = world.chat.rows(of: room)
        #expect(Set(rows.map { $0.id }).count == rows.count, "seed \(seed)")
    }

    private func folded(_ log: [Event]) -> [Event] {
        log.filter { $0.content.isShown }.map { event in
            var event = event
            for later in log where later.seq > event.seq { event.fold(later) }
            return event
        }
    }
}
