import ChatCore
import Foundation
import Testing

@testable import ChatTerminal

@Suite struct InterfaceTests {
    private func desk(_ rooms: [RoomName] = [.lobby], width: Int = 80, height: Int = 24) -> Desk {
        var desk = Desk(width: width, height: height)
        desk.connect(rooms)
        return desk
    }

    @Test func `Enter sends, and Alt-Enter begins a line`() {
        var desk = desk()
        desk.type("hello")
        desk.press(.altEnter)
        desk.type("world")
        desk.press(.enter)
        #expect(desk.logs[.lobby]?.map(\.text) == ["hello\nworld"])
        #expect(desk.interface.composer.editor.isEmpty)
    }

    @Test func `a paste of several lines is one message, and is not sent before Enter`() {
        var desk = desk()
        desk.press(.paste("one\r\ntwo\rthree\u{1B}[A"))
        #expect(desk.logs[.lobby] == nil)
        desk.press(.enter)
        #expect(desk.logs[.lobby]?.map(\.text) == ["one\ntwo\nthree[A"])
    }

    @Test func `what is sent offline waits, and is sent once`() {
        var desk = desk()
        desk.cut()
        desk.type("patience")
        desk.press(.enter)
        #expect(desk.screen.contains("patience … waiting"))
        #expect(desk.status.contains("Offline"))
        #expect(desk.status.contains("1 message waits"))
        desk.restore()
        #expect(desk.logs[.lobby]?.map(\.text) == ["patience"])
        #expect(!desk.screen.contains("waiting"))
    }

    @Test func `the arrow up edits the last own message, and Esc brings back what was written`() {
        var desk = desk()
        desk.type("teh")
        desk.press(.enter)
        desk.say("from bob")
        desk.press(.up)
        #expect(desk.screen.contains("edit> teh"))
        desk.press(.control("u"))
        desk.type("the")
        desk.press(.enter)
        #expect(desk.screen.contains("the (edited)"))
        desk.type("half")
        desk.press(.control("r"), .up, .text("e"), .escape)
        #expect(desk.interface.composer.editor.text == "half")
        #expect(desk.interface.composer.purpose == .new)
    }

    @Test func `a selected message is answered, and the answer quotes it`() {
        var desk = desk()
        desk.say("who is there?")
        desk.say("nobody", by: .cleo)
        desk.press(.control("r"), .up, .text("r"))
        #expect(desk.screen.contains("Reply to bob: “who is there?”"))
        desk.type("me")
        desk.press(.enter)
        guard case .message(let message) = desk.logs[.lobby]?.last?.content else {
            Issue.record("no message was sent")
            return
        }
        #expect(message.reply == 1)
        #expect(desk.screen.contains("┌ bob: who is there?"))
    }

    @Test func `a command does not end the reply that was begun, whatever it asks`() {
        var desk = Desk(width: 120)
        desk.connectAsModerator()
        desk.say("who is there?")
        desk.press(.control("r"), .text("r"))
        desk.type("/who")
        desk.press(.enter, .escape)
        #expect(desk.screen.contains("Reply to bob: “who is there?”"))
        for key in ["n", "y"] {
            desk.type("/ban bob")
            desk.press(.enter)
            #expect(desk.screen.contains("Ban bob for good?"))
            desk.press(.text(key))
            #expect(desk.interface.composer.editor.text == (key == "n" ? "/ban bob" : ""))
            #expect(desk.interface.composer.purpose == .reply(1))
            desk.press(.control("u"))
        }
    }

    @Test func `a changed edit is not lost to a reply or another edit, and the reply before it returns`() {
        var desk = desk()
        for text in ["one", "two"] {
            desk.type(text)
            desk.press(.enter)
        }
        desk.say("three")
        desk.press(.control("r"), .text("r"))
        desk.type("half")
        desk.press(.control("r"), .up, .text("e"))
        desk.type(", changed")
        for letter in ["r", "e"] {
            desk.press(.control("r"), .up, .up, .text(letter))
            #expect(desk.status.contains("Finish or cancel your edit first."))
            desk.press(.escape)
            #expect(desk.interface.composer.editor.text == "two, changed")
            #expect(desk.interface.composer.purpose == .edit(2))
        }
        desk.press(.enter)
        #expect(desk.logs[.lobby]?.last?.content == .edit(of: 2, text: "two, changed"))
        #expect(desk.interface.composer.editor.text == "half")
        #expect(desk.interface.composer.purpose == .reply(3))
        // Nothing is lost of an edit that has changed nothing.
        desk.press(.control("r"), .up, .text("e"), .control("r"), .up, .up, .text("r"))
        #expect(desk.interface.composer.editor.text == "half")
        #expect(desk.interface.composer.purpose == .reply(1))
    }

    @Test func `the list of open rooms joins a room, and opens one that the user is in`() throws {
        var desk = desk()
        desk.type("/join garden")
        desk.press(.enter)
        desk.type("/rooms")
        desk.press(.enter)
        guard case .ask(let question)? = desk.others.last else {
            Issue.record("nothing was asked")
            return
        }
        let tea = try #require(RoomName("tea"))
        let garden = try #require(desk.interface.room)
        desk.take(.directory([DirectoryEntry(room: garden, at: 1), DirectoryEntry(room: tea, at: 1)]), to: question)
        #expect(desk.screen.contains("garden, 0 here  Joined") && desk.screen.contains("o open"))
        desk.press(.down)
        #expect(desk.screen.contains("tea, 0 here") && desk.screen.contains("j join"))
    }

    @Test func `a deletion asks, a reaction is given and taken back`() {
        var desk = desk()
        desk.type("oops")
        desk.press(.enter, .control("r"), .text("d"))
        #expect(desk.screen.contains("Delete this message?"))
        desk.press(.text("n"), .control("r"), .text("+"), .text("1"))
        #expect(desk.screen.contains("👍 1"))
        desk.press(.control("r"), .text("+"), .text("👍"))
        #expect(!desk.screen.contains("👍 1"))
        desk.press(.control("r"), .text("d"), .text("y"))
        #expect(desk.screen.contains("This message was deleted."))
    }

    @Test func `an author removes a reaction of somebody else from their message, and nobody from others'`() {
        var desk = Desk()
        desk.people.append(.cleo)
        desk.connect()
        let seq = desk.say("mine", by: .ann)
        for (emoji, author) in [("👍", Author.bob), ("🎉", .cleo)] {
            desk.happen(.reaction(of: seq, emoji: emoji, on: true), by: author)
        }
        desk.press(.control("r"), .text("-"))
        #expect(desk.screen.contains("Remove: 1 👍 bob  2 🎉 cleo"))
        desk.press(.text("9"), .text("2"))
        #expect(desk.logs[.lobby]?.last?.content == .unreaction(of: seq, emoji: "🎉", user: Author.cleo.user))
        #expect(desk.screen.contains("👍 1") && !desk.screen.contains("🎉"))
        let other = desk.say("bob's")
        desk.happen(.reaction(of: other, emoji: "👍", on: true), by: .cleo)
        desk.press(.control("r"))
        #expect(!desk.screen.contains("remove a reaction"))
        desk.press(.text("-"))
        #expect(desk.status.contains("There is no reaction here that you may remove."))
    }

    @Test func `older messages are loaded, and the screen does not jump`() {
        var desk = Desk(width: 80, height: 20)
        for number in 1...450 { desk.say("text \(number)") }
        desk.connect()
        #expect(desk.screen.contains("text 450"))
        var seen: [Int] = []
        for _ in 0..<400 {
            let before = desk.numbers
            desk.press(.pageUp)
            let after = desk.numbers
            guard let first = before.first, let last = after.last, after != before else { break }
            // At the beginning of the log there is less to move over.
            #expect(last == first || last == first - 1 || after.first == 1, "\(before) then \(after)")
            seen += after
        }
        #expect(seen.contains(1))
        // The screen is full at the beginning, too.
        #expect(desk.numbers.count > 10)
        desk.press(.end)
        #expect(desk.screen.contains("text 450"))
    }

    @Test(arguments: [20, 60, 130]) func `Home goes to the first message, and from there nothing is skipped`(
        height: Int
    ) {
        var desk = Desk(width: 80, height: height)
        for number in 1...1_500 { desk.say("text \(number)") }
        desk.connect()
        #expect(desk.numbers.last == 1_500)
        desk.press(.home)
        #expect(desk.numbers.first == 1 && desk.screen.contains("The beginning of lobby"))
        // The screen is full, and says how to come back.
        #expect(desk.numbers.count >= height - 7 && desk.screen.contains("End shows the newest"), "\(desk.screen)")
        var former = desk.numbers
        for _ in 0..<200 where former.last != 1_500 {
            desk.press(.pageDown)
            #expect((desk.numbers.first ?? .max) <= (former.last ?? 0) + 1, "\(former) then \(desk.numbers)")
            former = desk.numbers
        }
        #expect(former.last == 1_500)
        // While a text is written it is with Ctrl.
        desk.type("half")
        desk.press(.controlHome)
        #expect(desk.numbers.first == 1)
        desk.press(.controlEnd)
        #expect(desk.numbers.last == 1_500 && desk.interface.composer.editor.text == "half")
        desk.press(.home)
        desk.type("a ")
        #expect(desk.numbers.last == 1_500 && desk.interface.composer.editor.text == "a half")
    }

    @Test func `Home selects the first message while one is selected, and a short log stays as it is`() {
        var desk = Desk(width: 80, height: 20)
        for number in 1...900 { desk.say("text \(number)") }
        desk.connect()
        desk.press(.control("r"), .home)
        #expect(desk.interface.mode == .selecting(.event(1)) && desk.lines.contains { $0.contains("▶") })
        #expect(desk.numbers.first == 1)
        desk.press(.end)
        #expect(desk.interface.mode == .writing && desk.numbers.last == 900)
        var other = Desk(width: 80, height: 20)
        other.connect([.garden])
        for number in 1...5 { other.say("text \(number)", in: .garden) }
        other.tell(.join(.garden))
        other.press(.alt("1"), .home)
        #expect(other.numbers == [1, 2, 3, 4, 5] && other.interface.scroll == .bottom)
    }

    @Test func `a message that is sent on the way to the first one is shown`() {
        var desk = Desk(width: 80, height: 20)
        for number in 1...900 { desk.say("text \(number)") }
        desk.connect()
        desk.type("hello")
        // The page is not there yet.
        _ = desk.interface.handle(.controlHome, chat: desk.chat)
        desk.press(.enter)
        #expect(desk.screen.contains("hello") && desk.interface.target == nil)
    }

    @Test func `without a connection Home goes to the first message that is loaded, and says so`() {
        var desk = Desk(width: 80, height: 20)
        for number in 1...900 { desk.say("text \(number)") }
        desk.connect()
        let first = desk.chat.conversations[.lobby]?.timeline.first
        desk.cut()
        desk.press(.home)
        #expect(desk.numbers.first.map { Seq(count: $0) } == first)
        #expect(desk.status.contains("Without a connection, this is the first message on this device."))
        desk.press(.end)
        #expect(desk.numbers.last == 900)
    }

    @Test func `from a message far back the user pages on without a gap, and a sent text is shown`() {
        var desk = Desk(width: 80, height: 20)
        for number in 1...2_000 { desk.say("text \(number)", reply: number == 2_000 ? 123 : nil) }
        desk.connect()
        desk.press(.control("r"), .text("g"))
        #expect(desk.numbers.contains(123))
        desk.press(.escape)
        var former = desk.numbers
        for _ in 0..<40 {
            desk.press(.pageDown)
            #expect((desk.numbers.first ?? .max) <= (former.last ?? 0) + 1, "\(former) then \(desk.numbers)")
            #expect(desk.screen.contains("End shows the newest"))
            former = desk.numbers
        }
        #expect((former.last ?? 0) > 500)
        desk.type("hello")
        desk.press(.enter)
        #expect(desk.screen.contains("text 2000") && desk.screen.contains("hello"))
    }

    @Test func `while a message is selected a page moves the selection, which stays on the screen`() {
        var desk = Desk(width: 80, height: 20)
        for number in 1...100 { desk.say("text \(number)") }
        desk.connect()
        desk.press(.control("r"))
        for key in [Key.pageUp, .pageUp, .pageDown, .wheelUp] {
            desk.press(key)
            #expect(desk.lines.contains { $0.contains("▶") }, "\(key)")
        }
    }

    @Test func `an open list does not swallow a command or a paste`() {
        var desk = desk()
        desk.type("/help")
        desk.press(.enter, .text("x"))
        #expect(desk.status.contains("Esc closes the list.") && desk.interface.panel != nil)
        desk.type("/who")
        #expect(desk.interface.panel == nil && desk.interface.composer.editor.text == "/who")
        desk.press(.control("u"))
        desk.type("/help")
        desk.press(.enter, .paste("pasted"))
        #expect(desk.interface.panel == nil && desk.interface.composer.editor.text == "pasted")
    }

    @Test func `a file is saved if the server has it`() throws {
        var desk = Desk(width: 160)
        desk.connect()
        let file = ChatWire.Attachment(id: FileID(high: 1, low: 1), name: "plan.pdf", type: "application/pdf", size: 5)
        desk.happen(.message(Message(text: "plan.pdf", attachment: file)))
        desk.press(.control("r"))
        #expect(desk.screen.contains("s save the file"))
        desk.press(.text("s"))
        guard case .save(let saved)? = desk.others.last else {
            Issue.record("nothing is saved")
            return
        }
        #expect(saved.id == file.id && desk.status.contains("Loading plan.pdf"))
    }

    @Test func `a new message does not move the older ones that the user reads`() {
        var desk = Desk(width: 80, height: 20)
        for number in 1...60 { desk.say("text \(number)") }
        desk.connect()
        desk.press(.pageUp)
        let before = desk.numbers
        for number in 61...65 { desk.say("text \(number)") }
        #expect(desk.numbers == before)
        #expect(desk.screen.contains("End shows the newest"))
        desk.press(.pageDown, .pageDown)
        #expect(desk.numbers.last == 65)
    }

    @Test func `unread messages are counted, and the divider stays until the user writes`() {
        var desk = desk([.lobby, .garden])
        desk.say("psst @ann", in: .garden)
        desk.say("more", in: .garden)
        #expect(desk.lines[0].contains("garden") && desk.lines[0].contains("@2"))
        desk.press(.alt("a"))
        #expect(desk.interface.room == .garden)
        #expect(desk.screen.contains("── New messages ──"))
        #expect(!desk.lines[0].contains("@2"))
        desk.type("here")
        desk.press(.enter)
        #expect(!desk.screen.contains("New messages"))
        desk.say("while one looks", in: .garden)
        #expect(!desk.screen.contains("New messages"))
        desk.press(.focus(false))
        desk.say("while one is away", in: .garden)
        #expect(desk.chat.conversations[.garden]?.unread.count == 1)
        desk.press(.focus(true))
        #expect(desk.screen.contains("New messages"))
        #expect(desk.chat.conversations[.garden]?.unread.count == 0)
    }

    @Test func `Alt-U shows the divider, also where it is not loaded`() {
        var desk = desk([.lobby, .garden])
        for number in 1...300 { desk.say("text \(number)", in: .garden) }
        desk.press(.alt("a"))
        #expect(desk.screen.contains("text 300") && !desk.screen.contains("New messages"))
        desk.press(.alt("u"))
        #expect(desk.screen.contains("New messages") && desk.numbers.first == 1)
        #expect(!desk.screen.contains("text 300") && desk.interface.mode == .writing)
        #expect(desk.interface.target == nil && desk.interface.marked == .event(1))
        // Also from below.
        desk.press(.pageDown, .pageDown, .pageDown, .alt("u"))
        #expect(desk.screen.contains("New messages") && desk.numbers.first == 1)
        desk.press(.end)
        desk.type("here")
        desk.press(.enter, .alt("u"))
        #expect(desk.interface.notice?.text == "There are no new messages in this room.")
    }

    @Test func `a user without a room can enter one`() {
        var desk = Desk(room: nil)
        desk.connect([])
        #expect(desk.screen.contains("Type /join ROOM"))
        desk.type("hello")
        desk.press(.enter)
        #expect(desk.status.contains("You are in no room yet"))
        desk.press(.control("u"))
        desk.type("/join garden")
        desk.press(.enter)
        #expect(desk.interface.room == .garden)
        desk.type("/leave")
        desk.press(.enter, .click(Place(x: 2, y: 0)), .click(Place(x: -1, y: -1)))
        desk.type("/join lobby")
        desk.press(.enter)
        #expect(desk.interface.room == .lobby)
    }

    @Test func `an invitation says how to answer it`() {
        var desk = desk()
        let group = RoomName.newGroup()
        var info = RoomInfo()
        info.settings.title = "Tea"
        info.standing.membership = .invited
        desk.tell(.received(.standing(room: group, seq: 3, by: .bob, info)))
        #expect(desk.lines[0].contains("✉ Tea"))
        var other = Desk(room: nil)
        other.connect([])
        other.tell(.received(.standing(room: group, seq: 3, by: .bob, info)))
        #expect(other.chat.knownRooms.map(\.room) == [group] && other.interface.room == nil)
        desk.press(.control("p"))
        #expect(desk.screen.contains("bob invites you to Tea. Type /join to accept"))
        desk.type("/join")
        desk.press(.enter)
        #expect(desk.chat.conversations[group] != nil)
    }

    @Test(arguments: [60, 79, 120]) func `the status line counts invitations, and Alt-A shows the next one`(width: Int)
    {
        var desk = desk([.lobby, .garden], width: width)
        let groups = [RoomName.newGroup(), .newGroup()]
        var info = RoomInfo()
        info.settings.title = "Tea"
        info.standing.membership = .invited
        for group in groups { desk.tell(.received(.standing(room: group, seq: 3, by: .bob, info))) }
        #expect(desk.status.hasSuffix("2 invitations: Alt-A   F1 help"), "\(desk.status)")
        // Unread messages come first.
        desk.say("psst", in: .garden)
        #expect(desk.status.contains("2 invitations: Alt-A") && (width < 100 || desk.status.contains("1 room unread")))
        desk.press(.alt("a"))
        #expect(desk.interface.room == .garden)
        desk.press(.alt("a"))
        #expect(desk.interface.room.map(groups.contains) == true && desk.screen.contains("bob invites you to Tea"))
        #expect(desk.status.contains("1 invitation: Alt-A"))
    }

    /// A desk in a group with bob.
    private func deskInGroup(_ role: RoomRole) -> (Desk, RoomName) {
        var desk = Desk()
        let group = RoomName.newGroup()
        var info = RoomInfo()
        info.settings.title = "Tea"
        info.standing = Standing(membership: .member, role: role)
        (info.people, info.owners) = (2, 1)
        desk.infos[group] = info
        desk.connect([.lobby, group])
        desk.press(.control("n"))
        if desk.interface.room != group { desk.press(.control("n")) }
        #expect(desk.interface.room == group)
        return (desk, group)
    }

    @Test func `a group is left after a question, when the server has ended the membership`() {
        var (desk, group) = deskInGroup(.member)
        desk.type("/leave")
        desk.press(.enter)
        #expect(desk.screen.contains("Leave Tea? y yes   n no") && desk.interface.room == group)
        desk.press(.text("n"))
        #expect(desk.interface.room == group && desk.logs[group] == nil)
        desk.press(.enter)
        desk.mutationRefusal = WireError(.membership, "You are the only owner.")
        desk.press(.text("y"))
        #expect(desk.interface.room == group && desk.status.contains("You are the only owner."))
        #expect(desk.chat.conversations[group]?.membership == .joined)
        desk.mutationRefusal = nil
        desk.type("/leave")
        desk.press(.enter, .text("y"))
        #expect(desk.logs[group]?.last?.content == .membership(MembershipChange(Author.ann.user, .leave)))
        #expect(desk.interface.room == .lobby && desk.chat.conversations[group] == nil)
    }

    @Test func `a user who may not leave a room is told so, and stays in it`() {
        var (desk, group) = deskInGroup(.owner)
        desk.type("/leave")
        desk.press(.enter)
        #expect(desk.status.contains("You are the only owner") && desk.interface.composer.editor.text == "/leave")
        #expect(desk.interface.room == group && desk.interface.mode == .writing)
        guard let direct = RoomName.direct(Author.ann.user, Author.bob.user) else {
            Issue.record("no direct room")
            return
        }
        desk = self.desk([direct])
        desk.press(.control("n"))
        #expect(desk.interface.room == direct)
        desk.type("/leave")
        desk.press(.enter)
        #expect(desk.status.contains("A direct room always has the same two people."))
        #expect(desk.interface.room == direct && desk.chat.conversations[direct]?.membership == .joined)
    }

    @Test func `another room is left by its name or title, and a command takes nothing that it does not know`() {
        var (desk, group) = deskInGroup(.member)
        desk.type("/leave lobby")
        desk.press(.enter)
        #expect(desk.interface.room == group && desk.chat.conversations[.lobby]?.membership != .joined)
        desk.type("/leave nowhere")
        desk.press(.enter)
        #expect(desk.status.contains("You are in no room that is called nowhere."))
        desk.press(.control("u"))
        desk.type("/join Tea")
        desk.press(.enter)
        #expect(desk.interface.room == group && desk.interface.composer.editor.isEmpty)
        for command in ["/who is there", "/delete it", "/quit now"] {
            desk.type(command)
            desk.press(.enter)
            #expect(desk.status.contains("and nothing behind it") && desk.interface.mode == .writing)
            desk.press(.control("u"))
        }
        desk.type("/leave Tea")
        desk.press(.enter)
        #expect(desk.screen.contains("Leave Tea? y yes   n no"))
    }

    @Test func `a group of which the user is no longer a member is left at once`() {
        var (desk, group) = deskInGroup(.member)
        desk.happen(.membership(MembershipChange(Author.ann.user, .remove)), in: group)
        // It is said without a key.
        if case .refused(let error)? = desk.chat.conversations[group]?.membership {
            #expect(desk.status.contains(error.text.prefix(30)))
        } else {
            Issue.record("still in the group")
        }
        desk.type("/leave")
        desk.press(.enter)
        #expect(desk.interface.room == .lobby && desk.chat.conversations[group] == nil)
    }

    @Test func `a name that is taken is refused, and the former one stays`() {
        var desk = desk()
        desk.takenNames = ["bob"]
        for _ in 0..<2 {
            desk.type("/name bob")
            desk.press(.enter)
            #expect(desk.status.contains("This name is taken. You keep your former name."))
            #expect(desk.chat.connection.phase == .connected && desk.chat.name == "ann")
            desk.press(.left)
            #expect(desk.status.hasPrefix("ann on chat.example:443"))
        }
        desk.say("I see you")
        #expect(desk.screen.contains("I see you"))
    }

    @Test func `an account keeps its name`() {
        var desk = Desk()
        desk.role = .user
        desk.connect()
        desk.type("/name anna")
        desk.press(.enter)
        #expect(desk.status.contains("You are signed in as ann. An account keeps its name."))
        #expect(desk.chat.name == "ann" && desk.interface.composer.editor.text == "/name anna")
    }

    @Test func `a message that the server can't take says why it waits`() {
        var desk = desk()
        desk.mutationRefusal = WireError(.storageFailed, "The disk is full.", retry: 5_000)
        desk.type("hello")
        desk.press(.enter)
        #expect(desk.screen.contains("hello … waiting: The disk is full."))
        #expect(desk.status.contains("The disk is full. 1 message waits."))
        desk.mutationRefusal = nil
        desk.tell(.timer(.sending))
        #expect(desk.status.hasPrefix("ann on") && !desk.screen.contains("waiting"))
    }

    @Test func `a command about a file that is not there is written again`() {
        var desk = desk()
        desk.type("/file nope.png")
        desk.press(.enter)
        #expect(desk.interface.composer.editor.isEmpty)
        desk.refuse(desk.others.last, because: "There is no file nope.png.")
        #expect(desk.interface.composer.editor.text == "/file nope.png")
        #expect(desk.status.contains("There is no file nope.png."))
    }

    @Test func `a letter pins a message only after a question`() {
        var desk = Desk(width: 100)
        desk.connectAsModerator()
        desk.say("hello")
        desk.press(.control("r"), .text("p"))
        #expect(desk.screen.contains("Pin this message for everyone? y yes   n no"))
        #expect(desk.lines.contains { $0.contains("▶") && $0.contains("hello") })
        desk.press(.text("n"))
        #expect(desk.logs[.lobby]?.count == 1)
        desk.press(.control("r"), .text("p"), .text("y"))
        #expect(desk.logs[.lobby]?.last?.content == .pin(of: 1, on: true))
    }

    @Test func `a search leads to a message that is marked, and what is typed then is a text`() throws {
        var desk = Desk(width: 100)
        desk.connectAsModerator()
        desk.say("Before the kettle whistles, everyone who wants some Earl Grey puts a cup on the table")
        desk.now += 300 * 86_400_000
        desk.say("more earl grey")
        let events = try #require(desk.logs[.lobby])
        desk.interface.now = desk.now
        desk.type("/search earl")
        desk.press(.enter)
        desk.take(.hits(events.reversed(), areLocal: false), to: .search(.lobby, "earl"))
        #expect(desk.lines.contains { $0.contains("14:02  bob: more earl grey") })
        #expect(desk.lines.contains { $0.contains("3 Feb 14:01  bob: …wants some Earl Grey") })
        desk.press(.down, .enter)
        #expect(desk.interface.mode == .writing && desk.interface.marked == .event(1))
        #expect(desk.lines.contains { $0.contains("▶") && $0.contains("Before the kettle") })
        for key in "pick" { desk.press(.text(String(key))) }
        #expect(desk.interface.composer.editor.text == "pick" && desk.logs[.lobby]?.count == 2)
        desk.press(.control("u"), .control("r"))
        #expect(desk.interface.mode == .selecting(.event(1)))
        desk.press(.escape, .escape)
        #expect(!desk.screen.contains("▶"))
    }

    @Test func `each room keeps what is written`() {
        var desk = desk([.lobby, .garden])
        desk.type("for the lobby")
        desk.press(.control("n"))
        #expect(desk.interface.composer.editor.isEmpty)
        desk.type("for the garden")
        desk.press(.control("p"))
        #expect(desk.interface.composer.editor.text == "for the lobby")
        #expect(desk.chat.drafts[.garden]?.text == "for the garden")
    }

    @Test func `Alt and a digit open the room that has it in the list`() {
        let rooms = (10..<22).compactMap { RoomName("room-\($0)") }
        var desk = desk(rooms)
        let listed = desk.chat.knownRooms.map(\.room)
        #expect(listed.count == 12)
        for (key, room) in zip("1234567890", listed) {
            desk.press(.alt(key))
            #expect(desk.interface.room == room)
        }
        desk.type("x")
        desk.press(.alt("3"))
        #expect(desk.interface.room == listed[2] && desk.interface.composer.editor.isEmpty)
        // Also while a list or a message has the keys.
        desk.press(.function(1), .alt("4"))
        #expect(desk.interface.room == listed[3] && desk.interface.panel == nil)
        desk.say("hello", in: listed[3])
        desk.press(.control("r"), .alt("5"))
        #expect(desk.interface.mode == .writing && desk.interface.room != listed[3])
    }

    @Test(arguments: [60, 79, 120]) func `F2 lists the user's rooms, also in a narrow window, and Enter opens one`(
        width: Int
    ) {
        var desk = desk([.lobby, .garden], width: width)
        desk.say("psst @ann", in: .garden)
        desk.press(.function(2))
        let listed = desk.chat.knownRooms.map(\.room)
        #expect(desk.interface.panel?.lines.map(\.id) == listed.map(\.text))
        // The cursor is at the room on the screen.
        #expect(desk.interface.panel?.current?.id == RoomName.lobby.text)
        #expect(desk.screen.contains("Your rooms") && desk.screen.contains("# garden  @1"), "\(desk.screen)")
        #expect(desk.lines.allSatisfy { CellWidth.of($0) <= width })
        // The list follows what happens, and the cursor stays at its room.
        desk.say("psst again", in: .garden)
        #expect(desk.screen.contains("# garden  @2"), "\(desk.screen)")
        #expect(desk.interface.panel?.current?.id == RoomName.lobby.text)
        desk.press(listed.first == .lobby ? .down : .up, .enter)
        #expect(desk.interface.room == .garden && desk.interface.panel == nil)
        // A key closes it, and Enter at the room on the screen, too.
        desk.press(.alt("r"), .function(2))
        #expect(desk.interface.panel == nil)
        desk.press(.function(2), .enter)
        #expect(desk.interface.room == .garden && desk.interface.panel == nil)
    }

    @Test func `in a narrow window the last line says how to see the rooms`() {
        #expect(desk(width: 79).status.hasSuffix("F2 rooms   F1 help"))
        #expect(!desk(width: 80).status.contains("F2"))
    }

    @Test func `a room that ends while the rooms are listed is not opened by the key for it`() {
        var desk = desk([.lobby, .garden], width: 60)
        desk.press(.function(2))
        if desk.interface.panel?.current?.id != RoomName.garden.text {
            desk.press(desk.chat.knownRooms.first?.room == .garden ? .up : .down)
        }
        #expect(desk.interface.panel?.current?.id == RoomName.garden.text)
        desk.tell(.leave(.garden))
        desk.press(.enter)
        #expect(desk.interface.room == .lobby, "\(desk.screen)")
    }

    @Test func `a digit without a room says so, and never reaches a password`() {
        var desk = desk([.lobby, .garden])
        desk.press(.alt("3"))
        #expect(desk.status.contains("There are only 2 rooms in your list.") && desk.interface.room == .lobby)
        desk.press(.alt("0"))
        #expect(desk.interface.room == .lobby && desk.interface.notice != nil)
        desk.type("/login ann")
        desk.press(.enter, .alt("1"), .alt("2"))
        #expect(desk.interface.room == .lobby && desk.interface.prompt != nil)
    }

    @Test func `a wrong command says why, and stays`() {
        var desk = desk()
        desk.say("hello")
        for (typed, reason) in [
            ("/jion garden", "There is no command /jion"), ("/msg", "/msg NAME TEXT"),
            ("/join No Room!", "A room's name has"),
            ("/msg zoe hi", "Nobody called zoe"), ("/name a:b", "colon"),
            ("/invite bob", "Everyone may enter an open room."),
            ("/react x", "one emoji"), ("/links/join lobby", "There is no command /links/join"),
            ("/Topic/topic x", "There is no command /topic/topic"),
        ] {
            desk.press(.control("u"))
            desk.type(typed)
            desk.press(.enter)
            #expect(desk.interface.notice?.isError == true, "\(typed)")
            #expect(desk.status.contains(reason), "\(typed): \(desk.status)")
            #expect(desk.interface.composer.editor.text == typed)
        }
        desk.press(.control("u"))
        desk.type("//join is a command")
        desk.press(.enter)
        #expect(desk.logs[.lobby]?.last?.text == "/join is a command")
        desk.type("/etc/hosts is a file")
        desk.press(.enter)
        #expect(desk.logs[.lobby]?.last?.text == "/etc/hosts is a file")
    }

    @Test func `a hyphen removes the topic`() {
        var desk = Desk()
        desk.connectAsModerator()
        for (typed, topic) in [("Tea at five", "Tea at five"), ("-", "")] {
            desk.type("/topic \(typed)")
            desk.press(.enter)
            #expect(desk.logs[.lobby]?.last?.content == .settings(SettingsChange(topic: topic)))
        }
    }

    @Test func `what is written before there is a room goes on in the first one`() {
        var desk = Desk(room: nil)
        desk.connect([])
        #expect(desk.interface.room == nil)
        desk.type("/join gar")
        desk.tell(.join(.lobby))
        #expect(desk.interface.room == .lobby && desk.interface.composer.editor.text == "/join gar")
        desk.press(.control("u"))
        desk.tell(.join(.garden))
        desk.press(.altDown)
        #expect(desk.interface.room == .garden && desk.interface.composer.editor.isEmpty)
    }

    @Test func `commands do what they say`() {
        var desk = desk()
        desk.say("hello")
        desk.type("/react 🙏")
        desk.press(.enter)
        #expect(desk.screen.contains("🙏 1"))
        desk.type("/who")
        desk.press(.enter)
        #expect(desk.screen.contains("2 people are in lobby now") && desk.screen.contains("bob"))
        desk.press(.escape)
        desk.type("/join garden")
        desk.press(.enter)
        #expect(desk.interface.room == .garden)
        desk.type("/msg BOB hi there")
        desk.press(.enter)
        let written = Intent.Written(room: .garden, text: "/msg BOB hi there")
        #expect(desk.others.last == .message(.bob, text: "hi there", written: written))
        desk.type("/leave")
        desk.press(.enter)
        #expect(desk.interface.room == .lobby)
        desk.type("/quit")
        desk.press(.enter)
        #expect(desk.others.last == .quit)
    }

    @Test func `Tab completes commands and names`() {
        var desk = desk()
        desk.say("hello", by: .cleo)
        desk.type("/j")
        desk.press(.tab)
        #expect(desk.interface.composer.editor.text == "/join ")
        desk.press(.control("u"))
        desk.type("hi @B")
        desk.press(.tab)
        #expect(desk.interface.composer.editor.text == "hi @bob ")
        desk.press(.control("u"))
        desk.type("/e")
        desk.press(.tab)
        #expect(desk.interface.composer.editor.text == "/edit ")
        desk.press(.control("u"))
        desk.type("@")
        desk.press(.tab, .tab)
        #expect(desk.interface.composer.editor.text == "@cleo ")
        desk.press(.backTab)
        #expect(desk.interface.composer.editor.text == "@bob ")
    }

    @Test func `Tab goes on in a folder, and a path may have spaces`() {
        var desk = desk()
        desk.interface.filesInFolder = { folder in
            ["": ["Documents/", "notes.txt", ".hidden"], "Documents/": ["a plan.pdf", "a photo.jpg"]][folder] ?? []
        }
        var text: String { desk.interface.composer.editor.text }
        desk.type("/file ")
        #expect(desk.screen.contains("Tab: Documents/  notes.txt ─"))
        desk.type("d")
        desk.press(.tab)
        #expect(text == "/file Documents/")
        #expect(desk.interface.offered == nil)
        desk.press(.tab)
        #expect(text == "/file Documents/a plan.pdf" && desk.screen.contains("[a plan.pdf]  a photo.jpg"))
        desk.press(.tab)
        #expect(text == "/file Documents/a photo.jpg")
        desk.press(.control("u"))
        desk.type("/file Documents/a pl")
        desk.press(.tab, .enter)
        #expect(desk.others.last == .file(path: "Documents/a plan.pdf", text: nil, .lobby, reply: nil))
        desk.type("/file .")
        desk.press(.tab)
        #expect(text == "/file .hidden")
    }

    @Test func `a folder is listed again when the user comes back from another window`() {
        var desk = desk()
        desk.interface.filesInFolder = { _ in ["notes.txt"] }
        desk.type("/file p")
        desk.interface.filesInFolder = { _ in ["notes.txt", "plan.pdf"] }
        desk.press(.focus(false), .focus(true))
        #expect(desk.interface.offered?.words == ["plan.pdf"])
    }

    @Test func `a short code becomes its emoji with the colon at its end, as on the page`() {
        var desk = desk()
        var text: String { desk.interface.composer.editor.text }
        desk.type("well :smile: and:TADA: at 10:30: no :qqq: x")
        #expect(text == "well 😄 and🎉 at 10:30: no :qqq: x")
        desk.press(.control("u"), .paste("a :smile:"))
        #expect(text == "a :smile:")
        desk.press(.control("u"))
        desk.type("/file :100:")
        #expect(text == "/file :100:")
        desk.press(.control("u"))
        desk.type("/topic :tea")
        #expect(desk.screen.contains("Tab: :teapot: 🫖"))
        desk.press(.tab)
        #expect(text == "/topic 🫖 ")
    }

    @Test func `Tab completes a short code to its emoji`() {
        var desk = desk()
        var text: String { desk.interface.composer.editor.text }
        desk.type("(:smi")
        #expect(desk.screen.contains("Tab: :smile: 😄  :smiley: 😃"))
        desk.press(.tab)
        #expect(text == "(😄 " && desk.screen.contains("[:smile: 😄]  :smiley: 😃"))
        desk.press(.tab)
        #expect(text == "(😃 ")
        desk.press(.control("u"))
        for none in ["at 10:30", "a:smi", ":s", ":smi/", ":__", "/qqq :smi", "/join :smi"] {
            desk.type(none)
            #expect(desk.interface.offered == nil, "\(none)")
            desk.press(.control("u"))
        }
        desk.type("/msg bob :flag_d")
        #expect(desk.interface.offered?.words.contains("🇩🇪") == true)
    }

    @Test func `an emoji has every name that the page knows`() {
        #expect(EmojiNames.all.count > 1_500)
        #expect(Set(EmojiNames.all.map(\.emoji)).count == EmojiNames.all.count)
        for (code, emoji) in [
            ("smile", "😄"), ("+1", "👍"), ("grinning_face", "😀"), ("star-struck", "🤩"), ("Flag_De", "🇩🇪"),
            ("keycap_1", "1️⃣"), ("joy", "😂"),
        ] { #expect(EmojiNames.emoji(named: code) == emoji, "\(code)") }
        #expect(EmojiNames.emoji(named: "qqq") == nil)
        #expect(EmojiNames.beginning(with: "heart").first?.emoji == "❤️")
        #expect(EmojiNames.beginning(with: "cat_grin").first?.emoji == "😺")
        let offered = OfferedReactions.all
        #expect(offered.count == 6 && offered.allSatisfy { EmojiRule.check($0) == nil })
        #expect(Interface.reactions == offered)
    }

    @Test func `a reaction may be named by its short code`() {
        var desk = desk()
        let seq = desk.say("cake?")
        desk.press(.paste("/react :tada:"), .enter)
        #expect(desk.logs[.lobby]?.last?.content == .reaction(of: seq, emoji: "🎉", on: true))
        desk.press(.control("r"), .text("+"), .paste(":cake:"))
        #expect(desk.logs[.lobby]?.last?.content == .reaction(of: seq, emoji: "🎂", on: true))
    }

    @Test func `without a connection the screen does not say who is here`() {
        var desk = desk()
        #expect(desk.lines[0].hasSuffix("2 here"))
        desk.cut()
        #expect(!desk.lines[0].contains("here"))
        desk.type("/who")
        desk.press(.enter)
        #expect(desk.screen.contains("People who were in lobby before the connection was lost"))
        #expect(desk.lines.contains { $0.hasSuffix(" bob") })
        desk.press(.escape)
        desk.restore()
        #expect(desk.lines[0].hasSuffix("2 here"))
    }

    @Test func `before the first connection nobody is said to have been here`() {
        var desk = Desk()
        desk.isOnline = false
        desk.connect()
        desk.type("/who")
        desk.press(.enter)
        #expect(desk.screen.contains("It is not known yet who is in lobby"))
        #expect(!desk.screen.contains("before the connection was lost"))
    }

    @Test func `what Tab would complete is shown while it is typed`() {
        var desk = desk()
        #expect(!desk.screen.contains("Tab: "))
        desk.type("/")
        #expect(desk.screen.contains("Tab: /join  /leave  /msg"))
        desk.type("mu")
        #expect(desk.screen.contains("Tab: /mute ─"))
        desk.type("te")
        #expect(desk.interface.offered == nil, "It is written.")
        desk.type(" ")
        #expect(desk.screen.contains("Tab: bob"))
        desk.press(.control("u"))
        desk.type("hi @")
        #expect(desk.screen.contains("Tab: @bob"))
        desk.press(.tab)
        #expect(!desk.screen.contains("Tab: "))
        desk.type("/etc/hosts is a text")
        #expect(desk.interface.offered == nil)
        for line in desk.lines { #expect(CellWidth.of(line) <= 80) }
    }

    @Test func `a text that the client does not take is in the composer again`() {
        var desk = desk()
        desk.type("lost?")
        let intents = desk.interface.handle(.enter, chat: desk.chat)
        desk.type("next")
        desk.refuse(intents.last)
        #expect(desk.interface.composer.editor.text == "lost?\nnext")
        #expect(desk.status.contains("The disk is full."))
    }

    @Test func `a text that the client does not take is the draft again`() {
        var desk = desk()
        desk.type("lost?")
        desk.press(.up)
        for intent in desk.interface.handle(.enter, chat: desk.chat) {
            switch intent {
            case .input(let input): desk.tell(input)
            default: desk.refuse(intent)
            }
        }
        #expect(desk.chat.drafts[.lobby]?.text == "lost?")
        #expect(desk.interface.composer.editor.text == "lost?")
    }

    @Test func `an edit and a reply that the client does not take are still an edit and a reply`() {
        var desk = desk()
        desk.type("teh")
        desk.press(.enter)
        desk.type("half")
        desk.press(.control("r"), .text("e"), .control("u"))
        desk.type("the")
        desk.refuse(desk.interface.handle(.enter, chat: desk.chat).first)
        #expect(desk.screen.contains("edit> the"))
        #expect(desk.chat.drafts[.lobby]?.text == "half")
        desk.press(.escape)
        #expect(desk.screen.contains("> half"))
        desk.press(.control("u"), .control("r"), .text("r"))
        desk.type("so")
        desk.refuse(desk.interface.handle(.enter, chat: desk.chat).last)
        #expect(desk.screen.contains("reply> so"))
        #expect(desk.interface.composer.purpose == .reply(1))
    }

    @Test func `a room that the client does not join is not opened later, and the command is written again`() {
        var desk = desk()
        desk.type("/join garden")
        desk.refuse(desk.interface.handle(.enter, chat: desk.chat).first)
        #expect(desk.screen.contains("> /join garden"))
        #expect(desk.chat.drafts[.lobby]?.text ?? "" == "")
        desk.tell(.join(.garden))
        #expect(desk.interface.room == .lobby)
    }

    @Test func `another refusal does not end the wait for a room`() {
        var desk = desk()
        desk.type("hello")
        let sending = desk.interface.handle(.enter, chat: desk.chat).last
        desk.type("/join garden")
        _ = desk.interface.handle(.enter, chat: desk.chat)
        desk.refuse(sending)
        desk.tell(.join(.garden))
        #expect(desk.interface.room == .garden)
    }

    @Test func `the room on the screen can be joined again`() {
        var desk = desk()
        desk.type("/join lobby")
        desk.press(.enter)
        desk.say("and on it goes")
        #expect(desk.chat.conversations[.lobby]?.unread.count == 0)
        #expect(desk.screen.contains("and on it goes"))
        desk.tell(.join(.garden))
        #expect(desk.interface.room == .lobby)
    }

    @Test func `a text for one person that could not be sent is written again, and no room opens`() {
        var desk = desk()
        desk.say("hello")
        desk.type("/msg bob hi there")
        desk.press(.enter)
        desk.refuse(desk.others.first)
        #expect(desk.screen.contains("> /msg bob hi there"))
        guard let direct = RoomName.direct(Author.ann.user, Author.bob.user) else {
            Issue.record("no direct room")
            return
        }
        desk.tell(.join(direct))
        #expect(desk.interface.room == .lobby)
    }

    @Test func `a command that the client can't keep is written again`() {
        var desk = desk()
        desk.type("first")
        desk.press(.enter)
        desk.type("/edit second")
        desk.refuse(desk.interface.handle(.enter, chat: desk.chat).first)
        #expect(desk.screen.contains("> /edit second"))
    }

    @Test func `a question does not outlive its room`() {
        var desk = desk([.lobby, .garden])
        for room in [RoomName.lobby, .garden] {
            desk.press(.control("n"))
            #expect(desk.interface.room != nil)
            desk.say("of ann", by: .ann, in: room)
        }
        if desk.interface.room != .garden { desk.press(.control("n")) }
        #expect(desk.interface.room == .garden)
        desk.press(.control("r"), .text("d"))
        #expect(desk.screen.contains("Delete this message?"))
        desk.tell(.leave(.garden))
        #expect(desk.interface.room == .lobby)
        #expect(!desk.screen.contains("Delete this message?"))
        desk.press(.text("y"))
        #expect(desk.logs[.lobby]?.count == 1)
        #expect(desk.interface.composer.editor.text == "y")
    }

    @Test func `a question marks its message, which is on the screen`() {
        var desk = Desk(width: 100, height: 20)
        desk.say("of ann", by: .ann)
        for number in 1...60 { desk.say("text \(number)") }
        desk.connect()
        desk.type("/delete")
        desk.press(.enter)
        #expect(desk.screen.contains("Delete this message?"))
        #expect(desk.lines.contains { $0.contains("▶") && $0.contains("of ann") })
        desk.press(.escape, .end, .control("r"), .text("+"))
        #expect(desk.screen.contains("React:"))
        #expect(desk.lines.contains { $0.contains("▶") && $0.contains("text 60") })
    }

    @Test func `a location is not edited`() throws {
        let desk = desk()
        let place = try #require(Location(millionthsNorth: 47_000_000, millionthsEast: 8_000_000))
        var other = desk
        other.happen(.message(Message(text: "47, 8", payload: place.payload)), by: .ann)
        other.press(.control("r"))
        #expect(!other.screen.contains("e edit") && other.screen.contains("d delete"))
        other.press(.text("e"))
        #expect(other.status.contains("A location can't be edited."))
        other.press(.escape, .up)
        #expect(other.status.contains("You have no message here that could be edited."))
        other.type("/edit elsewhere")
        other.press(.enter)
        #expect(other.status.contains("You have no message here that could be edited."))
    }

    @Test func `the composer is bounded, and says so`() {
        var desk = desk()
        desk.press(.paste(String(repeating: "ü", count: Limits.composerBytes / 2)))
        #expect(desk.interface.notice == nil)
        desk.press(.text("x"))
        #expect(desk.interface.composer.editor.text.utf8.count == Limits.composerBytes)
        #expect(desk.status.contains("The rest was left out."))
        desk.press(.control("u"), .paste("short"), .pasteCut)
        #expect(desk.interface.composer.editor.text == "short")
        #expect(desk.status.contains("The rest was left out."))
        desk.press(.function(1), .pasteCut)
        #expect(desk.interface.notice == nil)
        desk.press(.escape)
        _ = desk.interface.replace(with: String(repeating: "x", count: Limits.composerBytes + 1))
        #expect(desk.interface.composer.editor.characters.count == Limits.composerBytes)
        #expect(desk.status.contains("The rest was left out."))
    }

    @Test func `a text that may not be sent stays, with the reason`() {
        var desk = desk()
        desk.press(.paste(String(repeating: "x", count: 20_000)))
        desk.press(.enter)
        #expect(desk.interface.composer.editor.characters.count == 20_000)
        #expect(desk.status.contains("maximum is 16384"))
    }
}

extension Event {
    fileprivate var text: String? { if case .message(let message) = content { message.text } else { nil } }
}

extension Desk {
    /// The numbers of the messages on the screen.
    var numbers: [Int] {
        lines.compactMap { line in
            line.range(of: "text ").flatMap { Int(line[$0.upperBound...].prefix { $0.isNumber }) }
        }
    }
}
