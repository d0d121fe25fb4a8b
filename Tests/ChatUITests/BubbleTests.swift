import ChatModel
import ChatWire
import Foundation
import Testing

@testable import ChatUI

struct BubbleTests {
    private let ann = Author(user: UserID(high: 1, low: 1), name: "ann")

    private func bubble(
        seq: Seq? = 5, isOwn: Bool = true, body: Row.Body = .text("hello", payload: nil), state: Row.State = .sent,
        reactions: [Row.Tally] = []
    ) -> Row.Bubble {
        Row.Bubble(
            seq: seq, ticket: nil, author: ann, isOwn: isOwn, at: 0, body: body, reactions: reactions, state: state)
    }

    @Test func `authors and moderators remove the reactions of others, one at a time`() {
        let (bob, cleo) = (UserID(high: 1, low: 2), UserID(high: 1, low: 3))
        let tallies = [
            Row.Tally(emoji: "👍", count: 2, isOwn: false, others: [bob, cleo]),
            Row.Tally(emoji: "😂", count: 1, isOwn: true),
        ]
        let removal = BubbleAction.change(.unreact(of: 5, emoji: "👍", user: bob))
        var own = bubble(reactions: tallies)
        own.isOwn = true
        #expect(BubbleAction.menu(for: own).filter { $0.symbol == removal.symbol } == [removal])
        own.isOwn = false
        #expect(!BubbleAction.menu(for: own).contains(removal))
        var rights = MessageRights()
        rights.deletes = true
        #expect(BubbleAction.menu(for: own, rights: rights).contains(removal))
        #expect(removal.isDestructive)
    }

    @Test func `only the user's own messages are edited and deleted`() {
        #expect(BubbleAction.menu(for: bubble()).map(\.title) == ["Reply", "Copy", "Edit", "Delete…"])
        #expect(BubbleAction.menu(for: bubble(isOwn: false)).map(\.title) == ["Reply", "Copy", "Block this person"])
    }

    @Test func `VoiceOver reaches the recording of a voice message, and says every other one as a whole`() {
        var file = Row.File(id: FileID(high: 1, low: 1), name: "a.m4a", type: "audio/mp4", size: 10)
        #expect(!BubbleAccessibility.hasControls(bubble(body: .file(file, text: nil, payload: nil))))
        file.voice = ChatWire.Attachment.Voice(duration: 4_200, levels: [0, 7, 15])
        var voice = bubble(isOwn: false, body: .file(file, text: nil, payload: nil))
        #expect(BubbleAccessibility.hasControls(voice) && !BubbleAccessibility.hasControls(bubble()))
        voice.isBlocked = true
        #expect(!BubbleAccessibility.hasControls(voice) && BubbleAccessibility.hasControls(voice, isRevealed: true))
    }

    @Test func `a held message is said to be held, and is not sent again`() {
        let held = bubble(seq: nil, state: .held(Ticket(7)))
        #expect(BubbleAction.menu(for: held).contains(.hide(Ticket(7))))
        #expect(!BubbleAction.menu(for: held).contains(.retry(Ticket(7))))
        #expect(BubbleAccessibility.state(of: held)?.contains("moderator") == true)
    }

    @Test func `messages of others are reported, and nothing else`() {
        #expect(BubbleAction.reports(of: bubble()).isEmpty)
        #expect(BubbleAction.reports(of: bubble(seq: nil, isOwn: false)).isEmpty)
        #expect(BubbleAction.reports(of: bubble(isOwn: false, body: .deleted)).isEmpty)
        let reports = BubbleAction.reports(of: bubble(isOwn: false))
        #expect(reports.count == Report.Reason.allCases.count && reports.first == .report(of: 5, .spam))
        #expect(Set(reports.map(\.title)).count == reports.count)
    }

    @Test func `the user is told whether a report was accepted`() {
        #expect(ReportReceipt(isAccepted: true).title == "Reported")
        let refused = ReportReceipt(isAccepted: false)
        #expect(refused.title == "Not reported" && refused.sentence.contains("\(Limits.reportsUnderWay) reports"))
    }

    @Test func `a reported message is shown with how often and why it was reported`() {
        func entry(_ content: Event.Content, _ reports: [Report], count: UInt64) -> ReportedMessage {
            let event = Event(
                seq: 57, id: EventID(high: 1, low: 1), at: 0, author: ann, idempotencyKey: nil, content: content)
            return ReportedMessage(
                number: 1, room: .lobby, message: event, count: count, notes: reports.map { ReportNote($0, at: 0) })
        }
        let reports = [Report(.spam, text: "again"), Report(.spam), Report(.other, text: "rude")]
        let line = ReportLine(entry(.message(Message(text: "Buy")), reports, count: 7))
        #expect(
            line.said == "Buy" && line.summary == "7 reports: Spam, Something else"
                && line.remarks == ["again", "rude"])
        let deleted = ReportLine(entry(.deleted(by: 58), [Report(.spam)], count: 1))
        #expect(deleted.said == "Deleted" && deleted.summary == "1 report: Spam" && deleted.remarks.isEmpty)
    }

    @Test func `a held message is discarded after a question, which names its author`() {
        func title(_ name: String) -> String {
            let author = Author(user: ann.user, name: name)
            return HeldLine(HeldMessage(number: 9, room: .lobby, at: 0, author: author, text: "Buy")).discardTitle
        }
        #expect(title("ann") == "Discard the message of \u{2068}ann\u{2069}?")
        // Of a closed account.
        #expect(title("") == "Discard the message of \u{2068}Unknown person\u{2069}?")
    }

    @Test func `moderators are offered what the room's rule allows them, and nobody else is`() {
        let me = UserID(high: 9, low: 9)
        let group = RoomName.newGroup()
        func titles(_ standing: Standing, in room: RoomName = group, isOwn: Bool = false) -> [String] {
            let access = RoomAccess(room, me, standing: standing)
            let rights = MessageRights(access, pinned: [], at: 0)
            return BubbleAction.menu(for: bubble(isOwn: isOwn), rights: rights).map(\.title)
        }
        let moderator = Standing(membership: .member, role: .moderator)
        let block = "Block this person"
        #expect(titles(Standing(membership: .member)) == ["Reply", "Copy", block])
        #expect(
            titles(moderator) == ["Reply", "Copy", "Pin", "Delete…", "Mute…", "Remove…", "Ban…", block])
        #expect(titles(moderator, isOwn: true) == ["Reply", "Copy", "Pin", "Edit", "Delete…"])
        // An open room has no members to remove.
        #expect(titles(moderator, in: .lobby) == ["Reply", "Copy", "Pin", "Delete…", "Mute…", "Ban…", block])
        var banned = moderator
        banned.bannedUntil = 5
        #expect(titles(banned, in: .lobby) == ["Copy", block])
        #expect(MessageRights(nil, pinned: [5], at: 0) == MessageRights(nil, pinned: [5], at: 9))
        let pinned = MessageRights(RoomAccess(group, me, standing: moderator), pinned: [5], at: 0)
        #expect(BubbleAction.menu(for: bubble(), rights: pinned).contains(.change(.pin(of: 5, on: false))))
    }

    @Test func `a message of a blocked person is hidden until the user asks, from VoiceOver too`() {
        var blocked = bubble(isOwn: false, body: .text("see https://a.example/x", payload: nil))
        blocked.isBlocked = true
        let unblock = BubbleAction.change(.block(ann.user, on: false))
        #expect(BubbleAction.menu(for: blocked) == [.reveal(of: 5), unblock])
        #expect(!BubbleAction.canReact(to: blocked) && BubbleAction.reports(of: blocked).count > 1)
        let speech = BubbleAccessibility(dateFormatting: DateFormatting())
        #expect(speech.label(blocked).hasPrefix("ann, Message from a person you blocked., "))
        #expect(speech.label(blocked, isRevealed: true).hasPrefix("ann, see https://a.example/x, "))
        let shown = BubbleAction.menu(for: blocked, isRevealed: true)
        #expect(shown.contains(.copy("see https://a.example/x")) && shown.last == unblock)
        #expect(BubbleAction.canReact(to: blocked, isRevealed: true))
    }

    @Test func `a moderator decides about the author of a message in a sheet, which has an end and a reason`() {
        let access = RoomAccess(
            RoomName.newGroup(), UserID(high: 9, low: 9), standing: Standing(membership: .member, role: .moderator))
        let actions = BubbleAction.menu(
            for: bubble(isOwn: false), rights: MessageRights(access, pinned: [], at: 0))
        let sanctions = [Sanction.Kind.mute, .remove, .ban].map { BubbleAction.sanction($0, ann) }
        #expect(actions.filter(sanctions.contains) == sanctions && sanctions.allSatisfy(\.isDestructive))
        #expect(!actions.contains { if case .change(.membership) = $0 { true } else { false } })
    }

    @Test func `invitations come first in the list, and groups by their titles`() {
        var info = RoomInfo(standing: Standing(membership: .invited))
        info.settings.title = "Tea"
        var invitation = ListedRoom(room: .newGroup(), info: info)
        invitation.inviter = ann
        info.standing = Standing(membership: .member)
        info.settings.title = "Coffee"
        var group = ListedRoom(room: .newGroup(), info: info)
        group.unread = Unread(count: 1_000, isExact: false)
        let items = [
            ConversationItem(room: .lobby, preview: "", at: 5), ConversationItem(group, reader: nil),
            ConversationItem(invitation, reader: nil),
        ]
        #expect(items.found(by: "").map(\.title) == ["Tea", "lobby", "Coffee"])
        #expect(items.found(by: "cof").map(\.badge) == ["99+"])
        #expect(items[2].preview == "ann invites you." && items[2].isInvitation && !items[2].isMember)
        #expect(items[1].isMember)
    }

    @Test func `a change of a room that was refused is said, and can be forgotten`() {
        let refused = Outbox.State.failed(WireError(.notAllowed, "Only owners may do that."))
        let message = Outbox.Item(
            ticket: Ticket(1), room: .lobby, mutation: .message(text: "x"), state: refused, at: 0)
        let change = Outbox.Item(
            ticket: Ticket(2), room: .lobby, mutation: .settings(SettingsChange(title: "x")), state: refused, at: 0)
        #expect(ConnectionNotice(refusedIn: [message]) == nil)
        let notice = ConnectionNotice(refusedIn: [message, change])
        #expect(notice?.sentence == "Only owners may do that." && notice?.remedy == .forget(Ticket(2)))
    }

    @Test func `what is refused about a message is said in its row, and nowhere else`() {
        let refused = Outbox.State.failed(WireError(.notYours, "Only moderators may do that."))
        let mutations: [Mutation] = [
            .edit(of: 1, text: "x"), .delete(of: 1), .react(of: 1, emoji: "👍", on: true),
            .unreact(of: 1, emoji: "👍", user: .nobody),
        ]
        let items = mutations.enumerated().map { index, mutation in
            Outbox.Item(
                ticket: Ticket(UInt64(index)), room: .lobby, mutation: mutation, state: refused, at: 0)
        }
        #expect(ConnectionNotice(refusedIn: items) == nil)
    }

    @Test func `a menu leads to what is answered and to the links`() throws {
        var said = bubble(isOwn: false, body: .text("see https://a.example/x", payload: nil))
        said.reply = Row.Excerpt(seq: 3, author: nil, text: nil)
        let url = try #require(URL(string: "https://a.example/x"))
        let block = BubbleAction.change(.block(said.author.user, on: true))
        #expect(BubbleAction.menu(for: said).suffix(3) == [.show(seq: 3), .open(url), block])
        #expect(BubbleAction.open(url).title == "Open a.example")
    }

    @Test func `a deleted message offers nothing, one that failed another try`() {
        #expect(BubbleAction.menu(for: bubble(body: .deleted)).isEmpty)
        let failed = bubble(seq: nil, state: .failed(WireError(.rateLimited, "Too fast."), Ticket(7)))
        #expect(BubbleAction.menu(for: failed) == [.retry(Ticket(7)), .drop(Ticket(7)), .copy("hello")])
        #expect(!BubbleAction.canReact(to: failed))
    }

    private let photo = Row.File(id: FileID(high: 5, low: 5), name: "swift.jpg", type: "image/jpeg", size: 178_900)

    @Test func `a file is opened, and its name is not what someone said`() {
        let alone = bubble(body: .file(photo, text: nil, payload: nil))
        #expect(BubbleAction.menu(for: alone).map(\.title) == ["Open photo", "Reply", "Edit", "Delete…"])
        #expect(BubbleAction.menu(for: alone).contains(.edit(of: 5, text: "", file: "swift.jpg")))
        let captioned = bubble(isOwn: false, body: .file(photo, text: "A swift", payload: nil))
        #expect(BubbleAction.menu(for: captioned).map(\.title) == ["Open photo", "Reply", "Copy", "Block this person"])
    }

    @Test func `a file on its way can be taken back, one that failed tried again`() {
        var leaving = photo
        leaving.local = Ticket(3)
        leaving.uploaded = 71_560
        var waiting = bubble(seq: nil, body: .file(leaving, text: nil, payload: nil), state: .sending)
        waiting.ticket = Ticket(3)
        #expect(BubbleAction.menu(for: waiting) == [.drop(Ticket(3)), .view(leaving)])
        waiting.state = .failed(WireError(.file, "Too large."), Ticket(3))
        #expect(BubbleAction.menu(for: waiting).prefix(2) == [.retry(Ticket(3)), .drop(Ticket(3))])
    }

    @Test func `a place opens in Maps and is not edited`() throws {
        let place = try #require(Location(millionthsNorth: 50_087_000, millionthsEast: 14_420_800, label: "Town Hall"))
        let said = bubble(body: .text(place.fallback, payload: place.payload))
        let url = try #require(MapLink.url(place))
        #expect(BubbleAction.menu(for: said).map(\.title) == ["Reply", "Copy", "Open maps.apple.com", "Delete…"])
        #expect(BubbleAction.menu(for: said).contains(.open(url)))
    }

    @Test func `VoiceOver says what a file is and how far it has come`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "GMT"))
        let speech = BubbleAccessibility(
            dateFormatting: DateFormatting(calendar: calendar, locale: Locale(identifier: "en_GB")))
        var leaving = photo
        leaving.uploaded = 71_560
        let said = bubble(seq: nil, body: .file(leaving, text: "A swift", payload: nil), state: .sending)
        #expect(
            speech.label(said)
                == "You, Photo, \u{2068}swift.jpg\u{2069}, 179 kB, 40% uploaded, A swift, 00:00, sending")
        let place = try #require(Location(millionthsNorth: 1, millionthsEast: 1, label: "Tea room"))
        let there = bubble(isOwn: false, body: .text(place.fallback, payload: place.payload))
        #expect(speech.label(there) == "ann, Location, \u{2068}Tea room\u{2069}, 00:00")
    }

    @Test func `a tap on the user's own reaction takes it back`() {
        let tally = Row.Tally(emoji: "👍", count: 2, isOwn: true)
        #expect(
            BubbleAction.toggle("👍", on: bubble(reactions: [tally])) == .change(.react(of: 5, emoji: "👍", on: false)))
        #expect(
            BubbleAction.toggle("😂", on: bubble(reactions: [tally])) == .change(.react(of: 5, emoji: "😂", on: true)))
        #expect(BubbleAction.toggle("👍", on: bubble(body: .deleted)) == nil)
    }

    @Test func `VoiceOver says all that the eye sees`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "GMT"))
        let speech = BubbleAccessibility(
            dateFormatting: DateFormatting(calendar: calendar, locale: Locale(identifier: "en_GB")))
        var said = bubble(state: .failed(WireError(.rateLimited, "Too fast."), Ticket(1)))
        said.isEdited = true
        said.reply = Row.Excerpt(seq: 3, author: Author(user: UserID(high: 2, low: 2), name: "bob"), text: "?")
        said.reactions = [Row.Tally(emoji: "👍", count: 2, isOwn: false)]
        #expect(speech.label(said) == "You, replying to bob, hello, edited, 00:00, not sent: Too fast., 👍 2")
        #expect(speech.label(bubble(isOwn: false, body: .deleted)) == "ann, message deleted, 00:00")
    }

    @Test func `notices say who came and who went`() {
        let notice = Presence.Notice(number: 1, after: 0, at: 0, joined: [ann], left: [])
        #expect(BubbleAccessibility.notice(notice) == "\u{2068}ann\u{2069} joined")
    }

    @Test func `a list is searched in any case and accent, the newest first`() throws {
        let items = try ["tea", "cafe", "zebra"].enumerated().map { index, name in
            ConversationItem(
                room: try #require(RoomName(name)), preview: name == "cafe" ? "ann: À bientôt" : "",
                at: index == 2 ? nil : Int64(index))
        }
        #expect(items.found(by: "").map(\.room.text) == ["cafe", "tea", "zebra"])
        #expect(items.found(by: " a BIENTOT ").map(\.room.text) == ["cafe"])
        #expect(items.found(by: "z").map(\.room.text) == ["zebra"])
        #expect(items.found(by: "nothing").isEmpty)
    }

    @Test func `a room is found by its title and its name, a group by its title alone`() throws {
        var group = ConversationItem(room: RoomName.newGroup(), title: "Walkers", preview: "")
        let open = ConversationItem(room: try #require(RoomName("swifts")), title: "Birds", preview: "")
        let items = [group, open]
        for words in ["swift", "birds"] { #expect(items.found(by: words).map(\.title) == ["Birds"]) }
        #expect(items.found(by: group.room.text.suffix(6).description).isEmpty)
        #expect(items.emptiness(of: "x") == "Nothing found.")
        group.choice.isArchived = true
        #expect([group].found(by: "").isEmpty && [group].emptiness(of: " ").contains("archived"))
        // A room that is on the screen has a row.
        let both = [group, open]
        #expect(both.found(by: "", inArchive: false, selected: group.room).map(\.title) == ["Birds", "Walkers"])
        #expect(both.found(by: "", inArchive: false, selected: open.room).map(\.title) == ["Birds"])
        #expect(both.found(by: "", inArchive: false, selected: nil).map(\.title) == ["Birds"])
        #expect([ConversationItem]().emptiness(of: "").contains("not joined"))
    }

    @Test func `a direct room is not left, and a room that is marked as unread is said to be`() throws {
        let direct = try #require(RoomName.direct(UserID(high: 1, low: 1), UserID(high: 2, low: 2)))
        var item = ConversationItem(room: direct, title: "bob", preview: "bob: hello")
        #expect(!item.canLeave && ConversationItem(room: .lobby, preview: "").canLeave)
        #expect(ConversationItem(room: RoomName.newGroup(), preview: "").canLeave)
        #expect(item.unreadMark == nil)
        item.last = 7
        #expect(item.unreadMark == ChoiceChange(direct, unread: 7))
        item.choice.unread = 1
        #expect(item.unreadMark == nil)
        #expect(item.label(DateFormatting(), now: 0) == "bob, marked as unread, bob: hello")
    }

    @Test func `the user is asked before they leave, and told how to come back`() {
        var group = ConversationItem(room: .newGroup(), title: "Tea", preview: "")
        group.isMember = true
        #expect(group.leavingTitle == "Leave \u{2068}Tea\u{2069}?" && group.leavingSentence.contains("invitation"))
        #expect(ConversationItem(room: .lobby, preview: "").leavingSentence.contains("join it again"))
    }

    @Test func `of a photo alone the list says what it is, of one with words what was said`() {
        let photo = ChatWire.Attachment(
            id: FileID(high: 5, low: 5), name: "swift.jpg", type: "image/jpeg", size: 178_900)
        #expect(ConversationItem.words(for: Message(text: "swift.jpg", attachment: photo)) == "Photo")
        #expect(ConversationItem.words(for: Message(text: "A swift", attachment: photo)) == "A swift")
        #expect(ConversationItem.words(for: Message(text: "swift.jpg")) == "swift.jpg")
    }

    @Test func `a badge counts to 99`() {
        func badge(_ count: Int, exact: Bool = true) -> String? {
            ConversationItem(room: .lobby, preview: "", unread: Unread(count: count, isExact: exact)).badge
        }
        #expect(badge(0) == nil && badge(99) == "99" && badge(100) == "99+" && badge(5, exact: false) == "5+")
    }
}

struct TileMarksTests {
    private func bubble(_ state: Row.State, _ emoji: [String] = []) -> Row.Bubble {
        Row.Bubble(
            seq: nil, ticket: nil, author: Author(user: UserID(high: 1, low: 1), name: "ann"), isOwn: true, at: 0,
            body: .deleted, reactions: emoji.map { Row.Tally(emoji: $0, count: 1, isOwn: false) }, state: state)
    }

    @Test func `a photo of an album shows that it is on its way, and why it was not sent`() {
        #expect(TileMarks(bubble(.sent)).isEmpty)
        #expect(TileMarks(bubble(.waiting)).symbol == "clock" && TileMarks(bubble(.sending)).symbol == "clock")
        let failed = Row.State.failed(WireError(.file, "Too large."), Ticket(1))
        #expect(TileMarks(bubble(failed)).symbol == "exclamationmark.circle")
    }

    @Test func `a photo of an album shows its first reactions`() {
        let marks = TileMarks(bubble(.sent, ["👍", "🎉", "🙂", "🐦"]))
        #expect(marks.emoji == ["👍", "🎉", "🙂"] && marks.symbol == nil && !marks.isEmpty)
    }
}
