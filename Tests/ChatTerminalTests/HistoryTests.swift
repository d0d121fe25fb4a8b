import ChatCore
import Testing

@testable import ChatTerminal

@Suite struct HistoryTests {
    private func desk(_ rooms: [RoomName] = [.lobby]) -> Desk {
        var desk = Desk(width: 100)
        desk.connect(rooms)
        return desk
    }

    @Test func `what was sent comes back, and after it what was being written`() {
        var desk = desk()
        for text in ["one", "two\nlines", "/topic", "//slash"] {
            desk.press(.paste(text), .enter)
        }
        desk.type("half")
        for text in ["//slash", "/topic", "two\nlines", "one", "one"] {
            desk.press(.controlUp)
            #expect(desk.text == text)
        }
        #expect(desk.status.contains("There is nothing older that you have sent here."))
        for text in ["two\nlines", "/topic", "//slash", "half", "half"] {
            desk.press(.alt("n"))
            #expect(desk.text == text)
        }
        desk.press(.alt("p"), .enter)
        #expect(desk.logs[.lobby]?.last?.words == "/slash")
    }

    @Test func `a text that is chosen is the draft only when it is changed`() {
        var desk = desk()
        desk.send("one")
        desk.type("half")
        desk.press(.controlUp)
        #expect(desk.text == "one" && desk.chat.drafts[.lobby]?.text == "half")
        desk.type("!")
        #expect(desk.chat.drafts[.lobby]?.text == "one!")
        desk.press(.controlDown)
        #expect(desk.text == "half" && desk.chat.drafts[.lobby]?.text == "half")
        // The change stays as long as one chooses.
        desk.press(.controlUp)
        #expect(desk.text == "one!")
        desk.press(.enter)
        #expect(desk.logs[.lobby]?.map(\.words) == ["one", "one!"])
        // What was being written was not sent, and is not lost.
        #expect(desk.text == "half" && desk.chat.drafts[.lobby]?.text == "half")
        desk.press(.enter)
        #expect(desk.text.isEmpty && desk.chat.drafts[.lobby]?.text ?? "" == "")
        #expect(desk.logs[.lobby]?.last?.words == "half")
    }

    @Test func `each room has its own messages, and all have the commands`() {
        var desk = desk([.lobby, .garden])
        desk.send("in the lobby")
        desk.send("/topic")
        desk.press(.altDown)
        #expect(desk.interface.room == .garden)
        desk.send("in the garden")
        for text in ["in the garden", "/topic", "/topic"] {
            desk.press(.controlUp)
            #expect(desk.text == text)
        }
        // What is chosen stays in its room.
        desk.press(.altDown)
        #expect(desk.interface.room == .lobby && desk.text.isEmpty)
        desk.press(.controlUp, .controlUp)
        #expect(desk.text == "in the lobby")
        desk.press(.altUp, .controlDown)
        #expect(desk.interface.room == .garden && desk.text == "in the garden")
    }

    @Test func `a command is done while a text is begun, which comes back`() {
        var desk = desk()
        desk.send("/who")
        desk.press(.escape)
        for begun in ["half a text", "/msg bob half"] {
            desk.press(.control("u"))
            desk.type(begun)
            desk.press(.controlUp)
            #expect(desk.text == "/who")
            desk.press(.enter)
            #expect(desk.interface.panel != nil && desk.text == begun)
            desk.press(.escape)
        }
    }

    @Test func `an edit has the history, and Esc brings back what was being written`() {
        var desk = desk()
        desk.send("one")
        desk.send("two")
        desk.type("half")
        desk.press(.controlUp, .controlUp)
        #expect(desk.text == "one")
        desk.press(.control("r"), .text("e"))
        #expect(desk.text == "two")
        desk.press(.controlUp)
        #expect(desk.text == "one" && desk.interface.composer.purpose == .edit(2))
        desk.press(.escape)
        #expect(desk.text == "half" && desk.interface.composer.purpose == .new)
        desk.press(.controlDown)
        #expect(desk.text == "half")
    }

    @Test func `a text that the client does not take is offered once`() {
        var desk = desk()
        desk.send("first")
        desk.type("lost?")
        desk.refuse(desk.interface.handle(.enter, chat: desk.chat).last)
        #expect(desk.text == "lost?")
        desk.press(.controlUp)
        #expect(desk.text == "first")
    }

    @Test func `no password and no invite link is kept`() throws {
        let code = try #require(InviteCode(.newGroup(), .random()))
        let link = "https://chat.example/#join=\(code.text)"
        var desk = desk()
        for secret in [
            "/password correct-horse", "/login ann correct-horse", "/LOGIN ann correct-horse",
            "/register correct-horse",
            "/join \(code.text)", "/join \(link)", "/msg bob come: \(link)", "see <\(link)>, all", "(\(code.text))",
        ] {
            desk.press(.control("u"))
            desk.send(secret)
            desk.press(.escape, .control("u"), .controlUp)
            #expect(desk.text.isEmpty, "\(secret)")
        }
        desk.send("https://chat.example/#garden")
        desk.press(.controlUp)
        #expect(desk.text == "https://chat.example/#garden")
        // A password that is asked for reaches no history.
        desk.press(.control("u"))
        desk.type("/login ann")
        desk.press(.enter, .paste("correct-horse"), .controlUp, .enter, .escape, .controlUp)
        #expect(desk.text == "https://chat.example/#garden")
    }

    @Test(arguments: [Limits.inputHistory - 1, Limits.inputHistory, Limits.inputHistory + 1])
    func `the history is bounded`(count: Int) {
        var history = InputHistory()
        for number in 1...count { history.add("text \(number)", in: .lobby) }
        let kept = min(count, Limits.inputHistory)
        #expect(history.texts(in: .lobby) == (count - kept + 1...count).map { "text \($0)" })
        // The same text again, and those of other rooms.
        history.add("text \(count)", in: .lobby)
        #expect(history.texts(in: .lobby).count == kept)
        history.add("/who", in: .garden)
        #expect(history.texts(in: .garden) == ["/who"] && history.texts(in: .lobby).last == "/who")
        #expect(history.texts(in: nil) == ["/who"])
    }
}

extension Desk {
    /// The text in the composer.
    fileprivate var text: String { interface.composer.editor.text }

    fileprivate mutating func send(_ text: String) {
        type(text)
        press(.enter)
    }
}

extension Event {
    fileprivate var words: String? { if case .message(let message) = content { message.text } else { nil } }
}
