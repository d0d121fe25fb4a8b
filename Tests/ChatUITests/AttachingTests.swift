import ChatModel
import ChatWire
import Foundation
import Testing

@testable import ChatUI

struct AttachingTests {
    private let words = FileWords(locale: Locale(identifier: "en_GB"))

    private func file(
        _ number: UInt64, name: String? = nil, size: UInt64 = 10, dimensions: ChatWire.Attachment.Dimensions? = nil
    ) -> PickedFile {
        PickedFile(
            id: FileID(high: 1, low: number), name: name ?? "\(number).jpg", type: "image/jpeg", size: size,
            dimensions: dimensions, url: URL(fileURLWithPath: "/tmp/\(number)"))
    }

    @Test func `several photos go together, with the text and the reply`() {
        var writing = Composition(text: " From the tower ")
        writing.reply(to: 7, author: "bob", text: "Where?")
        for number in 1...3 { writing.attach(file(UInt64(number))) }
        #expect(writing.send() == .files((1...3).map { file($0) }, text: "From the tower", reply: 7))
        #expect(writing == Composition())
    }

    @Test func `a message waits for the files that are being copied, and an edit does not`() {
        var writing = Composition(text: "From the tower")
        #expect(!writing.canSend(copying: 1) && writing.canSend(copying: 0))
        writing.edit(5, text: "From the roof")
        #expect(writing.canSend(copying: 1))
        #expect(!Composition().canSend(copying: 0))
    }

    @Test func `a file goes without a text, and one can be taken out before`() {
        var writing = Composition()
        writing.attach(file(1))
        writing.attach(file(2))
        #expect(writing.canSend)
        writing.detach(file(1).id)
        #expect(writing.send() == .files([file(2)], text: nil, reply: nil))
        #expect(!writing.canSend)
    }

    @Test func `a text that is too long keeps the files from being sent without it`() {
        var writing = Composition(text: String(repeating: "a", count: Limits.textBytes + 1))
        writing.attach(file(1))
        #expect(!writing.canSend && writing.send() == nil && writing.files.count == 1)
    }

    @Test func `what no server takes is refused at once, and says why`() {
        var writing = Composition()
        func refusal(of file: PickedFile) -> String? {
            let isTaken = writing.attach(file, words: words)
            #expect(isTaken == (writing.refusal == nil))
            return writing.refusal
        }
        #expect(
            refusal(of: file(1, size: UInt64(Limits.fileBytes) + 1))
                == "“\u{2068}1.jpg\u{2069}” is a little too large: a file can have at most 26.2 MB.")
        #expect(refusal(of: file(1, size: 0)) == "“\u{2068}1.jpg\u{2069}” is empty.")
        #expect(refusal(of: file(1, dimensions: ChatWire.Attachment.Dimensions(width: 100_000, height: 1_000))) != nil)
        #expect(refusal(of: file(1, size: UInt64(Limits.fileBytes))) == nil)
        #expect(refusal(of: file(1)) == "\u{2068}1.jpg\u{2069} is already attached.")
        #expect(writing.files.count == 1)
    }

    @Test func `so many files are sent together and no more`() {
        var writing = Composition()
        for number in 0..<Limits.filesTogether { writing.attach(file(UInt64(number))) }
        writing.attach(file(99))
        #expect(writing.filesLeft == 0 && writing.files.count == Limits.filesTogether && writing.refusal != nil)
    }

    @Test func `of too many chosen at once the first are taken, and it is said`() {
        var writing = Composition()
        writing.attach(file(1))
        let most = Limits.filesTogether
        let all = writing.admit(3, waiting: 1)
        #expect(all == 3 && writing.refusal == nil)
        let some = writing.admit(most, waiting: 4)
        #expect(some == most - 5 && writing.refusal == "You can send at most \(most) files together.")
        writing.edit(9, text: "helo")
        let none = writing.admit(1)
        #expect(none == 0 && writing.refusal == "An edit can't have files. Finish editing first.")
    }

    @Test func `an edit takes no files and leaves those that were chosen`() {
        var writing = Composition(text: "look")
        writing.attach(file(1))
        writing.edit(9, text: "helo")
        writing.attach(file(2))
        #expect(writing.files.count == 1 && writing.filesLeft == 0)
        writing.text = "hello"
        #expect(writing.send() == .change(.edit(of: 9, text: "hello")))
        #expect(writing.text == "look" && writing.files.map(\.id) == [file(1).id])
    }

    @Test func `a file that was chosen before an edit is there when the edit is sent`() {
        var writing = Composition(text: "look")
        writing.edit(9, text: "helo")
        let (isKept, isKeptAgain) = (writing.keep(file(1)), writing.keep(file(1)))
        #expect(isKept && !isKeptAgain && writing.files == [file(1)] && !writing.hasFiles)
        writing.text = "hello"
        #expect(writing.send() == .change(.edit(of: 9, text: "hello")))
        #expect(writing.text == "look" && writing.files == [file(1)] && writing.hasFiles)
        for number in 2...UInt64(Limits.filesTogether) { writing.keep(file(number)) }
        let isTooMuch = writing.keep(file(99))
        #expect(!isTooMuch && writing.files.count == Limits.filesTogether && writing.refusal != nil)
    }

    @Test func `a picked file claims no type that is none`() {
        let url = URL(fileURLWithPath: "/tmp/x")
        #expect(
            PickedFile(id: FileID(high: 0, low: 1), name: "a/b", type: "Image/PNG", size: 1, url: url).type
                == "image/png")
        #expect(PickedFile(id: FileID(high: 0, low: 1), name: "a/b", type: "x", size: 1, url: url).name == "ab")
        #expect(PickedFile(id: FileID(high: 0, low: 1), name: "a", type: "x", size: 1, url: url).kind == .other)
    }
}
