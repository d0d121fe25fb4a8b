import ChatCore
import Testing

@testable import ChatTerminal

/// Keys about a message.
@Suite struct SelectionTests {
    private func desk() -> Desk {
        var desk = Desk(width: 100, height: 20)
        desk.connect()
        return desk
    }

    @Test(arguments: ["", "d", "+"]) func `a selected message stays on the screen when others write`(key: String) {
        var desk = desk()
        desk.say("of ann", by: .ann)
        desk.press(.control("r"))
        desk.type(key)
        for number in 1...60 {
            desk.say("text \(number)")
            #expect(desk.lines.contains { $0.contains("▶") && $0.contains("of ann") }, "\(number)\n\(desk.screen)")
        }
        // What is below the screen is not read.
        #expect((desk.chat.conversations[.lobby]?.readMark ?? 0) < 40)
        desk.press(.escape, .escape)
        #expect(desk.screen.contains("text 60") && desk.interface.mode == .writing)
    }

    @Test func `a message that is read in pages may be longer than the screen`() {
        var desk = desk()
        desk.say((1...50).map { "line \($0)" }.joined(separator: "\n"))
        desk.say("last")
        desk.press(.control("r"), .pageUp, .pageUp, .pageUp, .pageUp)
        var seen: Set<Int> = []
        for _ in 1...5 {
            for number in 1...50 where desk.lines.contains(where: { $0.hasSuffix(" line \(number)") }) {
                seen.insert(number)
            }
            desk.press(.pageDown)
        }
        #expect(seen.count == 50)
    }

    @Test func `an upload shows how far it is, a text does not wait for it, and x cancels it`() {
        var desk = desk()
        let upload = Upload(id: FileID(high: 77, low: 1), name: "swift.jpg", type: "image/jpeg", size: 183_400)
        desk.tell(.attach(upload, to: .message(text: "swift.jpg"), in: .lobby, ticket: Ticket(77)))
        #expect(desk.screen.contains("swift.jpg, 0 % of 179 KB sent"), "\(desk.screen)")
        desk.tell(.uploadProgress(Ticket(77), 45_850))
        #expect(desk.screen.contains("swift.jpg, 25 % of 179 KB sent"), "\(desk.screen)")
        desk.type("meanwhile")
        desk.press(.enter)
        #expect(desk.logs[.lobby]?.map(\.text) == ["meanwhile"])
        desk.press(.control("r"))
        if !desk.screen.contains("x discard") { desk.press(.up) }
        #expect(desk.screen.contains("x discard"), "\(desk.screen)")
        desk.press(.text("x"))
        #expect(!desk.screen.contains("swift.jpg") && desk.chat.outbox.items.isEmpty, "\(desk.screen)")
        #expect(desk.logs[.lobby]?.map(\.text) == ["meanwhile"])
    }

    @Test func `a short code chooses a reaction`() {
        var desk = desk()
        let seq = desk.say("a full house")
        desk.press(.control("r"), .text("+"))
        desk.type(":1")
        #expect(desk.interface.mode == .reacting(seq, code: ":1") && desk.screen.contains("React: :1"))
        desk.press(.backspace)
        desk.type("100:")
        #expect(desk.logs[.lobby]?.last?.content == .reaction(of: seq, emoji: "💯", on: true))
        #expect(desk.interface.mode == .writing)
        desk.press(.control("r"), .text("+"))
        desk.type(":nothing-like-this:")
        #expect(desk.status.contains("There is no emoji :nothing-like-this:"))
        // A digit chooses again.
        desk.press(.text("1"))
        #expect(desk.logs[.lobby]?.last?.content == .reaction(of: seq, emoji: Interface.reactions[0], on: true))
        desk.press(.control("r"), .text("+"), .paste(":tada:"))
        #expect(desk.logs[.lobby]?.last?.content == .reaction(of: seq, emoji: "🎉", on: true))
        desk.press(.control("r"), .text("+"))
        for _ in 1...200 { desk.type(":x") }
        desk.press(.escape)
        #expect(desk.interface.mode == .writing)
    }

    @Test func `Enter deletes nothing`() {
        var desk = desk()
        desk.say("of ann", by: .ann)
        desk.press(.control("r"), .text("d"), .enter)
        #expect(desk.screen.contains("Delete this message?") && desk.logs[.lobby]?.count == 1)
        desk.press(.text("y"))
        #expect(desk.logs[.lobby]?.last?.content == .deletion(of: 1))
    }

    @Test func `a key blocks a person after a question, and unblocks at once`() {
        var desk = desk()
        desk.say("hello")
        desk.press(.control("r"), .text("b"))
        #expect(desk.screen.contains("Block bob? y yes   n no") && desk.chat.blocked.isEmpty)
        desk.press(.enter, .text("n"))
        #expect(desk.chat.blocked.isEmpty && desk.interface.mode == .writing && desk.interface.notice == nil)
        desk.press(.control("r"), .text("b"), .text("y"))
        #expect(desk.chat.blocked == [Author.bob.user])
        #expect(desk.status.contains("You block bob. /unblock ends it."))
        desk.press(.control("r"), .text("b"))
        #expect(desk.chat.blocked.isEmpty && desk.status.contains("You do not block bob any more."))
    }
}
