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

    @Test func `the user's own messages in the log are edited, and a location is not`() throws {
        let place = try #require(Location(millionthsNorth: 47_000_000, millionthsEast: 8_000_000))
        var events: [Event] = [.test(1, "theirs"), .test(2, "mine", by: .ann), .test(3, "gone", by: .ann)]
        events.append(.test(4, .message(Message(text: "47, 8", payload: place.payload)), by: .ann))
        events.append(.test(5, .deletion(of: 3), by: .ann))
        let rows = timeline(events).rows(for: .ann, pending: [item(1, .message(text: "later"))])
        #expect(rows.compactMap { $0.bubble }.map { $0.isEditable } == [false, true, false, false, false])
    }

    @Test func `each day is said once, where the reader is, before 1970 and when clocks go back`() {
        let day: Int64 = 86_400_000
        let events: [Event] = [
            .test(1, "a", at: -1), .test(2, "b", at: 0), .test(3, "c", at: day - 1), .test(4, "d", at: day),
            .test(5, "e", at: day - 2),
        ]
        func days(_ offset: Int) -> [Row.ID] {
            timeline(events).rows(for: nil, options: RowOptions(utcOffsets: UTCOffsets(minutes: offset))).map { $0.id }
        }
        #expect(
            days(0) == [.beginning, .day(-1), .event(1), .day(0), .event(2), .event(3), .day(1), .event(4), .event(5)])
        #expect(days(60) == [.beginning, .day(0), .event(1), .event(2), .day(1), .event(3), .event(4), .event(5)])
        #expect(days(100_000) == days(0))
        _ = timeline([.test(1, "far", at: .max), .test(2, "past", at: .min)]).rows(
            for: nil, options: RowOptions(utcOffsets: 60))
    }

    @Test func `a day follows from the offset that holds on it`() {
        // Berlin: an hour before UTC in winter, two in summer.
        let spring: Int64 = 1_774_746_000_000, autumn: Int64 = 1_792_890_000_000, hour: Int64 = 3_600_000
        let berlin = UTCOffsets(
            minutes: 60, changes: [.init(at: autumn, minutes: 60), .init(at: spring, minutes: 120)])
        #expect([spring - 1, spring, autumn - 1, autumn].map(berlin.minutes) == [60, 120, 120, 60])
        // 00:30 on the 2nd of July is 22:30 UTC on the 1st; 23:30 on the 1st of December is 22:30
        // UTC.
        let july: Int64 = 1_782_945_000_000, december = july + 153 * 24 * hour
        #expect(berlin.day(of: july) == july / (24 * hour) + 1)
        #expect(berlin.day(of: december) == december / (24 * hour))
        let rows = timeline([.test(1, "summer", at: july), .test(2, "winter", at: december)]).rows(
            for: nil, options: RowOptions(utcOffsets: berlin))
        #expect(
            rows.map(\.id) == [
                .beginning, .day(july / (24 * hour) + 1), .event(1), .day(december / (24 * hour)), .event(2),
            ])
        for at in [Int64.min, .max] { #expect(berlin.local(at).magnitude > 1 << 62) }
        #expect(UTCOffsets(minutes: 60, changes: [.init(at: 0, minutes: 100_000)]).minutes(at: 1) == 0)
    }

    @Test func `the line of new messages stands before the first one of somebody else`() {
        let timeline = timeline([.test(1, "a"), .test(2, "b", by: .ann), .test(3, "c"), .test(4, "d")])
        func ids(_ after: Seq?) -> [Row.ID] {
            timeline.rows(for: .ann, options: RowOptions(utcOffsets: 0, unreadAfter: after)).map { $0.id }.filter {
                $0 != .day(0)
            }
        }
        #expect(ids(1) == [.beginning, .event(1), .event(2), .unread, .event(3), .event(4)])
        #expect(!ids(4).contains(.unread))
        #expect(!ids(nil).contains(.unread))
        let options = RowOptions(utcOffsets: 0, unreadAfter: 1)
        // As in the count of unread messages, one that is deleted is not new.
        let deleted = self.timeline([.test(1, "a"), .test(2, .deleted(by: 9)), .test(3, "c")])
        #expect(
            deleted.rows(for: .ann, options: options).map(\.id).suffix(3) == [.event(2), .unread, .event(3)])
        #expect(!timeline.rows(for: .ann, blocked: [Author.bob.user], options: options).contains { $0.id == .unread })
    }

    @Test func `comings and goings stand where they happened`() {
        var presence = Presence()
        presence.changed(
            count: 2, joined: [.cleo], left: [], me: Author.ann.user, isOpen: true, after: 1, at: .at(2_000))
        presence.changed(
            count: 1, joined: [], left: [.cleo], me: Author.ann.user, isOpen: true, after: 2, at: .at(3_000))
        let rows = timeline([.test(1, "a"), .test(2, "b")]).rows(for: .ann, presence: presence)
        #expect(rows.map { $0.id } == [.beginning, .day(0), .event(1), .notice(1), .event(2), .notice(2)])
        #expect(rows.compactMap { $0.bubble?.isFirst } == [true, true])
    }

    private func change(
        _ seq: Seq, _ member: Author, _ action: MembershipChange.Action, by author: Author, called: String? = nil
    ) -> Event {
        .test(seq, .membership(MembershipChange(member.user, action, called: called)), by: author)
    }

    private func changes(_ rows: [Row]) -> [[Row.Change]] {
        rows.compactMap { if case .changes(let changes) = $0.content { changes.all } else { nil } }
    }

    @Test func `changes of the room stand where they happened, those without a message between them together`() {
        let timeline = timeline([
            .test(1, .settings(SettingsChange(title: "Tea")), by: .bob), change(2, .ann, .invite, by: .bob),
            change(3, .ann, .join, by: .ann), .test(4, "hello", by: .bob),
            change(5, .cleo, .invite, by: .bob, called: "cleo"), .test(6, .pin(of: 4, on: true), by: .ann),
            .test(7, "bye", by: .bob), .test(8, .edit(of: 7, text: "bye!"), by: .bob),
            change(9, .cleo, .remove, by: .bob),
        ])
        let rows = timeline.rows(for: .ann)
        #expect(
            rows.map { $0.id } == [.beginning, .day(0), .event(1), .event(4), .event(5), .event(7), .event(9)])
        let all = changes(rows)
        #expect(all.map { $0.map { $0.seq } } == [[1, 2, 3], [5, 6], [9]])
        #expect(all[0][0].kind == .made(SettingsChange(title: "Tea")))
        #expect(all[0][1].kind == .membership(.invite, of: .reader, reason: nil))
        #expect(all[0][2].kind == .membership(.join, of: .author, reason: nil) && all[0][2].isOwn)
        #expect(all[1][0].kind == .membership(.invite, of: .other("cleo"), reason: nil))
        #expect(all[1][1].kind == .pin(of: 4, on: true))
        // What she is called is known from the invitation.
        #expect(all[2][0].kind == .membership(.remove, of: .other("cleo"), reason: nil))
        // A change between them ends a group of messages.
        #expect(rows.compactMap { $0.bubble?.isFirst } == [true, true])
    }

    @Test func `older pages bring their changes, a long run of them is bounded, and the window drops its own`() {
        var timeline = Timeline()
        timeline.show(.newest, readMark: nil)
        timeline.joined(epoch: .first, head: 300, reset: false)
        let events: [Event] = (101...300).map { change(Seq(count: $0), .cleo, .mute(until: Int64($0)), by: .bob) }
        timeline.page(.newest, epoch: .first, head: 300, events: events)
        #expect(timeline.changes.map { $0.seq } == Array(201...300))
        timeline.page(
            .older(before: 101), epoch: .first, head: 300,
            events: (1...100).map { .test($0, $0 == 50 ? "hello" : "x") })
        #expect(timeline.changes.count == Limits.changesShown && timeline.events.count == 100)
        for seq in Seq(301)...1_000 { timeline.receive(.test(seq, "later"), epoch: .first) }
        #expect(timeline.first > 300 && timeline.changes.isEmpty)
    }

    @Test func `the cache keeps changes with the messages around them`() throws {
        var timeline = timeline([.test(1, "a"), change(2, .cleo, .invite, by: .bob, called: "cleo")])
        let unkept = timeline.unkept()
        let first = try #require(unkept)
        timeline.receive(.test(3, "b"), epoch: .first)
        timeline.receive(change(4, .cleo, .join, by: .cleo), epoch: .first)
        let later = timeline.unkept()
        let second = try #require(later)
        #expect(second.events.map { $0.seq } == [3, 4])
        var restored = Restored([.cached(.lobby, first), .cached(.lobby, second)])
        restored = Restored(restored.records)
        let again = Timeline(try #require(restored.excerpts[.lobby]))
        #expect(again.events == timeline.events && again.changes == timeline.changes)
        #expect(again.rows(for: .ann) == timeline.rows(for: .ann))
        // Changes alone do not push messages out, and are bounded.
        var excerpt = first
        for seq in Seq(3)...400 {
            excerpt.events.append(change(seq, .cleo, .mute(until: Int64(seq.number)), by: .bob))
            excerpt.end = seq
        }
        let kept = try #require(Restored([.cached(.lobby, excerpt)]).excerpts[.lobby])
        #expect(kept.events.count == 1 + Limits.changesShown && kept.events.first?.seq == 1)
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

    @Test func `what is pending is shown after an old part of the log only on the way to its end`() {
        var timeline = Timeline()
        timeline.joined(epoch: .first, head: 1_000, reset: false)
        timeline.page(.around(1), epoch: .first, head: 1_000, events: [.test(1, "oldest"), .test(2, "old")])
        func texts() -> [String] {
            timeline.rows(for: .ann, pending: [item(1, .message(text: "waits"))]).compactMap { $0.text }
        }
        #expect(timeline.isDetached && texts() == ["oldest", "old"])
        timeline.show(.newest, readMark: nil)
        #expect(texts() == ["oldest", "old", "waits"])
        timeline.page(.newest, epoch: .first, head: 1_000, events: [.test(1_000, "new")])
        #expect(!timeline.isDetached && texts() == ["new", "waits"])
    }

    @Test func `a row shows the thumbnail where it has no more pixels than that, and of a video in any case`() {
        func file(_ type: String, thumbnail side: UInt64?) -> Row.File {
            let small = side.map {
                Attachment.Thumbnail(
                    id: FileID(high: 2, low: 2), type: "image/png", size: 9, dimensions: .init(width: 60, height: $0))
            }
            return Row.File(
                Attachment(
                    id: FileID(high: 1, low: 1), name: "bird", type: type, size: 90,
                    dimensions: .init(width: 900, height: 1_500), thumbnail: small))
        }
        let photo = file("image/png", thumbnail: 100)
        #expect(photo.hasPicture && photo.pictureDimensions == .init(width: 900, height: 1_500))
        // It may be enlarged by half.
        for (pixels, isSmall) in [(50, true), (100, true), (150, true), (151, false), (3_000, false)] {
            let shown = photo.picture(pixels: pixels)
            #expect(shown.id == FileID(high: isSmall ? 2 : 1, low: isSmall ? 2 : 1) && shown.local == nil)
            #expect(shown.size == (isSmall ? 9 : 90) && shown.name == "bird" && shown.type == "image/png")
        }
        #expect(file("image/png", thumbnail: nil).picture(pixels: 1) == file("image/png", thumbnail: nil))
        #expect(file("image/png", thumbnail: .max).picture(pixels: .max).id == FileID(high: 2, low: 2))

        let video = file("video/mp4", thumbnail: 100)
        #expect(video.hasPicture && video.pictureDimensions == .init(width: 60, height: 100))
        #expect([50, 151, 3_000].allSatisfy { video.picture(pixels: $0).id == FileID(high: 2, low: 2) })
        #expect(!file("video/mp4", thumbnail: nil).hasPicture && file("video/mp4", thumbnail: nil).kind == .video)
        #expect(!file("application/pdf", thumbnail: 100).hasPicture)
    }

    @Test func `while a file waits, a photo is shown itself, and a video by the thumbnail that goes with it`() {
        func file(_ type: String, thumbnail: UInt64?) -> Row.File? {
            var upload = Upload(id: FileID(high: 1, low: 1), name: "bird", type: type, size: 90)
            upload.thumbnail = thumbnail.map { Upload.Thumbnail(type: "image/jpeg", size: $0) }
            var item = item(5, .message(text: "bird"))
            item.upload = upload
            let bubble = timeline([]).rows(for: .ann, pending: [item]).compactMap { $0.bubble }.last
            if case .file(let file, _, _) = bubble?.body { return file }
            return nil
        }
        let video = file("video/mp4", thumbnail: 9)
        let poster = video?.picture(pixels: 3_000)
        #expect(video?.hasPicture == true && video?.local == Ticket(5) && video?.pictureDimensions == nil)
        #expect(poster?.local == Ticket(5).ofThumbnail && poster?.type == "image/jpeg" && poster?.size == 9)
        #expect(file("video/mp4", thumbnail: nil)?.hasPicture == false)
        // Too large to be sent with it.
        #expect(file("video/mp4", thumbnail: Limits.thumbnailBytes + 1)?.hasPicture == false)
        let photo = file("image/jpeg", thumbnail: 9)
        #expect(photo?.hasPicture == true && photo?.picture(pixels: 1) == photo)
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

    @Test func `a message that a moderator deleted says who did it and why`() {
        let events: [Event] = [
            .test(1, "a"), .test(2, "b"), .test(3, "c"), .test(4, .deletion(of: 1, reason: "spam"), by: .cleo),
            .test(5, .deletion(of: 2), by: .cleo), .test(6, .deletion(of: 3), by: .bob),
        ]
        let wanted = [Row.Deletion(author: .cleo, reason: "spam"), Row.Deletion(author: .cleo, reason: nil), nil]
        var timeline = timeline(events)
        #expect(timeline.rows(for: .ann).compactMap { $0.bubble }.map(\.deletion) == wanted)
        #expect(!timeline.rows(for: .ann).contains { if case .changes = $0.content { true } else { false } })
        // So it is in a page of history, and after a restart.
        var loaded = Timeline()
        loaded.joined(epoch: .first, head: 2, reset: false)
        loaded.page(
            .newest, epoch: .first, head: 2,
            events: [.test(1, .deleted(by: 2)), .test(2, .deletion(of: 1), by: .cleo)])
        #expect(loaded.rows(for: .ann).compactMap { $0.bubble }.map(\.deletion) == [wanted[1]])
        let excerpt = timeline.unkept()
        #expect(excerpt.map { Timeline($0).rows(for: .bob).compactMap { $0.bubble }.map(\.deletion) } == wanted)
    }

    @Test func `a reply shows what it answers, unless that is gone or elsewhere`() {
        let rows = timeline([
            .test(1, "question"), .test(2, .message(Message(text: "answer", reply: 1))),
            .test(3, .message(Message(text: "far", reply: 400))), .test(4, "gone"), .test(5, .deletion(of: 4)),
            .test(6, .message(Message(text: "to gone", reply: 4))),
        ]).rows(for: .ann).compactMap { $0.bubble?.reply }
        var gone = Row.Excerpt(seq: 4, author: .bob, text: nil)
        gone.isDeleted = true
        #expect(
            rows == [
                Row.Excerpt(seq: 1, author: .bob, text: "question"), Row.Excerpt(seq: 400, author: nil, text: nil),
                gone,
            ])
    }

    @Test func `a read mark stays at the user's newest message before it when others write`() {
        var receipts = Receipts()
        receipts.read(.bob, ReadPoint(4, at: 9_000))
        receipts.read(.cleo, 1)
        let log = [Event.test(1, "b"), .test(2, "a", by: .ann), .test(3, "a", by: .ann), .test(4, "answer")]
        let bubbles = timeline(log + [.test(5, "later")]).rows(for: .ann, receipts: receipts).compactMap { $0.bubble }
        #expect(bubbles.map { $0.readers } == [[], [], [.bob], [], []])
        let shorter = timeline(log + [.test(5, .deletion(of: 3), by: .ann)])
        let left = shorter.rows(for: .ann, receipts: receipts).compactMap { $0.bubble }
        #expect(left.map { $0.readers } == [[], [.bob], [], []])
    }

    @Test func `a read mark is shown at the newest message before it`() {
        var receipts = Receipts()
        receipts.read(.bob, ReadPoint(3, at: 9_000))
        receipts.read(.bob, ReadPoint(2, at: 9_500))
        receipts.read(.cleo, 1)
        receipts.read(.cleo, 0)
        receipts.read(.ann, 4)
        let bubbles = timeline([
            .test(1, "a", by: .ann), .test(2, "b", by: .ann), .test(3, .reaction(of: 1, emoji: "x", on: true)),
            .test(4, "c", by: .ann),
        ]).rows(for: .ann, receipts: receipts).compactMap { $0.bubble }
        #expect(bubbles.map { $0.readers } == [[.cleo], [.bob], []])
        #expect(bubbles.map { $0.isRead } == [true, true, false])
        #expect(bubbles.map { $0.readAt } == [nil, 9_000, nil])
    }
}
