import ChatWire
import Testing

@testable import ChatModel

/// What a reply quotes, although the message is not in the window.
@Suite struct QuoteTests {
    private func reply(_ seq: Seq, to target: Seq) -> Event {
        .test(seq, .message(Message(text: "\(seq)", reply: target)), by: .ann)
    }

    /// A timeline on the screen with messages 901 to 1,000: the one at `place` replies to `target`.
    private func timeline(_ replies: [Seq: Seq]) -> Timeline {
        var timeline = Timeline()
        timeline.show(.newest, readMark: nil)
        timeline.joined(epoch: .first, head: 1_000, reset: false)
        let events = (Seq(901)...1_000).map { seq in replies[seq].map { reply(seq, to: $0) } ?? .test(seq, "\(seq)") }
        timeline.page(.newest, epoch: .first, head: 1_000, events: events)
        return timeline
    }

    private func quotes(_ timeline: Timeline, blocked: Set<UserID> = []) -> [String] {
        timeline.rows(for: .ann, blocked: blocked).compactMap { row in
            row.bubble?.reply.map { "\($0.seq.number) \($0.author?.name ?? "?"): \($0.text ?? "?")" }
        }
    }

    private func answer(_ timeline: inout Timeline, _ seq: Seq, _ event: Event?, head: Seq = 1_000) {
        #expect(timeline.request(catchUp: .newest) == .quoted(seq))
        timeline.page(.quoted(seq), epoch: .first, head: head, events: event.map { [$0] } ?? [])
    }

    @Test func `quoted messages are read one by one, the newest reply first, and each once`() {
        var timeline = timeline([920: 7, 930: 910, 940: 8, 950: 7])
        #expect(quotes(timeline) == ["7 ?: ?", "910 bob: 910", "8 ?: ?", "7 ?: ?"])
        answer(&timeline, 7, .test(7, "lucky"))
        // A member who reads from joining is answered what comes later.
        answer(&timeline, 8, .test(9, "later"))
        #expect(timeline.request(catchUp: .newest) == nil)
        #expect(quotes(timeline) == ["7 bob: lucky", "910 bob: 910", "8 ?: ?", "7 bob: lucky"])
        #expect(quotes(timeline, blocked: [Author.bob.user]) == ["7 bob: ?", "910 bob: ?", "8 ?: ?", "7 bob: ?"])
        timeline.receive(reply(1_001, to: 8), epoch: .first)
        #expect(timeline.request(catchUp: .newest) == nil)
        timeline.receive(reply(1_002, to: 6), epoch: .first)
        #expect(timeline.request(catchUp: .newest) == .quoted(6))
    }

    @Test func `what the user wants is read first, and a room that is not on the screen reads none`() {
        var timeline = timeline([920: 7])
        timeline.show(.older, readMark: nil)
        #expect(timeline.request(catchUp: .newest) == .older(before: 901))
        timeline.interrupted()
        timeline.show(.closed, readMark: nil)
        #expect(timeline.request(catchUp: .newest) == nil)
        timeline.show(.newest, readMark: nil)
        answer(&timeline, 7, .test(7, "lucky"))
        #expect(quotes(timeline) == ["7 bob: lucky"])
    }

    @Test func `a quote follows edits and the deletion of its message, also while its page is under way`() {
        var timeline = timeline([920: 7])
        #expect(timeline.request(catchUp: .newest) == .quoted(7))
        timeline.receive(.test(1_001, .edit(of: 7, text: "early")), epoch: .first)
        timeline.receive(.test(1_002, .edit(of: 7, text: "late")), epoch: .first)
        let page = Event.test(7, .message(Message(text: "early", edited: 1_001)))
        timeline.page(.quoted(7), epoch: .first, head: 1_001, events: [page])
        #expect(quotes(timeline) == ["7 bob: late"])
        timeline.receive(.test(1_003, .edit(of: 7, text: "again")), epoch: .first)
        #expect(quotes(timeline) == ["7 bob: again"])
        timeline.receive(.test(1_004, .deletion(of: 7)), epoch: .first)
        #expect(quotes(timeline) == ["7 bob: ?"])
    }

    @Test func `a window that drops a quoted message keeps its quote, and forgets what nobody quotes`() {
        var timeline = timeline([920: 7])
        answer(&timeline, 7, .test(7, "lucky"))
        for seq in Seq(1_001)...1_400 { timeline.receive(.test(seq, "\(seq)"), epoch: .first) }
        timeline.receive(reply(1_401, to: 905), epoch: .first)
        for seq in Seq(1_402)...1_600 { timeline.receive(.test(seq, "\(seq)"), epoch: .first) }
        #expect(timeline.first > 920)
        #expect(quotes(timeline) == ["905 bob: 905"])
        #expect(timeline.request(catchUp: .newest) == nil)
        #expect(timeline.quotes[7] == nil)
    }

    @Test func `after changes may have been missed, quotes are read again, and stand until then`() {
        var timeline = timeline([920: 7])
        answer(&timeline, 7, .test(7, "lucky"))
        timeline.joined(epoch: .first, head: 2_000, reset: false)
        #expect(timeline.request(catchUp: .newest) == .newest)
        let page = (Seq(1_901)...2_000).map { $0 == 1_950 ? reply($0, to: 7) : Event.test($0, "\($0)") }
        timeline.page(.newest, epoch: .first, head: 2_000, events: page)
        #expect(quotes(timeline) == ["7 bob: lucky"])
        answer(&timeline, 7, .test(7, .deleted(by: 1_500)), head: 2_000)
        #expect(quotes(timeline) == ["7 bob: ?"])
    }

    @Test func `a quote that is refused is not asked for again, and one that is refused for now is`() {
        let log = (Seq(1)...1_000).map { $0 == 990 ? reply(990, to: 7) : Event.test($0, "\($0)") }
        func asksForQuote(_ request: ClientFrame.Request) -> Bool {
            if case .history(_, .after(6), 1) = request { true } else { false }
        }
        for error in [WireError(.overloaded, "Later.", retry: 250), WireError(.badRequest, "No.")] {
            var world = World.ready()
            world.logs[.lobby] = log
            world.tell(.stop)
            world.tell(.show(.lobby, .newest))
            world.refuse = { asksForQuote($0) ? error : nil }
            world.tell(.start)
            for _ in 0..<1_000 where !world.asked.contains(where: asksForQuote) {
                world.accept()
                world.deliverAll()
            }
            world.deliverAll()
            if error.code.isTemporary { world.refuse = { _ in nil } }
            world.quiesce()
            #expect(world.asked.filter(asksForQuote).count == (error.code.isTemporary ? 2 : 1))
            let text = world.chat.conversations[.lobby]?.timeline.quotes[7]?.text
            #expect(text == (error.code.isTemporary ? "7" : nil))
        }
    }
}
