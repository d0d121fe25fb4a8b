import ChatWire
import Testing

@testable import ChatModel

@Suite struct RowTests {
    private func timeline(_ events: [Event]) -> Timeline {
        var timeline = Timeline()
        timeline.joined(epoch: .first, head: 0, reset: false)
        timeline.page(.newest, epoch: .first, head: 0, events: [])
        for event in events { timeline.receive(event, epoch: .first) }
        return timeline
    }

    private func item(_ ticket: UInt64, _ mutation: Mutation, _ state: Outbox.State = .waiting) -> Outbox.Item {
        Outbox.Item(ticket: Ticket(ticket), room: .lobby, mutation: mutation, state: state, at: 10_000)
    }

    @Test func `messages of one author within five minutes are one group`() {
        let minute: Int64 = 60_000
        let rows = timeline([
            .test(1, "a", at: 0), .test(2, "b", at: 5 * minute - 1), .test(3, "c", at: 10 * minute - 1),
            .test(4, "d", by: .ann, at: 10 * minute), .test(5, "e", by: .ann, at: 11 * minute),
        ]).rows(for: .ann).compactMap { $0.bubble }
        #expect(rows.map { $0.isFirst } == [true, false, true, true, false])
        #expect(rows.map { $0.isLast } == [false, true, true, false, true])
        #expect(rows.map { $0.isOwn } == [false, false, false, true, true])
    }

    @Test func `each day is said once, where the reader is, before 1970 and when clocks go back`() {
        let day: Int64 = 86_400_000
        let events: [Event] = [
            .test(1, "a", at: -1), .test(2, "b", at: 0), .test(3, "c", at: day - 1), .test(4, "d", at: day),
            .test(5, "e", at: day - 2),
        ]
        func days(_ offset: Int) -> [Row.ID] {
            timeline(events).rows(for: nil, options: RowOptions(utcOffset: offset)).map { $0.id }
        }
        #expect(
            days(0) == [.beginning, .day(-1), .event(1), .day(0), .event(2), .event(3), .day(1), .event(4), .event(5)])
        #expect(days(60) == [.beginning, .day(0), .event(1), .event(2), .day(1), .event(3), .event(4), .event(5)])
        #expect(days(100_000) == days(0))
        _ = timeline([.test(1, "far", at: .max), .test(2, "past", at: .min)]).rows(
            for: nil, options: RowOptions(utcOffset: 60))
    }

    @Test func `what is new to the reader is set off before the first message of another`() {
        let timeline = timeline([.test(1, "a"), .test(2, "b", by: .ann), .test(3, "c"), .test(4, "d")])
        func ids(_ after: UInt64?) -> [Row.ID] {
            timeline.rows(for: .ann, options: RowOptions(unreadAfter: after)).map { $0.id }.filter { $0 != .day(0) }
        }
        #expect(ids(1) == [.beginning, .event(1), .event(2), .unread, .event(3), .event(4)])
        #expect(!ids(4).contains(.unread))
        #expect(!ids(nil).contains(.unread))
    }

    @Test func `comings and goings stand where they happened`() {
        var presence = Presence()
        presence.changed(count: 2, joined: [.cleo], left: [], me: Author.ann.user, after: 1, at: .at(2_000))
        presence.changed(count: 1, joined: [], left: [.cleo], me: Author.ann.user, after: 2, at: .at(3_000))
        let rows = timeline([.test(1, "a"), .test(2, "b")]).rows(for: .ann, presence: presence)
        #expect(rows.map { $0.id } == [.beginning, .day(0), .event(1), .notice(1), .event(2), .notice(2)])
        #expect(rows.compactMap { $0.bubble?.isFirst } == [true, true])
    }

    @Test func `what is pending comes last and says how it stands`() {
        let error = WireError(.textCharacters, "Too many marks.")
        let rows = timeline([.test(1, "a")]).rows(
            for: .ann,
            pending: [
                item(1, .message(text: "waits")), item(2, .message(text: "goes"), .sending),
                item(3, .message(text: "fails"), .failed(error)), item(4, .message(text: "went"), .sent(seq: 9)),
            ])
        #expect(rows.compactMap { $0.text } == ["a", "waits", "goes", "fails", "went"])
        #expect(
            rows.compactMap { $0.bubble?.state } == [.sent, .waiting, .sending, .failed(error, Ticket(3)), .sent])
    }

    @Test func `edits, deletions and reactions are shown at once, and taken back when they fail`() {
        let timeline = timeline([.test(1, "a", by: .ann), .test(2, "b", by: .ann), .test(3, "c")])
        let failure = WireError(.overloaded, "Gone.")
        func bubbles(_ state: Outbox.State) -> [Row.Bubble] {
            timeline.rows(
                for: .ann,
                pending: [
                    item(1, .edit(of: 1, text: "A"), state), item(2, .delete(of: 2), state),
                    item(3, .react(of: 3, emoji: "👍", on: true), state),
                ]
            ).compactMap { $0.bubble }
        }
        let shown = bubbles(.waiting)
        #expect(shown.map { $0.body } == [.text("A", payload: nil), .deleted, .text("c", payload: nil)])
        #expect(shown[0].isEdited)
        #expect(shown[2].reactions == [Row.Tally(emoji: "👍", count: 1, isOwn: true)])
        #expect(shown.allSatisfy { $0.state == .changing })
        let failed = bubbles(.failed(failure))
        #expect(failed.compactMap { if case .text(let text, _) = $0.body { text } else { nil } } == ["a", "b", "c"])
        #expect(failed[2].reactions.isEmpty)
        #expect(failed.map { $0.state } == (1...3).map { .failed(failure, Ticket($0)) })
    }

    @Test func `a reply shows what it answers, unless that is gone or elsewhere`() {
        let rows = timeline([
            .test(1, "question"), .test(2, .message(Message(text: "answer", reply: 1))),
            .test(3, .message(Message(text: "far", reply: 400))), .test(4, "gone"), .test(5, .deletion(of: 4)),
            .test(6, .message(Message(text: "to gone", reply: 4))),
        ]).rows(for: .ann).compactMap { $0.bubble?.reply }
        #expect(
            rows == [
                Row.Excerpt(seq: 1, author: .bob, text: "question"), Row.Excerpt(seq: 400, author: nil, text: nil),
                Row.Excerpt(seq: 4, author: .bob, text: nil),
            ])
    }

    @Test func `a read mark is shown at the newest message before it`() {
        var receipts = Receipts()
        receipts.read(.bob, 3)
        receipts.read(.cleo, 1)
        receipts.read(.cleo, 0)
        receipts.read(.ann, 4)
        let bubbles = timeline([
            .test(1, "a", by: .ann), .test(2, "b", by: .ann), .test(3, .reaction(of: 1, emoji: "x", on: true)),
            .test(4, "c", by: .ann),
        ]).rows(for: .ann, receipts: receipts).compactMap { $0.bubble }
        #expect(bubbles.map { $0.readers } == [[.cleo], [.bob], []])
        #expect(bubbles.map { $0.isRead } == [true, true, false])
    }
}
