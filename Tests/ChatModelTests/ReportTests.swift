import ChatModel
import ChatWire
import Testing

/// Reports are kept until the server has answered, and questions of moderators are not.
@Suite struct ReportTests {
    private let report = Report(.spam, text: "again")

    @Test func `a report is kept, and sent when there is a connection`() {
        var world = World()
        world.tell(.report(report, of: 58, in: .lobby))
        #expect(world.records.contains(.reporting(.lobby, 58, report)))
        #expect(world.reported.isEmpty)
        world.tell(.start)
        world.quiesce()
        #expect(world.reported == [PendingReport(room: .lobby, seq: 58, report)])
        #expect(world.records.contains(.reported(.lobby, 58)))
        #expect(!world.chat.hasReported(58, in: .lobby))
    }

    @Test func `a report survives the process, and is made once`() {
        let restored = Restored([.reporting(.lobby, 58, report), .reporting(.lobby, 58, Report(.other))])
        #expect(restored.reports == [PendingReport(room: .lobby, seq: 58, Report(.other))])
        #expect(Restored(restored.records) == restored)
        #expect(Restored([.reporting(.lobby, 58, report), .reported(.lobby, 58)]).reports.isEmpty)
        let chat = Chat(device: .phone, name: "ann", token: nil, restored: restored)
        #expect(chat.hasReported(58, in: .lobby))
    }

    @Test func `a report that the connection loses is sent again`() {
        var world = World()
        world.tell(.start)
        world.quiesce()
        world.isDeaf = true
        world.tell(.report(report, of: 58, in: .lobby))
        world.cut()
        world.isDeaf = false
        world.quiesce()
        #expect(world.reported.count == 1)
        #expect(!world.chat.hasReported(58, in: .lobby))
    }

    @Test func `a refusal for good ends a report, and a temporary one does not`() {
        var world = World()
        world.tell(.start)
        world.quiesce()
        world.refuse = { _ in WireError(.overloaded, "Later.", retry: 1_000) }
        world.tell(.report(report, of: 58, in: .lobby))
        world.deliverAll()
        #expect(world.chat.hasReported(58, in: .lobby))
        world.refuse = { _ in WireError(.tooManyReports, "Too many.") }
        world.fire(.reporting)
        world.deliverAll()
        #expect(!world.chat.hasReported(58, in: .lobby))
        #expect(world.reported.isEmpty)
    }

    @Test func `reports go one after the other, so that a refusal for now stops all`() {
        var world = World()
        for seq in 1...3 as ClosedRange<Seq> { world.tell(.report(report, of: seq, in: .lobby)) }
        world.tell(.start)
        world.refuse = { if case .report = $0 { WireError(.overloaded, "Later.") } else { nil } }
        world.accept()
        world.deliverAll()
        #expect(world.asked.count { if case .report = $0 { true } else { false } } == 1)
        world.refuse = { _ in nil }
        world.quiesce()
        #expect(world.reported.map(\.seq) == [1, 2, 3])
    }

    @Test func `a report of no message is not kept: its record could not be read again`() {
        var world = World()
        for seq in [0, .end] as [Seq] { world.tell(.report(report, of: seq, in: .lobby)) }
        #expect(world.records.allSatisfy { (try? Record(json: $0.json)) == $0 })
        #expect(!world.chat.hasReported(0, in: .lobby))
    }

    @Test func `reports that wait are bounded`() {
        var world = World()
        for seq in 1...Seq(count: Limits.reportsUnderWay) + 1 { world.tell(.report(report, of: seq, in: .lobby)) }
        #expect(!world.chat.canReport && World().chat.canReport)
        #expect(world.chat.hasReported(Seq(count: Limits.reportsUnderWay), in: .lobby))
        #expect(!world.chat.hasReported(Seq(count: Limits.reportsUnderWay) + 1, in: .lobby))
    }

    @Test func `a moderator's question is answered once, at the latest when the connection ends`() {
        var world = World()
        world.tell(.ask(.reports(.lobby, after: nil), Ticket(1)))
        #expect(world.moderation[Ticket(1)]?.count == 1)
        world.tell(.start)
        world.quiesce()
        world.tell(.ask(.reports(.lobby, after: nil), Ticket(2)))
        world.tell(.ask(.resolve(.lobby, of: 58, Resolution(.accepted)), Ticket(3)))
        world.tell(.ask(.actions(.lobby, before: 7), Ticket(4)))
        world.tell(.ask(.held(.lobby, after: 7), Ticket(6)))
        world.tell(.ask(.decide(.lobby, place: 9, HeldDecision(.discard)), Ticket(7)))
        world.tell(.ask(.serverBan(ServerBan(.user(Author.bob.user))), Ticket(8)))
        world.tell(.ask(.serverBans(after: nil), Ticket(9)))
        world.deliverAll()
        #expect(world.moderation[Ticket(8)] == [.success(.done)])
        #expect(
            world.moderation[Ticket(9)] == [.success(.serverBans([ServerBan(.network("192.0.2.7/32"))], next: nil))])
        #expect(world.moderation[Ticket(6)] == [.success(.held([], next: nil))])
        #expect(world.moderation[Ticket(7)] == [.success(.done)])
        #expect(world.moderation[Ticket(2)] == [.success(.reports([], next: nil))])
        #expect(world.moderation[Ticket(3)] == [.success(.done)])
        #expect(world.moderation[Ticket(4)] == [.success(.actions([], next: nil))])
        world.isDeaf = true
        world.tell(.ask(.actions(.lobby, before: nil), Ticket(5)))
        world.cut()
        #expect(world.moderation[Ticket(5)]?.count == 1)
    }
}
