import ChatWire
import Testing

@testable import ChatModel
@testable import ChatUI

/// ↑ in an empty field, and when the field has the keyboard.
struct EditLastTests {
    private let ann = Author(user: UserID(high: 1, low: 1), name: "ann")

    private func row(_ seq: Seq?, _ body: Row.Body, isOwn: Bool = true, tile: Row.Tile? = nil) -> Row {
        var bubble = Row.Bubble(seq: seq, ticket: nil, author: ann, isOwn: isOwn, at: 0, body: body)
        bubble.tile = tile
        return Row(id: seq.map { .event($0) } ?? .beginning, content: .message(bubble))
    }

    private func text(_ text: String) -> Row.Body { .text(text, payload: nil) }

    private func photo(_ number: UInt64, _ text: String?) -> Row.Body {
        let file = Row.File(id: FileID(high: 1, low: number), name: "a.png", type: "image/png", size: 9)
        return .file(file, text: text, payload: nil)
    }

    @Test func `the user's newest message is edited, and not those of others, deleted ones, and those that wait`() {
        let rows = [
            row(1, text("one")), row(2, text("two")), row(3, text("three"), isOwn: false), row(4, .deleted),
            row(nil, text("waits")),
        ]
        #expect(BubbleAction.editLast(in: rows) == .edit(of: 2, text: "two"))
        #expect(BubbleAction.editLast(in: Array(rows.dropFirst(2))) == nil)
        #expect(BubbleAction.editLast(in: []) == nil)
        var muted = MessageRights()
        muted.edits = false
        #expect(BubbleAction.editLast(in: rows, rights: muted) == nil)
    }

    @Test func `of an album, the photo with the text is edited`() {
        func album(_ texts: [String?]) -> [Row] {
            texts.enumerated().map { index, text in
                row(
                    Seq(UInt64(index) + 1), photo(UInt64(index), text),
                    tile: Row.Tile(
                        index: index, count: texts.count, x: 0, y: 0, width: 500, height: 500, albumHeight: 500))
            }
        }
        #expect(BubbleAction.editLast(in: album([nil, "swifts", nil])) == .edit(of: 2, text: "swifts", file: "a.png"))
        #expect(BubbleAction.editLast(in: album([nil, nil])) == .edit(of: 1, text: "", file: "a.png"))
        #expect(BubbleAction.editLast(in: album([nil, nil]).withAlbums) == .edit(of: 1, text: "", file: "a.png"))
    }

    @Test func `an empty field leads to the last message, and one with anything in it does not`() {
        var composition = Composition()
        #expect(composition.mayEditLast)
        composition.text = " "
        #expect(!composition.mayEditLast)
        composition = Composition(purpose: .reply(of: 1, author: "bob", text: "hi"))
        #expect(!composition.mayEditLast)
        composition = Composition()
        composition.edit(1, text: "")
        #expect(!composition.mayEditLast)
    }

    @Test func `a room that is opened has the keyboard, unless somebody goes through the list with it`() {
        func isTaken(_ text: String, hasCommand: Bool = false) -> Bool {
            ComposerFocus.isTaken(after: ComposerFocus.Key(text: text, hasCommand: hasCommand))
        }
        #expect(ComposerFocus.isTaken(after: nil), "a click")
        #expect(isTaken("\r") && isTaken("\u{3}"))
        for key in ["\u{F700}", "\u{F701}", "t", ""] { #expect(!isTaken(key) && isTaken(key, hasCommand: true)) }
    }
}
