import ChatWire
import Testing

@testable import ChatModel

@Suite struct TimelineTests {
    /// A timeline that holds messages 1 to `count` and is open.
    private func timeline(_ count: Seq, head: Seq? = nil) -> Timeline {
        var timeline = Timeline()
        timeline.show(.newest, readMark: nil)
        timeline.joined(epoch: .first, head: head ?? count, reset: false)
        #expect(timeline.request(catchUp: .newest) == .newest)
        timeline.page(.newest, epoch: .first, head: count, events: events(1, count))
        return timeline
    }

    private func events(_ first: Seq, _ last: Seq) -> [Event] {
        first > last ? [] : (first...last).map { .test($0, "\($0)") }
    }

    private func texts(_ timeline: Timeline) -> [String] { timeline.events.map { $0.text ?? "deleted" } }

    @Test func `events ahead of a gap wait until it was read`() {
        var timeline = timeline(3)
        #expect(timeline.receive(.test(5, "5"), epoch: .first) == true)
        #expect(timeline.receive(.test(6, "6"), epoch: .first) == true)
        #expect(timeline.end == 3)
        #expect(!timeline.reachedEnd)
        #expect(timeline.request(catchUp: .newest) == .missed(after: 3))
        timeline.page(.missed(after: 3), epoch: .first, head: 6, events: events(4, 5))
        #expect(texts(timeline) == ["1", "2", "3", "4", "5", "6"])
        #expect(timeline.reachedEnd)
        #expect(timeline.request(catchUp: .newest) == nil)
    }

    /// Seed 240020053140: the newest page was made before the first event, and came after it.
    @Test func `a page that is empty does not take back an event that came live meanwhile`() {
        var timeline = Timeline()
        timeline.show(.newest, readMark: nil)
        timeline.joined(epoch: .first, head: 0, reset: false)
        #expect(timeline.request(catchUp: .newest) == .newest)
        timeline.receive(.test(1, "1"), epoch: .first)
        timeline.page(.newest, epoch: .first, head: 0, events: [])
        #expect(texts(timeline) == ["1"])
        #expect(timeline.head == 1)
        #expect(timeline.reachedEnd)
    }

    @Test func `what is repeated, old or of no number changes nothing`() {
        var timeline = timeline(3)
        let before = timeline
        for seq in [0, 1, 3, Seq(.max), .end] {
            #expect(timeline.receive(.test(seq, "again"), epoch: .first) == false)
        }
        #expect(timeline == before)
        #expect(timeline.receive(.test(5, "5"), epoch: .first) == true)
        #expect(timeline.receive(.test(5, "5"), epoch: .first) == false)
    }

    @Test func `an edit, a deletion and a reaction change their message and have no entry of their own`() {
        var timeline = timeline(3)
        timeline.receive(.test(4, .edit(of: 2, text: "two")), epoch: .first)
        timeline.receive(.test(5, .reaction(of: 3, emoji: "👍", on: true), by: .cleo), epoch: .first)
        timeline.receive(.test(6, .deletion(of: 1)), epoch: .first)
        timeline.receive(.test(7, .unknown(kind: "poll")), epoch: .first)
        #expect(texts(timeline) == ["deleted", "two", "3"])
        #expect(
            timeline[3]?.content
                == .message(
                    Message(text: "3", reactions: [Reaction(emoji: "👍", users: [Author.cleo.user])])))
        #expect(timeline.end == 7)
        #expect(timeline.reachedEnd)
    }

    @Test func `a page comes as it stands at its head, and what was said since then is folded in once`() {
        var window = EventWindow(after: 10)
        window.append(.test(11, .message(Message(text: "new", edited: 13))), asOf: 20)
        // The edit to the text before: it is in the page's message already.
        #expect(window.append(.test(12, .edit(of: 11, text: "old")), asOf: 20) == nil)
        #expect(window.events.first?.text == "new")
        #expect(window.fold(.test(21, .edit(of: 11, text: "newest"))) == 11)
        #expect(window.fold(.test(21, .edit(of: 11, text: "newest"))) == nil)
        #expect(window.events.first?.text == "newest")
        // A reaction that was taken back later must not come back with its own event.
        #expect(window.fold(.test(15, .reaction(of: 11, emoji: "👍", on: true))) == nil)
    }

    @Test func `what is said of a message while its page is under way is not lost`() {
        var timeline = timeline(0)
        timeline.joined(epoch: .first, head: 300, reset: false)
        timeline.show(.newest, readMark: nil)
        timeline.page(.newest, epoch: .first, head: 300, events: events(201, 300))
        timeline.show(.older, readMark: nil)
        #expect(timeline.request(catchUp: .newest) == .older(before: 201))
        timeline.receive(.test(301, .edit(of: 150, text: "edited meanwhile")), epoch: .first)
        timeline.page(.older(before: 201), epoch: .first, head: 300, events: events(101, 200))
        #expect(timeline[150]?.text == "edited meanwhile")
        #expect(timeline.first == 101)
    }

    @Test func `pages end exactly: a log of a multiple of the page has no empty page before its beginning`() {
        var timeline = Timeline()
        timeline.show(.newest, readMark: nil)
        timeline.joined(epoch: .first, head: 200, reset: false)
        timeline.page(.newest, epoch: .first, head: 200, events: events(101, 200))
        #expect(!timeline.reachedStart)
        timeline.show(.older, readMark: nil)
        #expect(timeline.isReading)
        timeline.page(.older(before: 101), epoch: .first, head: 200, events: events(1, 100))
        #expect(timeline.reachedStart)
        #expect(!timeline.isReading)
        timeline.show(.older, readMark: nil)
        // There is nothing to wait for, with a connection or without.
        #expect(!timeline.isReading)
        #expect(timeline.request(catchUp: .newest) == nil)
    }

    @Test func `a page for where the window began before it gave way is not taken for the beginning`() {
        var timeline = Timeline()
        timeline.show(.newest, readMark: nil)
        timeline.joined(epoch: .first, head: 300, reset: false)
        timeline.page(.newest, epoch: .first, head: 300, events: events(201, 300))
        timeline.show(.older, readMark: nil)
        #expect(timeline.request(catchUp: .newest) == .older(before: 201))
        // Nobody looks for a moment; the window is trimmed when the next message comes.
        timeline.show(.closed, readMark: nil)
        for seq in 301...330 as ClosedRange<Seq> { timeline.receive(.test(seq, "\(seq)"), epoch: .first) }
        #expect(timeline.first > 201)
        timeline.page(.older(before: 201), epoch: .first, head: 300, events: events(101, 200))
        #expect(!timeline.reachedStart)
        timeline.show(.older, readMark: nil)
        #expect(timeline.request(catchUp: .newest) == .older(before: timeline.first))
    }

    @Test func `the window is bounded, pages both ways, and comes back to the end`() {
        let log: Seq = 3_000
        var timeline = Timeline()
        timeline.show(.newest, readMark: nil)
        timeline.joined(epoch: .first, head: log, reset: false)
        timeline.page(.newest, epoch: .first, head: log, events: events(log - 99, log))
        var steps = 0
        while !timeline.reachedStart, steps < 100 {
            timeline.show(.older, readMark: nil)
            guard case .older(let before)? = timeline.request(catchUp: .newest) else { break }
            timeline.page(.older(before: before), epoch: .first, head: log, events: events(before - 100, before - 1))
            #expect(timeline.events.count <= Limits.timelineWindow)
            steps += 1
        }
        #expect(timeline.first == 1)
        #expect(timeline.end == Seq(count: Limits.timelineWindow))
        #expect(!timeline.reachedEnd)
        timeline.receive(.test(log + 1, "live"), epoch: .first)
        #expect(timeline.end == Seq(count: Limits.timelineWindow))
        #expect(timeline.unread(after: log, for: nil) == Unread(count: 1, isExact: true))
        while !timeline.reachedEnd, steps < 200 {
            timeline.show(.newer, readMark: nil)
            guard case .newer(let after)? = timeline.request(catchUp: .newest) else { break }
            timeline.page(
                .newer(after: after), epoch: .first, head: log + 1, events: events(after + 1, min(after + 100, log + 1))
            )
            #expect(timeline.events.count <= Limits.timelineWindow)
            #expect(timeline.events.map { $0.seq } == Array(timeline.first...timeline.end))
            steps += 1
        }
        #expect(timeline.end == log + 1)
        #expect(timeline.reachedEnd)
    }

    @Test func `a full window slides for a reader who follows it, and stands still for one who does not`() {
        let full = Seq(count: Limits.timelineWindow)
        for follows in [true, false] {
            var timeline = Timeline()
            timeline.show(.following(follows), readMark: nil)
            timeline.joined(epoch: .first, head: 0, reset: false)
            timeline.page(.newest, epoch: .first, head: 0, events: [])
            timeline.show(.following(true), readMark: nil)
            for seq in 1...full { timeline.receive(.test(seq, "\(seq)"), epoch: .first) }
            #expect(timeline.events.count == Limits.timelineWindow)
            timeline.show(.following(follows), readMark: nil)
            for seq in full + 1...full + 20 { timeline.receive(.test(seq, "\(seq)"), epoch: .first) }
            #expect(timeline.events.count <= Limits.timelineWindow)
            #expect(timeline.end == (follows ? full + 20 : full))
            #expect(timeline.reachedEnd == follows)
            #expect((timeline.first == 1) == !follows)
            // What is said of a message that stands still is shown all the same.
            timeline.receive(.test(full + 21, .edit(of: 590, text: "edited")), epoch: .first)
            #expect(timeline[590]?.text == "edited")
        }
    }

    @Test func `a detached window that missed something is read anew, and only then as it should be`() {
        var timeline = timeline(100)
        timeline.show(.around(20), readMark: nil)
        timeline.joined(epoch: .first, head: 2_000, reset: false)
        timeline.show(.following(false), readMark: nil)
        // Too far behind, and the reader is further up: the window stays.
        #expect(timeline.request(catchUp: .newest) == .anew(after: 0))
        // Live, of a message whose edit 500 was missed: the reaction must not hide that.
        timeline.receive(.test(2_001, .reaction(of: 7, emoji: "👍", on: true)), epoch: .first)
        var page = events(1, 100)
        page[6].content = .message(Message(text: "edited while away", edited: 500))
        timeline.page(.anew(after: 0), epoch: .first, head: 2_000, events: page)
        #expect(
            timeline[7]?.content
                == .message(
                    Message(
                        text: "edited while away", edited: 500,
                        reactions: [Reaction(emoji: "👍", users: [Author.bob.user])])))
        #expect(timeline.request(catchUp: .newest) == nil)
    }

    @Test func `an absence longer than the window shows the newest, or everything to those who want that`() {
        var timeline = timeline(50)
        timeline.joined(epoch: .first, head: 5_000, reset: false)
        var greedy = timeline
        #expect(timeline.request(catchUp: .newest) == .newest)
        timeline.page(.newest, epoch: .first, head: 5_000, events: events(4_901, 5_000))
        #expect(timeline.first == 4_901)
        var seen = greedy.end
        while case .missed(let after)? = greedy.request(catchUp: .everything) {
            greedy.page(
                .missed(after: after), epoch: .first, head: 5_000, events: events(after + 1, min(after + 200, 5_000)))
            for event in greedy.events(after: seen) {
                #expect(event.seq == seen + 1)
                seen = event.seq
            }
        }
        #expect(seen == 5_000)
    }

    @Test func `a page that begins behind a gap is where the user's part of the log begins`() {
        var timeline = timeline(10)
        timeline.joined(epoch: .first, head: 21, reset: false)
        #expect(timeline.request(catchUp: .newest) == .missed(after: 10))
        timeline.page(.missed(after: 10), epoch: .first, head: 21, events: events(20, 21))
        timeline.receive(.test(22, "22"), epoch: .first)
        #expect(texts(timeline) == ["20", "21", "22"])
        #expect(timeline.head == 22 && timeline.reachedEnd)
        // What lies before is not for this user.
        #expect(timeline.request(catchUp: .newest) == .older(before: 20))
        timeline.page(.older(before: 20), epoch: .first, head: 22, events: [])
        #expect(timeline.reachedStart)
        #expect(timeline.request(catchUp: .newest) == nil)
    }

    @Test func `another log replaces what was known`() {
        var timeline = timeline(30)
        timeline.joined(epoch: .second, head: 2, reset: true)
        #expect(timeline.events.isEmpty)
        #expect(timeline.position == nil)
        #expect(timeline.request(catchUp: .newest) == .newest)
        // A page of the old log comes late.
        timeline.page(.older(before: 1), epoch: .first, head: 30, events: events(1, 30))
        timeline.joined(epoch: .second, head: 2, reset: false)
        timeline.page(.newest, epoch: .second, head: 2, events: events(1, 2))
        #expect(timeline.epoch == .second)
        #expect(texts(timeline) == ["1", "2"])
    }

    @Test func `a jump reads the surroundings, and the end is a page away`() {
        var timeline = timeline(0)
        timeline.joined(epoch: .first, head: 1_000, reset: false)
        timeline.page(.newest, epoch: .first, head: 1_000, events: events(901, 1_000))
        timeline.show(.firstUnread, readMark: 500)
        #expect(timeline.request(catchUp: .newest) == .around(501))
        timeline.page(.around(501), epoch: .first, head: 1_000, events: events(451, 550))
        #expect(!timeline.reachedEnd && !timeline.isFollowing)
        #expect(timeline.position == Position(epoch: .first, seq: 550))
        timeline.show(.around(530), readMark: 500)
        #expect(timeline.request(catchUp: .newest) == nil)
        timeline.show(.newest, readMark: 500)
        #expect(timeline.request(catchUp: .newest) == .newest)
        timeline.page(.newest, epoch: .first, head: 1_000, events: events(901, 1_000))
        #expect(timeline.reachedEnd && timeline.isFollowing)
    }

    @Test func `what the user asks for while a page is on its way is not lost`() {
        var timeline = timeline(0)
        timeline.joined(epoch: .first, head: 1_000, reset: false)
        #expect(timeline.request(catchUp: .newest) == .newest)
        timeline.show(.around(20), readMark: nil)
        timeline.page(.newest, epoch: .first, head: 1_000, events: events(901, 1_000))
        #expect(timeline.request(catchUp: .newest) == .around(20))
        timeline.show(.newest, readMark: nil)
        timeline.page(.around(20), epoch: .first, head: 1_000, events: events(1, 70))
        #expect(timeline.request(catchUp: .newest) == .newest)
        timeline.page(.newest, epoch: .first, head: 1_000, events: events(901, 1_000))
        #expect(timeline.request(catchUp: .newest) == nil)
        #expect(timeline.reachedEnd && timeline.isFollowing)
        // The window has the message, but the end has been asked for.
        timeline.show(.newest, readMark: nil)
        timeline.show(.around(20), readMark: nil)
        timeline.page(.around(20), epoch: .first, head: 1_000, events: events(1, 70))
        timeline.show(.newest, readMark: nil)
        timeline.show(.around(30), readMark: nil)
        #expect(timeline.request(catchUp: .newest) == .around(30))
    }

    @Test func `a history that never gives what it promised is not asked for ever`() {
        var timeline = timeline(5, head: 1_000_000)
        var requests = 0
        while let reading = timeline.request(catchUp: .newest), requests < 1_000 {
            timeline.page(reading, epoch: .first, head: 5, events: [])
            requests += 1
        }
        #expect(requests < 10)
        timeline = self.timeline(5, head: 100)
        requests = 0
        while let reading = timeline.request(catchUp: .newest), requests < 1_000 {
            timeline.page(reading, epoch: .first, head: 5, events: [])
            requests += 1
        }
        #expect(requests < 10)
        timeline = Timeline()
        timeline.show(.newest, readMark: nil)
        timeline.joined(epoch: .first, head: 1_000_000, reset: false)
        timeline.page(
            .newest, epoch: .first, head: 1_000_000,
            events: (999_901...1_000_000).map { .test($0, .unknown(kind: "?")) })
        requests = 0
        while case .older(let before)? = timeline.request(catchUp: .newest), requests < 1_000 {
            timeline.page(
                .older(before: before), epoch: .first, head: 1_000_000,
                events: (before - 100..<before).map { .test($0, .unknown(kind: "?")) })
            requests += 1
        }
        #expect(requests == Limits.emptyPages)
    }

    @Test func `unread are the messages of others after the mark, exactly where all of them are known`() {
        var timeline = timeline(10)
        timeline.receive(.test(11, "own", by: .ann), epoch: .first)
        timeline.receive(.test(12, "bob"), epoch: .first)
        timeline.receive(.test(13, .reaction(of: 2, emoji: "👍", on: true)), epoch: .first)
        #expect(timeline.unread(after: 8, for: Author.ann.user) == Unread(count: 3, isExact: true))
        timeline.receive(.test(14, .deletion(of: 12)), epoch: .first)
        #expect(timeline.unread(after: 8, for: Author.ann.user) == Unread(count: 2, isExact: true))
        #expect(timeline.unread(after: 14, for: Author.ann.user) == Unread(count: 0, isExact: true))
        timeline.receive(.test(20, "behind a gap"), epoch: .first)
        #expect(timeline.unread(after: 8, for: Author.ann.user) == Unread(count: 2, isExact: false))
    }

    @Test func `the first unread message is by somebody else; without its part of the log, what follows the mark`() {
        let ann = Author.ann.user
        var timeline = timeline(10)
        timeline.receive(.test(11, "own", by: .ann), epoch: .first)
        #expect(timeline.firstUnread(after: 10, for: ann) == nil)
        timeline.receive(.test(12, "bob"), epoch: .first)
        #expect(timeline.firstUnread(after: 10, for: ann) == 12 && timeline.firstUnread(after: 3, for: ann) == 4)
        // The window is full, and the user has scrolled up: it stays before the new messages.
        timeline = self.timeline(Seq(count: Limits.timelineWindow))
        let end = timeline.end
        timeline.show(.following(false), readMark: end)
        timeline.receive(.test(end + 1, "own", by: .ann), epoch: .first)
        timeline.receive(.test(end + 2, "bob"), epoch: .first)
        #expect(timeline.isDetached && timeline.firstUnread(after: end, for: ann) == end + 2)
        timeline = Timeline()
        timeline.joined(epoch: .first, head: 1_000, reset: false)
        timeline.page(.newest, epoch: .first, head: 1_000, events: events(901, 1_000))
        #expect(timeline.firstUnread(after: 500, for: ann) == 501)
        #expect(timeline.firstUnread(after: 1_000, for: ann) == nil)
    }

    @Test func `what is kept of it is what it is restored to`() {
        var timeline = timeline(250)
        var restored = Restored()
        func keep() {
            if let excerpt = timeline.unkept() { restored.fold(.cached(.lobby, excerpt)) }
        }
        keep()
        #expect(timeline.unkept() == nil)
        for seq in 251...255 as ClosedRange<Seq> { timeline.receive(.test(seq, "\(seq)"), epoch: .first) }
        timeline.receive(.test(256, .edit(of: 240, text: "edited")), epoch: .first)
        keep()
        let excerpt = restored.excerpts[.lobby]
        #expect(excerpt?.events.count == Limits.cachedEvents)
        let again = excerpt.map { Timeline($0) }
        #expect(again?.events == Array(timeline.events.suffix(Limits.cachedEvents)))
        #expect(again?.position == Position(epoch: .first, seq: 256))
        #expect(again?[240]?.text == "edited")
        #expect(again?.reachedStart == false)
    }

    /// The window gives up more messages at once than the journal does: it must not leave behind
    /// there what it no longer follows.
    @Test(arguments: [true, false])
    func `a message that changed and was then given up is not restored as it was`(isKeptBetween: Bool) {
        var timeline = timeline(100)
        timeline.show(.closed, readMark: nil)
        var restored = Restored()
        func keep() {
            if let excerpt = timeline.unkept() { restored.fold(.cached(.lobby, excerpt)) }
        }
        keep()
        timeline.receive(.test(101, .edit(of: 5, text: "edited")), epoch: .first)
        timeline.receive(.test(102, "102"), epoch: .first)
        #expect(timeline.first > 6)
        if isKeptBetween { keep() }
        // About messages that the window has given up already.
        timeline.receive(.test(103, .edit(of: 6, text: "edited")), epoch: .first)
        timeline.receive(.test(104, "104"), epoch: .first)
        keep()
        let again = restored.excerpts[.lobby].map { Timeline($0) }
        #expect(again?.end == 104)
        #expect(again?.events == Array(timeline.events))
    }
}
