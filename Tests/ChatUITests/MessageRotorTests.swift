import ChatModel
import ChatWire
import Testing

@testable import ChatUI

struct MessageRotorTests {
    private let ann = Author(user: UserID(high: 1, low: 1), name: "ann")

    private func bubble(_ seq: Seq, _ body: Row.Body, isMention: Bool = false, isBlocked: Bool = false) -> Row.Bubble {
        var bubble = Row.Bubble(seq: seq, ticket: nil, author: ann, isOwn: false, at: 1, body: body)
        bubble.isMention = isMention
        bubble.isBlocked = isBlocked
        return bubble
    }

    private func row(
        _ seq: Seq, _ text: String, payload: Payload? = nil, isMention: Bool = false, isBlocked: Bool = false
    ) -> Row {
        let body = Row.Body.text(text, payload: payload)
        return Row(
            id: .event(seq), content: .message(bubble(seq, body, isMention: isMention, isBlocked: isBlocked)))
    }

    private var photo: Row.Body {
        let file = Row.File(id: FileID(high: 1, low: 1), name: "swift.jpg", type: "image/jpeg", size: 10)
        return .file(file, text: nil, payload: nil)
    }

    /// What a rotor goes through, in both directions.
    private func all(_ rotor: MessageRotor, _ rows: [Row], sourceLocation: SourceLocation = #_sourceLocation)
        -> [Row.ID]
    {
        func walk(isForward: Bool) -> [Row.ID] {
            var found: [Row.ID] = []
            while let next = rotor.row(in: rows, from: found.last, isForward: isForward) { found.append(next.id) }
            return found
        }
        let forward = walk(isForward: true)
        #expect(walk(isForward: false) == forward.reversed(), sourceLocation: sourceLocation)
        return forward
    }

    @Test func `each rotor goes through the rows of its kind and no others`() {
        let place = Location(millionthsNorth: 1, millionthsEast: 2, label: nil)
        let rows: [Row] = [
            Row(id: .beginning, content: .beginning),
            row(1, "Hello"),
            row(2, "See https://example.org"),
            Row(id: .unread, content: .unread),
            row(3, "@you, hello", isMention: true),
            Row(id: .event(4), content: .message(bubble(4, photo))),
            row(5, "Here", payload: place?.payload),
            row(6, "@you, see https://example.org", isMention: true),
            row(7, "https://example.org", isBlocked: true),
            Row(id: .event(8), content: .message(bubble(8, .deleted))),
        ]
        #expect(all(.unread, rows) == [.unread])
        #expect(all(.mentions, rows) == [.event(3), .event(6)])
        #expect(all(.attachments, rows) == [.event(2), .event(4), .event(5), .event(6)])
        for rotor in MessageRotor.allCases { #expect(all(rotor, []).isEmpty) }
    }

    @Test func `it goes on from a row of any kind, and from the edge when that row is gone`() {
        let rows = [row(1, "", isMention: true), row(2, "Hello"), row(3, "", isMention: true)]
        func next(_ current: Row.ID?, _ isForward: Bool) -> Row.ID? {
            MessageRotor.mentions.row(in: rows, from: current, isForward: isForward)?.id
        }
        #expect(next(.event(2), true) == .event(3) && next(.event(2), false) == .event(1))
        #expect(next(.event(3), true) == nil && next(.event(1), false) == nil)
        #expect(next(.event(9), true) == .event(1) && next(.event(9), false) == .event(3))
    }

    @Test func `an album is one row, and its label is that of the photo which is of the kind`() {
        let photos = [
            Row.Album.Photo(id: .event(1), bubble: bubble(1, photo)),
            Row.Album.Photo(id: .event(2), bubble: bubble(2, .text("@you", payload: nil), isMention: true)),
        ]
        let rows = [Row(id: .event(1), content: .album(Row.Album(photos: photos)))]
        #expect(all(.mentions, rows) == [.event(1)] && all(.attachments, rows) == [.event(1)])
        let label = MessageRotor.mentions.label(of: rows[0], dateFormatting: DateFormatting())
        #expect(label.hasPrefix("ann, @you"))
        let separator = Row(id: .unread, content: .unread)
        #expect(MessageRotor.unread.label(of: separator, dateFormatting: DateFormatting()) == "New messages")
    }
}
