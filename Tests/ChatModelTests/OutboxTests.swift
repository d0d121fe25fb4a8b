import ChatWire
import Testing

@testable import ChatModel

@Suite struct OutboxTests {
    private func item(_ ticket: UInt64, _ room: RoomName = .lobby) -> Outbox.Item {
        Outbox.Item(
            ticket: Ticket(ticket), room: room, mutation: .message(text: "\(ticket)", reply: nil, payload: nil), at: 0)
    }

    private func outbox(_ count: UInt64) -> Outbox {
        var outbox = Outbox()
        for ticket in 1...count { #expect(outbox.add(item(ticket)) == nil) }
        outbox.connected()
        return outbox
    }

    /// All that leave now: their tickets.
    private func sendAll(_ outbox: inout Outbox, _ isOpen: (RoomName) -> Bool = { _ in true }) -> [UInt64] {
        var tickets: [UInt64] = []
        while let outgoing = outbox.sendNext(isOpen) { tickets.append(outgoing.item.ticket.number) }
        return tickets
    }

    @Test func `the first goes alone, then twice as many with each acceptance, up to the window`() {
        var outbox = outbox(100)
        #expect(sendAll(&outbox) == [1])
        _ = outbox.sent(Ticket(1), seq: 1)
        #expect(sendAll(&outbox) == [2, 3])
        var open: [UInt64] = [2, 3]
        for seq in 2...40 as ClosedRange<Seq> {
            _ = outbox.sent(Ticket(open.removeFirst()), seq: seq)
            open += sendAll(&outbox)
            #expect(open.count <= Limits.outboxWindow)
        }
        #expect(open.count == Limits.outboxWindow)
    }

    @Test func `a refusal with a time to wait is kept, and leaves no doubt whether it was sent`() {
        for (retry, isUncertain) in [(nil, true), (5_000, false)] as [(UInt64?, Bool)] {
            var outbox = outbox(1)
            #expect(sendAll(&outbox) == [1])
            let error = WireError(.storageFailed, "The disk is full.", retry: retry)
            _ = outbox.refused(Ticket(1), error, attempts: .unlimited, random: 0)
            #expect(outbox[Ticket(1)]?.refusal == error && outbox[Ticket(1)]?.isUncertain == isUncertain)
        }
    }

    @Test func `each names the one before it, the first none`() {
        var outbox = outbox(3)
        #expect(outbox.sendNext { _ in true }?.after == nil)
        _ = outbox.sent(Ticket(1), seq: 1)
        #expect(outbox.sendNext { _ in true }?.after == nil)
        #expect(outbox.sendNext { _ in true }?.after == 2)
    }

    @Test func `a number is kept until it is answered, also when the connection breaks`() {
        var outbox = outbox(2)
        #expect(outbox.sendNext { _ in true }?.isNew == true)
        _ = outbox.interrupted()
        outbox.connected()
        let again = outbox.sendNext { _ in true }
        #expect(again?.number == 1)
        #expect(again?.isNew == false)
        #expect(again?.item.ticket == Ticket(1))
    }

    @Test func `what is in a log beyond its head is lost`() {
        var outbox = outbox(3)
        #expect(sendAll(&outbox) == [1])
        _ = outbox.sent(Ticket(1), seq: 4)
        #expect(sendAll(&outbox) == [2, 3])
        _ = outbox.sent(Ticket(2), seq: 5)
        #expect(outbox.lost(.lobby, after: 4).map { $0.ticket } == [Ticket(2)])
        #expect(outbox.items.map { $0.ticket } == [Ticket(1), Ticket(3)])
        #expect(outbox.lost(.lobby).map { $0.ticket } == [Ticket(1)])
    }

    @Test func `what waits for its room holds up that room only, unless it may have left`() {
        var outbox = Outbox()
        for (ticket, room) in [(1, RoomName.garden), (2, .lobby), (3, .garden)] {
            _ = outbox.add(item(UInt64(ticket), room))
        }
        #expect(sendAll(&outbox) { $0 == .lobby } == [2])
        _ = outbox.sent(Ticket(2), seq: 1)
        #expect(sendAll(&outbox) { _ in true } == [1, 3])
        _ = outbox.interrupted()
        _ = outbox.add(item(4))
        outbox.connected()
        #expect(sendAll(&outbox) { $0 == .lobby } == [])
        #expect(sendAll(&outbox) { _ in true } == [1])
    }

    @Test(arguments: [WireError.Code.numberPassed, .numberConflict])
    func `nothing follows one that a number it was given has passed, or was used for something else`(
        _ code: WireError.Code
    ) {
        var outbox = outbox(1)
        _ = sendAll(&outbox)
        _ = outbox.sent(Ticket(1), seq: 1)
        for ticket in 2...5 { _ = outbox.add(item(UInt64(ticket))) }
        #expect(sendAll(&outbox) == [2, 3])
        // Of another life of this device: 2 and 3 may have been passed.
        outbox.saw(9)
        _ = outbox.interrupted()
        outbox.connected()
        #expect(sendAll(&outbox) == [2])
        let passed = WireError(code, "Passed.")
        #expect(outbox.refused(Ticket(2), passed, attempts: .unlimited, random: 0) == .again(nil))
        #expect(sendAll(&outbox) == [2])
        #expect(outbox[Ticket(2)]?.number == 10)
        _ = outbox.sent(Ticket(2), seq: 10)
        #expect(sendAll(&outbox) == [3])
    }

    @Test(arguments: [WireError.Code.numberPassed, .numberConflict])
    func `a number far behind the server's is found in few steps, and not looked for without end`(
        _ code: WireError.Code
    ) {
        var outbox = outbox(1)
        var steps = 0
        while steps < 60, let outgoing = outbox.sendNext({ _ in true }), outgoing.number <= 1_000_000 {
            let passed = WireError(code, "Passed.")
            #expect(outbox.refused(outgoing.item.ticket, passed, attempts: .unlimited, random: 0) == .again(nil))
            steps += 1
        }
        #expect(steps <= 21)
        #expect(outbox[Ticket(1)]?.state == .sending)
        let passed = WireError(code, "Passed.")
        while steps < 60, outbox.refused(Ticket(1), passed, attempts: .unlimited, random: 0) == .again(nil) {
            _ = sendAll(&outbox)
            steps += 1
        }
        #expect(steps < 60 && outbox[Ticket(1)]?.state == .failed(passed))
    }

    @Test func `a temporary refusal waits, and what was behind it is sent again in order`() {
        var outbox = outbox(4)
        _ = sendAll(&outbox)
        _ = outbox.sent(Ticket(1), seq: 1)
        #expect(sendAll(&outbox) == [2, 3])
        let slow = WireError(.rateLimited, "Slow down.", retry: 1_250)
        #expect(outbox.refused(Ticket(2), slow, attempts: .unlimited, random: 0) == .again(1_250))
        // 3 is still under way behind it: nothing may go in between.
        #expect(sendAll(&outbox) == [])
        let turn = WireError(.outOfTurn, "Out of turn.")
        #expect(outbox.refused(Ticket(3), turn, attempts: .unlimited, random: 0) == .again(nil))
        #expect(sendAll(&outbox) == [2])
        _ = outbox.sent(Ticket(2), seq: 2)
        #expect(sendAll(&outbox) == [3, 4])
        #expect(outbox[Ticket(3)]?.number == 3)
    }

    @Test func `a refusal for good ends a row of temporary ones, so the next waits as long as the server says`() {
        var outbox = outbox(2)
        let slow = WireError(.rateLimited, "Slow down.", retry: 200)
        for pause in [999, 1_999, 3_999] as [Int64] {
            _ = sendAll(&outbox)
            #expect(outbox.refused(Ticket(1), slow, attempts: .unlimited, random: .max) == .again(pause))
        }
        _ = sendAll(&outbox)
        let gone = WireError(.noSuchMessage, "No such message.")
        #expect(outbox.refused(Ticket(1), gone, attempts: .unlimited, random: .max) == .failed)
        #expect(sendAll(&outbox) == [2])
        #expect(outbox.refused(Ticket(2), slow, attempts: .unlimited, random: .max) == .again(999))
    }

    @Test func `out of turn a second time is waited out`() {
        var outbox = outbox(1)
        let turn = WireError(.outOfTurn, "Out of turn.")
        _ = sendAll(&outbox)
        #expect(outbox.refused(Ticket(1), turn, attempts: .limited(1), random: .max) == .again(nil))
        _ = sendAll(&outbox)
        #expect(outbox.refused(Ticket(1), turn, attempts: .limited(1), random: .max) == .again(999))
    }

    @Test func `limited attempts end in a failure that is seen, but never for what may be in the log`() {
        let slow = WireError(.rateLimited, "Slow down.")
        var outbox = outbox(1)
        _ = sendAll(&outbox)
        #expect(outbox.refused(Ticket(1), slow, attempts: .limited(2), random: 0) == .again(0))
        _ = sendAll(&outbox)
        #expect(outbox.refused(Ticket(1), slow, attempts: .limited(2), random: 0) == .failed)
        #expect(outbox[Ticket(1)]?.state == .failed(slow))

        outbox = self.outbox(1)
        _ = sendAll(&outbox)
        _ = outbox.interrupted()
        for _ in 0..<5 {
            _ = sendAll(&outbox)
            #expect(outbox.refused(Ticket(1), slow, attempts: .limited(2), random: 0) != .failed)
        }
    }

    @Test func `a failed one holds up nothing, goes to the end when retried, and under another number`() {
        var outbox = outbox(3)
        _ = sendAll(&outbox)
        let bad = WireError(.noSuchMessage, "No such message.")
        #expect(outbox.refused(Ticket(1), bad, attempts: .unlimited, random: 0) == .failed)
        #expect(sendAll(&outbox) == [2])
        #expect(outbox.retry(Ticket(1))?.state == .waiting)
        #expect(outbox.retry(Ticket(1)) == nil)
        _ = outbox.sent(Ticket(2), seq: 1)
        #expect(sendAll(&outbox) == [3, 1])
        #expect(outbox[Ticket(1)]?.number == 4)
    }

    @Test func `what may have left can't be dropped, what failed or never left can`() {
        var outbox = outbox(3)
        _ = sendAll(&outbox)
        #expect(outbox.drop(Ticket(1)) == false)
        _ = outbox.interrupted()
        #expect(outbox.drop(Ticket(1)) == false)
        #expect(outbox.drop(Ticket(2)) == true)
        #expect(outbox.drop(Ticket(2)) == false)
        outbox.connected()
        _ = sendAll(&outbox)
        outbox.fail(Ticket(1), WireError(.textEmpty, "Empty."))
        #expect(outbox.drop(Ticket(1)) == true)
        #expect(outbox.items.map { $0.ticket } == [Ticket(3)])
    }

    @Test func `a full outbox refuses, one below it does not`() {
        var outbox = Outbox()
        for ticket in 1..<UInt64(Limits.outboxItems) { _ = outbox.add(item(ticket)) }
        #expect(outbox.add(item(1)) == .ticketTaken)
        #expect(outbox.add(item(UInt64(Limits.outboxItems))) == nil)
        #expect(outbox.add(item(UInt64(Limits.outboxItems) + 1)) == .outboxFull)
        #expect(outbox.count == Limits.outboxItems)
        #expect(outbox.drop(Ticket(5)) == true)
        #expect(outbox.add(item(UInt64(Limits.outboxItems) + 1)) == nil)
    }

    @Test func `an event is its own only with the device's number, in its room, and saying what it says`() {
        var outbox = outbox(1)
        _ = sendAll(&outbox)
        func found(_ event: Event, _ room: RoomName = .lobby, _ device: DeviceID = .phone) -> Bool {
            outbox.item(of: event, in: room, device: device) != nil
        }
        let said = Event.Content.message(Message(text: "1"))
        #expect(found(.test(5, said, number: 1)))
        #expect(found(.test(5, .message(Message(text: "other", edited: 6)), number: 1)))
        #expect(found(.test(5, .deleted(by: 6), number: 1)))
        #expect(!found(.test(5, .message(Message(text: "other")), number: 1)))
        #expect(!found(.test(5, said, number: 2)))
        #expect(!found(.test(5, said, number: 1), .garden))
        #expect(!found(.test(5, said, number: 1), .lobby, DeviceID(high: 8, low: 8)))
    }
}
