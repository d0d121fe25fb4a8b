import ChatModel
import ChatWire
import Foundation
import Testing

@testable import ChatUI

@MainActor
struct RowLookTests {
    private nonisolated static let (ann, bob) = (UserID(high: 1, low: 1), UserID(high: 2, low: 2))
    private let rows = [
        Row(id: .event(1), content: .message(RowLookTests.bubble(1, ann))),
        Row(id: .event(2), content: .message(RowLookTests.bubble(2, bob))),
        Row(id: .unread, content: .unread),
    ]

    private nonisolated static func bubble(_ seq: Seq, _ user: UserID) -> Row.Bubble {
        Row.Bubble(
            seq: seq, ticket: nil, author: Author(user: user, name: "x"), isOwn: false, at: 0,
            body: .text("x", payload: nil))
    }

    @Test func `the same look draws nothing again`() {
        #expect(RowLook().changed(rows, since: RowLook()).isEmpty)
    }

    @Test func `a person's new picture draws their messages again`() {
        var look = RowLook()
        look.avatars[RowLookTests.bob] = ChatWire.Attachment(
            id: FileID(high: 1, low: 1), name: "b.png", type: "image/png", size: 9)
        #expect(look.changed(rows, since: RowLook()) == [.event(2)])
        #expect(RowLook().changed(rows, since: look) == [.event(2)])
    }

    @Test func `a person's new picture draws their albums again`() {
        let photos = [4, 5 as Seq].map {
            Row.Album.Photo(id: .event($0), bubble: RowLookTests.bubble($0, RowLookTests.bob))
        }
        let rows = [Row(id: .event(4), content: .album(Row.Album(photos: photos)))]
        var look = RowLook()
        look.avatars[RowLookTests.bob] = ChatWire.Attachment(
            id: FileID(high: 1, low: 1), name: "b.png", type: "image/png", size: 9)
        #expect(look.changed(rows, since: RowLook()) == [.event(4)])
    }

    @Test func `a page's preview draws the messages that link to it again`() {
        let link = "https://example.org/swifts"
        var rows = rows
        let texts: [(Seq, String)] = [(3, "See \(link)"), (4, "https://example.org/other"), (5, "> \(link)")]
        for (seq, text) in texts {
            var bubble = RowLookTests.bubble(seq, RowLookTests.ann)
            bubble.body = .text(text, payload: nil)
            rows.append(Row(id: .event(seq), content: .message(bubble)))
        }
        var look = RowLook()
        look.previews[link] = LinkCard(LinkPreview(link: link, title: "Swifts", site: "Birds"))
        #expect(look.changed(rows, since: RowLook()) == [.event(3)])
        #expect(RowLook().changed(rows, since: look) == [.event(3)])
        var later = look
        #expect(later.changed(rows, since: look).isEmpty)
        later.previews[link] = LinkCard(LinkPreview(link: link, title: "Swallows", site: "Birds"))
        #expect(later.changed(rows, since: look) == [.event(3)])
    }

    @Test func `a page's preview draws the album with a text that links to it again`() {
        let link = "https://example.org/swifts"
        let photos = [4, 5 as Seq].map { seq in
            var bubble = RowLookTests.bubble(seq, RowLookTests.bob)
            let file = Row.File(id: FileID(high: 1, low: seq.number), name: "a.png", type: "image/png", size: 9)
            bubble.body = .file(file, text: seq == 5 ? "See \(link)" : nil, payload: nil)
            return Row.Album.Photo(id: .event(seq), bubble: bubble)
        }
        let rows = [Row(id: .event(4), content: .album(Row.Album(photos: photos)))]
        var look = RowLook()
        look.previews[link] = LinkCard(LinkPreview(link: link, title: "Swifts", site: "Birds"))
        #expect(look.changed(rows, since: RowLook()) == [.event(4)])
        look.previews = ["https://example.org/other": LinkCard(LinkPreview(link: link, title: "x", site: "x"))]
        #expect(look.changed(rows, since: RowLook()).isEmpty)
    }

    @Test func `maps draw only the messages with a place again`() throws {
        var rows = rows
        var bubble = RowLookTests.bubble(3, RowLookTests.ann)
        bubble.body = .text("Here", payload: try #require(Location(millionthsNorth: 1, millionthsEast: 2)).payload)
        rows.append(Row(id: .event(3), content: .message(bubble)))
        var look = RowLook()
        look.showsMaps = true
        #expect(look.changed(rows, since: RowLook()) == [.event(3)])
        #expect(RowLook().changed(rows, since: look) == [.event(3)])
        #expect(look.changed(rows, since: look).isEmpty)
    }

    @Test func `a part that the app draws draws all rows again when what it depends on changes`() {
        var look = RowLook()
        look.slots[.bubble] = AnyHashable(1)
        #expect(look.changed(rows, since: RowLook()) == Set(rows.map(\.id)))
        #expect(RowLook().changed(rows, since: look) == Set(rows.map(\.id)))
        var later = look
        #expect(later.changed(rows, since: look).isEmpty)
        later.slots[.bubble] = AnyHashable(2)
        #expect(later.changed(rows, since: look) == Set(rows.map(\.id)))
    }

    @Test func `a payload's view draws only the messages with that payload again`() {
        var rows = rows
        var bubble = RowLookTests.bubble(3, RowLookTests.ann)
        bubble.body = .text("Tea?", payload: Payload(type: "poll", data: "{}"))
        rows.append(Row(id: .event(3), content: .message(bubble)))
        var look = RowLook()
        look.slots[.payload("poll")] = AnyHashable(1)
        look.slots[.payload("card")] = AnyHashable(1)
        #expect(look.changed(rows, since: RowLook()) == [.event(3)])
        var later = look
        later.slots[.payload("card")] = AnyHashable(2)
        #expect(later.changed(rows, since: look).isEmpty)
        later.slots[.payload("poll")] = nil
        #expect(later.changed(rows, since: look) == [.event(3)])
    }

    @Test func `midnight, a language, a theme and rights draw all rows again`() {
        var looks = Array(repeating: RowLook(), count: 4)
        looks[0].clock = 1
        looks[1].dateFormatting.locale = Locale(identifier: "de_DE")
        looks[2].theme.rowSpacing = 5
        looks[3].rights.deletes = true
        for look in looks { #expect(look.changed(rows, since: RowLook()) == Set(rows.map(\.id))) }
    }
}
