import ChatModel
import ChatWire
import Testing

@testable import ChatUI

struct CompositionTests {
    @Test func `what is sent has no white space behind it, keeps its indentation, and leaves the field free`() {
        var writing = Composition(text: "  hello\nthere \n")
        #expect(writing.send().map(\.mutation) == [.message(text: "  hello\nthere")])
        #expect(writing == Composition())
    }

    @Test func `nothing but white space is not sent and stays`() {
        var writing = Composition(text: " \n\t")
        #expect(!writing.canSend && writing.problem == nil)
        #expect(writing.send().isEmpty)
        #expect(writing.text == " \n\t")
    }

    @Test func `a text of the greatest length is sent, and one byte more is not`() {
        var writing = Composition(text: String(repeating: "a", count: Limits.textBytes))
        #expect(writing.canSend && writing.counter == "0 bytes left")
        writing.text += "a"
        #expect(!writing.canSend && writing.counter == "1 bytes too long" && writing.problem != nil)
        #expect(writing.send().isEmpty && writing.draft != nil)
    }

    @Test func `a reply names its message once`() {
        var writing = Composition(text: "yes")
        writing.reply(to: 7, author: "bob", text: "Coming?")
        #expect(writing.send().map(\.mutation) == [.message(text: "yes", reply: 7)])
        #expect(writing.purpose == .message)
    }

    @Test func `an edit gives the draft back, sent or not`() {
        var writing = Composition(text: "half a thou")
        writing.edit(9, text: "helo")
        #expect(writing.text == "helo" && !writing.canSend && writing.draft == "half a thou")
        writing.text = "hello"
        #expect(writing.send().map(\.mutation) == [.edit(of: 9, text: "hello")])
        #expect(writing.text == "half a thou" && writing.purpose == .message)
        writing.edit(9, text: "hello")
        writing.edit(8, text: "another")
        writing.cancel()
        #expect(writing.text == "half a thou")
    }
}
