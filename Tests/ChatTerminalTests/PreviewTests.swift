import ChatCore
import Testing

@testable import ChatTerminal

@Suite struct PreviewTests {
    private static let link = "https://example.org/swifts"

    /// A desk with a message with a link, which is selected.
    private func desk(hasPreviews: Bool = true, text: String = "See \(link)", width: Int = 80) -> Desk {
        var desk = Desk(width: width)
        desk.limits.previews = hasPreviews
        desk.connect()
        desk.say(text)
        desk.press(.control("r"))
        return desk
    }

    /// The last question for the server.
    private func asked(_ desk: Desk) -> Question? {
        if case .ask(let question)? = desk.others.last { question } else { nil }
    }

    @Test func `nothing is asked before the user wants to know`() {
        #expect(asked(desk()) == nil)
    }

    @Test func `a key shows what the linked page is about`() throws {
        var desk = desk()
        desk.type("?")
        #expect(desk.screen.contains("l  see what the linked page is about"))
        desk.type("l")
        let question = try #require(asked(desk))
        #expect(question == .preview("See \(Self.link)", of: 1, in: .lobby))
        #expect(desk.screen.contains("The linked page") && desk.screen.contains("Loading…"))
        let preview = LinkPreview(
            link: Self.link, title: "Swifts never\u{1B}[2J land", summary: "They sleep on the wing.", site: "Birds")
        desk.take(.preview(preview), to: question)
        let lines = desk.lines
        let first = try #require(lines.firstIndex { $0.contains("Birds") })
        #expect(lines[first + 1].contains("Swifts never␛[2J land"))
        #expect(lines[first + 2].contains("They sleep on the wing."))
        #expect(lines[first + 4].contains(Self.link))
        #expect(desk.interface.panel?.lines.last?.address == Self.link)
        desk.press(.escape)
        #expect(!desk.screen.contains("Birds"))
    }

    @Test func `long texts go on in the next line`() throws {
        var desk = desk(width: 60)
        desk.type("l")
        let words = (1...40).map { "w\($0)" }.joined(separator: " ")
        let preview = LinkPreview(link: Self.link, title: "T", summary: words, site: "S")
        desk.take(.preview(preview), to: try #require(asked(desk)))
        #expect(desk.screen.contains("w1 ") && desk.screen.contains("w40"))
    }

    @Test func `a page without a preview has its address there`() throws {
        var desk = desk()
        desk.type("l")
        desk.take(.preview(nil), to: try #require(asked(desk)))
        #expect(desk.screen.contains("This page has no preview.") && desk.screen.contains(Self.link))
    }

    @Test func `a refusal closes the list and says why`() throws {
        var desk = desk()
        desk.type("l")
        let error = WireError(.overloaded, "Too many links are looked at; ask again in a second.")
        desk.take(.failed(error), to: try #require(asked(desk)))
        #expect(desk.interface.panel == nil)
        #expect(desk.status.contains("Too many links are looked at"))
    }

    @Test func `an answer that comes late does not open the list again`() throws {
        var desk = desk()
        desk.type("l")
        desk.press(.escape)
        desk.take(.preview(nil), to: try #require(asked(desk)))
        #expect(desk.interface.panel == nil)
    }

    @Test(arguments: [
        (false, true, "See https://example.org", "This server has no link previews."),
        (true, true, "no link", "This message has no link."),
        (true, true, "> https://example.org", "This message has no link."),
        (true, false, "See https://example.org", "There is no connection"),
    ])
    func `a server that can't say is not asked`(
        _ hasPreviews: Bool, _ isOnline: Bool, _ text: String, _ sentence: String
    ) {
        var desk = desk(hasPreviews: hasPreviews, text: text, width: 120)
        if !isOnline { desk.cut() }
        desk.press(.control("r"), .control("r"))
        desk.type("?")
        #expect(!desk.screen.contains("the linked page"))
        desk.press(.escape)
        desk.type("l")
        #expect(asked(desk) == nil)
        #expect(desk.status.lowercased().contains(sentence.lowercased()), "\(desk.status)")
    }

    @Test func `the help names the key`() {
        var desk = Desk(width: 80, height: 50)
        desk.connect()
        desk.type("?")
        #expect(desk.screen.contains("l\u{A0}what the linked page is about"))
    }
}
