import ChatCore
import Testing

@testable import ChatTerminal

@Suite struct DayTests {
    private let day: Int64 = 86_400_000

    /// A desk in a room with messages of five days, sixty of each. The user's clock is two hours
    /// ahead of UTC, and each day's messages begin at 00:10 by that clock.
    private func desk() throws -> Desk {
        var desk = Desk(width: 72, height: 16)
        desk.interface.utcOffsets = 120
        desk.connect()
        let first = try #require(CalendarDate("2026-12-01")).days
        for number in 0..<5 as Range<Int64> {
            desk.now = (first + number) * day - 110 * 60_000
            for line in 1...60 {
                desk.say("line \(line) of day \(number + 1)")
            }
        }
        return desk
    }

    private func run(_ command: String, _ desk: inout Desk) {
        desk.type(command)
        desk.press(.enter)
    }

    /// Answers the question that was asked last, as the client does.
    private func answer(_ desk: inout Desk) throws {
        guard case .ask(let question)? = desk.others.last, case .firstMessage(let room, _, let at) = question else {
            return #expect(Bool(false), "nothing was asked")
        }
        desk.others.removeLast()
        desk.take(.firstMessage(desk.logs[room]?.first { $0.at >= at }?.seq), to: question)
    }

    @Test(arguments: [("2026-12-02", "2"), ("today", "5"), ("yesterday", "4"), ("2026-11-01", "1"), ("Yesterday", "4")])
    func `the first message of a day comes on the screen, with the day above it`(typed: String, number: String) throws {
        var desk = try desk()
        run("/date \(typed)", &desk)
        #expect(desk.interface.composer.editor.text.isEmpty)
        try answer(&desk)
        let heading = desk.lines.firstIndex { $0.contains("\(number) December 2026") }
        let message = desk.lines.firstIndex { $0.contains("line 1 of day \(number)") }
        #expect(try #require(heading) < #require(message))
        guard case .event(let seq)? = desk.interface.marked, desk.interface.mode == .writing else {
            return #expect(Bool(false), "not marked")
        }
        #expect(desk.logs[.lobby]?[Int(clamping: seq.number) - 1].text == "line 1 of day \(number)")
    }

    @Test func `if nothing came later, the newest messages are shown`() throws {
        var desk = try desk()
        desk.now += day
        desk.interface.now = desk.now
        run("/date today", &desk)
        try answer(&desk)
        #expect(desk.screen.contains("line 60 of day 5"))
        #expect(desk.status.contains("There is nothing from Sunday, 6 December 2026 or later."))
    }

    @Test(arguments: [
        ("tomorrow", "tomorrow is not a day. Type 2026-11-01, today or yesterday."),
        ("2026-02-30", "2026-02-30 is not a day."), ("1.12.2026", "1.12.2026 is not a day."),
        ("2026-12-06", "Sunday, 6 December 2026 has not come yet."), ("", "/date needs more: /date DAY"),
    ])
    func `another day is refused, and the command stays`(typed: String, reason: String) throws {
        var desk = try desk()
        let command = typed.isEmpty ? "/date" : "/date \(typed)"
        run(command, &desk)
        #expect(desk.others.isEmpty && desk.interface.composer.editor.text == command)
        #expect(desk.interface.notice?.isError == true && desk.interface.notice?.text.hasPrefix(reason) == true)
    }

    @Test func `a number that is no message leads to the message before it`() throws {
        var desk = Desk(width: 72, height: 16)
        desk.connect()
        for line in 1...200 as ClosedRange<Seq> {
            desk.say("line \(line)")
            if line == 50 { desk.happen(.reaction(of: 1, emoji: "👍", on: true)) }
        }
        run("/date today", &desk)
        guard case .ask(let question)? = desk.others.last else { return #expect(Bool(false), "nothing was asked") }
        desk.take(.firstMessage(51), to: question)
        #expect(desk.interface.marked == .event(50) && desk.interface.mode == .writing)
        #expect(desk.interface.target == nil && desk.screen.contains("line 50"))
    }

    @Test func `without a connection the reason is told`() throws {
        var desk = try desk()
        run("/date today", &desk)
        guard case .ask(let question)? = desk.others.last else { return #expect(Bool(false), "nothing was asked") }
        desk.take(.failed(.notConnected), to: question)
        #expect(desk.interface.notice?.text == WireError.notConnected.text)
    }

    @Test func `an answer for another room does nothing`() throws {
        var desk = try desk()
        let garden = try #require(RoomName("garden"))
        run("/date today", &desk)
        desk.tell(.join(garden))
        desk.tell(.show(garden, .newest))
        run("/join garden", &desk)
        let before = desk.interface.room
        guard case .ask(let question)? = desk.others.first(where: { if case .ask = $0 { true } else { false } }) else {
            return #expect(Bool(false), "nothing was asked")
        }
        desk.take(.firstMessage(1), to: question)
        #expect(before == garden && desk.interface.room == garden && desk.interface.target == nil)
    }

    @Test func `Tab completes the days`() throws {
        var desk = try desk()
        desk.type("/date y")
        desk.press(.tab)
        #expect(desk.interface.composer.editor.text == "/date yesterday ")
    }
}
