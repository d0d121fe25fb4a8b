import ChatModel
import ChatWire
import Foundation
import Testing

@testable import ChatUI

struct CompositionTests {
    @Test func `what is sent has no white space behind it, keeps its indentation, and leaves the field free`() {
        var writing = Composition(text: "  hello\nthere \n")
        #expect(writing.send() == .change(.message(text: "  hello\nthere")))
        #expect(writing == Composition())
    }

    @Test func `nothing but white space is not sent and stays`() {
        var writing = Composition(text: " \n\t")
        #expect(!writing.canSend && writing.problem == nil)
        #expect(writing.send() == nil)
        #expect(writing.text == " \n\t")
    }

    @Test func `a name at the end of the text is completed`() {
        var writing = Composition(text: "hello @zo")
        #expect(writing.nameStart?.text == "zo")
        writing.complete("Zoë Lee")
        #expect(writing.text == "hello @Zoë Lee " && writing.nameStart == nil)
        writing.complete("bob")
        #expect(writing.text == "hello @Zoë Lee ")
    }

    @Test func `a voice message can be recorded where nothing is written`() {
        #expect(Composition().isEmpty && Composition(text: " \n").isEmpty && !Composition(text: "a").isEmpty)
        var writing = Composition()
        writing.reply(to: 7, author: "bob", text: "Coming?")
        #expect(writing.isEmpty)
        writing.edit(9, text: "helo")
        writing.text = ""
        #expect(!writing.isEmpty)
    }

    @Test func `a text of the greatest length is sent, and one byte more is not`() {
        var writing = Composition(text: String(repeating: "a", count: Limits.textBytes))
        #expect(writing.canSend && writing.counter == "0 bytes left")
        writing.text += "a"
        #expect(!writing.canSend && writing.counter == nil)
        #expect(writing.problem?.hasPrefix("1 character too many.") == true)
        #expect(writing.send() == nil && writing.draft != nil)
        // Four bytes of two characters at the end are too many.
        writing.text = String(repeating: "a", count: Limits.textBytes - 1) + "bאא"
        #expect(writing.problem?.hasPrefix("2 characters too many.") == true)
    }

    @Test func `a reply names its message once`() {
        var writing = Composition(text: "yes")
        writing.reply(to: 7, author: "bob", text: "Coming?")
        #expect(writing.send() == .change(.message(text: "yes", reply: 7)))
        #expect(writing.purpose == .message)
    }

    @Test func `an edit gives the draft back, sent or not`() {
        var writing = Composition(text: "half a thou")
        writing.edit(9, text: "helo")
        #expect(writing.text == "helo" && writing.canSend && writing.draft == "half a thou")
        writing.text = "hello"
        #expect(writing.send() == .change(.edit(of: 9, text: "hello")))
        #expect(writing.text == "half a thou" && writing.purpose == .message)
        writing.edit(9, text: "hello")
        writing.edit(8, text: "another")
        writing.cancel()
        #expect(writing.text == "half a thou")
    }

    @Test func `an edit that changes nothing ends, and one may take the text of a file away`() {
        var writing = Composition(text: "half a thou")
        writing.edit(9, text: "hello")
        writing.text = " hello"
        #expect(writing.send() == nil && writing.purpose == .message && writing.text == "half a thou")
        writing.edit(9, text: "hello")
        writing.text = " "
        #expect(!writing.canSend && writing.send() == nil && writing.purpose != .message)
        writing.edit(8, text: "A swift", file: "swift.jpg")
        writing.text = ""
        #expect(writing.canSend && writing.send() == .change(.edit(of: 8, text: "swift.jpg")))
    }
}

struct CompositionsTests {
    private let place = Compositions.Place(account: "a", room: .lobby)

    private func file(_ number: UInt64) -> PickedFile {
        PickedFile(
            id: FileID(high: 1, low: number), name: "\(number).jpg", type: "image/jpeg", size: 10,
            url: URL(fileURLWithPath: "/tmp/\(number)"))
    }

    @Test func `chosen files and a reply are there again when the room is opened again, with the newest draft`() {
        var compositions = Compositions()
        var writing = Composition(text: "yes")
        writing.reply(to: 7, author: "bob", text: "Coming?")
        writing.attach(file(1))
        #expect(compositions.note(writing, in: place).isEmpty)
        #expect(compositions.composition(in: place, draft: "yes") == writing)
        #expect(compositions.composition(in: place, draft: nil).text.isEmpty)
        let other = Compositions.Place(account: "b", room: .lobby)
        #expect(compositions.composition(in: other, draft: "no") == Composition(text: "no"))
        // Sent.
        _ = writing.send()
        #expect(compositions.note(writing, in: place).isEmpty)
        #expect(compositions.composition(in: place, draft: nil) == Composition())
    }

    @Test func `an edit is not kept, and the reply and the files of before it are`() {
        var compositions = Compositions()
        var writing = Composition(text: "yes")
        writing.reply(to: 7, author: "bob", text: "Coming?")
        writing.attach(file(1))
        writing.attach(file(2))
        _ = compositions.note(writing, in: place)
        let before = writing
        writing.edit(3, text: "old")
        writing.detach(file(1).id)
        _ = compositions.note(writing, in: place)
        let kept = compositions.composition(in: place, draft: "yes")
        #expect(kept.purpose == before.purpose && kept.files == [file(2)])
    }

    @Test func `a draft of another device is the text, and during an edit the one that comes back`() {
        var compositions = Compositions()
        var writing = Composition(text: "mine")
        writing.attach(file(1))
        _ = compositions.note(writing, in: place)
        writing.edit(3, text: "old")
        writing.text = "new"
        _ = compositions.note(writing, in: place)
        var shown = compositions.composition(in: place, draft: "from the phone", edit: writing)
        #expect(shown.text == "new" && shown.purpose == writing.purpose && shown.draft == "from the phone")
        #expect(shown.files == [file(1)])
        shown.cancel()
        #expect(shown.text == "from the phone")
        #expect(compositions.composition(in: place, draft: "from the phone").text == "from the phone")
    }

    @Test func `why a file was not attached is said until the room is left, and what comes later is kept`() {
        var compositions = Compositions()
        var writing = Composition()
        writing.refuse("It could not be read.")
        _ = compositions.note(writing, in: place)
        #expect(compositions.composition(in: place, draft: nil).refusal == "It could not be read.")
        compositions.left(place)
        #expect(compositions == Compositions())
        writing = compositions.composition(in: place, draft: nil)
        writing.keep(file(1))
        writing.refuse("Another one could not be read.")
        _ = compositions.note(writing, in: place)
        let again = compositions.composition(in: place, draft: nil)
        #expect(again.files == [file(1)] && again.refusal == "Another one could not be read.")
        compositions.left(place)
        #expect(compositions.composition(in: place, draft: nil).files == [file(1)])
    }

    @Test func `the files of what is dropped are given back to be deleted`() throws {
        var compositions = Compositions()
        var dropped: [FileID] = []
        for number in 0...UInt64(Limits.drafts) {
            var writing = Composition()
            writing.attach(file(number))
            let room = try #require(RoomName("r\(number)"))
            dropped += compositions.note(writing, in: .init(account: "a", room: room))
        }
        #expect(dropped == [file(0).id])
        var writing = Composition()
        writing.attach(file(1_000))
        _ = compositions.note(writing, in: .init(account: "b", room: .lobby))
        #expect(compositions.keep(accounts: ["a"]) == [file(1_000).id])
        #expect(compositions.keep(accounts: []).count == Limits.drafts - 1)
    }
}
