import ChatCore
import Testing

@testable import ChatTerminal

@Suite struct ScreenTests {
    /// A desk with a room in which much has happened.
    private func party(width: Int, height: Int) -> Desk {
        var desk = Desk(width: width, height: height)
        var info = RoomInfo()
        info.settings.topic = "Tea at five"
        desk.infos[.lobby] = info
        desk.connect([.lobby, .garden])
        desk.say("Hello! 👩‍👩‍👧‍👦 你好世界")
        desk.say("Hi bob", by: .ann, reply: 1)
        desk.happen(.edit(of: 2, text: "Hi bob!"), by: .ann)
        desk.happen(.reaction(of: 1, emoji: "👍", on: true), by: .ann)
        desk.happen(.reaction(of: 1, emoji: "👍", on: true), by: .cleo)
        desk.press(.focus(false))
        let photo = Attachment(id: FileID(high: 1, low: 2), name: "swift.jpg", type: "image/jpeg", size: 183_402)
        desk.happen(.message(Message(text: "swift.jpg", attachment: photo)), by: .cleo)
        desk.say("A long text that does not fit on one line of this window, so that it goes on below. @ann")
        desk.tell(.received(.typing(room: .lobby, .bob)))
        return desk
    }

    @Test func `the whole screen at 60 by 15`() {
        let desk = party(width: 60, height: 15)
        #expect(desk.screen == Fixture.narrow)
    }

    @Test func `the whole screen at 100 by 30`() {
        let desk = party(width: 100, height: 30)
        #expect(desk.screen == Fixture.wide)
    }

    @Test func `in a narrow window the name is above the text, once for several messages`() throws {
        var desk = Desk(width: 60, height: 20)
        desk.connect()
        desk.say("one")
        desk.say("two")
        desk.say("three", by: .ann)
        let wanted = [" 14:01 bob", "  one", "  two", "▌14:03 ann", "▌ three"]
        let first = try #require(desk.lines.firstIndex(of: wanted[0]))
        #expect(Array(desk.lines[first...].prefix(5)) == wanted)
        desk.interface.size = Size(width: 70, height: 20)
        #expect(desk.lines.contains(" 14:01 bob             one"))
    }

    @Test func `a long sentence of the status is not cut`() throws {
        var desk = Desk(width: 60, height: 15)
        desk.connect()
        desk.say("hello")
        let y = try #require(desk.lines.firstIndex { $0.contains("hello") })
        #expect(desk.status.hasSuffix("F1 help"))
        // The key gives way first.
        desk.interface.tell("A sentence with fifty-four characters, neither more nor.", isError: true)
        #expect(desk.status == "A sentence with fifty-four characters, neither more nor.")
        #expect(desk.lines[y].contains("hello"))
        let sentence =
            "The first line of the sentence says what has happened, and the second one says what to do: type /login NAME."
        desk.interface.tell(sentence, isError: true)
        #expect(desk.status.hasPrefix(sentence) && desk.lines.count == 15)
        #expect(desk.lines[y - 1].contains("hello"))
        desk.interface.tell(String(repeating: "word ", count: 60), isError: true)
        #expect(desk.status.hasSuffix("…"))
        #expect(desk.lines.allSatisfy { CellWidth.of($0) <= 60 })
    }

    @Test func `a guest who only reads is told why in the empty field, and how to sign in`() throws {
        let sentence = "> Guests only read here: sign in to send. Type /login NAME or /register NAME."
        var desk = Desk(width: 110, height: 24)
        desk.mayWrite = false
        desk.connect()
        #expect(desk.screen.contains(sentence) && desk.grid.cursor != nil)
        // The field takes commands.
        desk.type("/")
        #expect(!desk.screen.contains("Guests only read here"))
        desk.type("login ann")
        desk.press(.enter)
        #expect(desk.screen.contains("password>") && !desk.screen.contains("Guests only read here"))
        // A long sentence is not cut.
        var narrow = Desk(width: 60, height: 15)
        narrow.mayWrite = false
        narrow.connect()
        let first = try #require(narrow.lines.firstIndex { $0.contains("> Guests only read here") })
        #expect("\(narrow.lines[first]) \(narrow.lines[first + 1].trimmed)".contains(sentence))
        #expect(narrow.lines.count == 15 && narrow.grid.cursor?.y == first)
        // The user of a token can't sign in here.
        var robot = Desk(width: 110, height: 24, hasTokenFile: true)
        robot.mayWrite = false
        robot.connect()
        #expect(robot.screen.contains("> Guests only read here: sign in to send. Start again with another token."))
    }

    @Test func `a muted user is told until when in the empty field`() {
        var desk = Desk(width: 100, height: 24)
        var info = RoomInfo()
        info.standing.mutedUntil = Desk.start + 3_600_000
        desk.infos[.lobby] = info
        desk.connect()
        #expect(desk.screen.contains("> A moderator has muted you here until Tuesday, 3 February 2026, 15:00."))
        desk.now += 3_600_001
        desk.tell(.typed(.lobby))
        #expect(!desk.screen.contains("A moderator has muted you"))
    }

    @Test func `a window that is too small says so`() {
        let desk = party(width: 40, height: 10)
        #expect(desk.screen.contains("needs a window of 60×15"))
        for width in 1...59 { _ = party(width: width, height: 3).screen }
    }

    @Test(arguments: [(60, 15), (80, 24), (81, 16), (200, 60)]) func `every line fits into the window`(
        width: Int, height: Int
    ) {
        var desk = party(width: width, height: height)
        desk.press(.paste(String(repeating: "长 word\n", count: 40)))
        for line in desk.lines { #expect(CellWidth.of(line) <= width) }
        #expect(desk.grid.cursor.map { $0.x < width && $0.y < height } == true)
        desk.press(.control("r"), .up, .up)
        for line in desk.lines { #expect(CellWidth.of(line) <= width) }
    }

    @Test func `the address of a file is behind its name`() {
        let desk = party(width: 100, height: 30)
        let cell = desk.grid.cells.first { $0.link != nil }
        #expect(cell?.link?.hasPrefix("https://chat.example/v1/files/") == true)
        #expect(cell?.text == "s")
    }

    @Test func `an album is one block with a line for each photo, which is selected by itself`() throws {
        var desk = Desk(width: 100, height: 30)
        desk.connect()
        for number in UInt64(1)...3 {
            let photo = Attachment(
                id: FileID(high: 1, low: number), name: "\(number).jpg", type: "image/jpeg", size: 183_402,
                dimensions: .init(width: 3, height: 2), album: 7)
            desk.happen(.message(Message(text: number == 1 ? "The harbour" : photo.name, attachment: photo)), by: .ann)
        }
        let first = try #require(desk.lines.firstIndex { $0.contains("The harbour") })
        let wanted = ["ann ", "3 photos", "1.jpg, 179 KB", "2.jpg, 179 KB", "3.jpg, 179 KB"]
        for (line, text) in zip(desk.lines[first...], wanted) { #expect(line.contains(text)) }
        #expect(desk.grid.cells.contains { $0.link?.hasSuffix("000000000003") == true })
        // ↑ edits the photo with the text.
        desk.press(.up, .text(" wall"), .enter)
        #expect(desk.logs[.lobby]?.last?.content == .edit(of: 1, text: "The harbour wall"))
        desk.press(.control("r"), .up, .text("d"), .text("y"))
        #expect(desk.logs[.lobby]?.last?.content == .deletion(of: 2))
        #expect(desk.screen.contains("2 photos") && !desk.screen.contains("2.jpg"))
    }

    @Test func `a voice message shows how loud and how long it is, if the server recognised a sound`() {
        var desk = Desk(width: 100, height: 30)
        desk.connect()
        var recording = Attachment(id: FileID(high: 1, low: 2), name: "a.m4a", type: "audio/mp4", size: 21_877)
        recording.voice = Attachment.Voice(duration: 64_200, levels: (0..<64).map { $0 / 4 })
        desk.happen(.message(Message(text: "a.m4a", attachment: recording)), by: .ann)
        recording.type = "application/zip"
        desk.happen(.message(Message(text: "a.m4a", attachment: recording)), by: .ann)
        #expect(desk.screen.contains("Voice message ▁▁▂▂▃▃▄▄▅▅▆▆▇▇██ 1:04, 21 KB"))
        #expect(desk.screen.contains("a.m4a, 21 KB"))
    }

    @Test func `a message has its formatting, in its column`() throws {
        var desk = Desk(width: 100, height: 30)
        desk.connect()
        let words = Array(repeating: "word", count: 20).joined(separator: " ")
        desk.say("**Tea** *and* ~~coffee~~ `cups`: https://tea.example\n- \(words)\n> so\n```\n*x*\n```")
        let grid = desk.grid
        func style(of text: String) throws -> Style {
            let y = try #require(desk.lines.firstIndex { $0.contains(text) })
            let place = try #require(desk.lines[y].range(of: text))
            return grid[desk.lines[y].distance(from: desk.lines[y].startIndex, to: place.lowerBound), y].style
        }
        #expect(try style(of: "Tea") == Style(isBold: true))
        #expect(try style(of: "and coffee") == Style(isItalic: true))
        #expect(try style(of: "coffee") == Style(isStruck: true))
        #expect(try style(of: "cups") == .code)
        #expect(grid.cells.contains { $0.link == "https://tea.example" && $0.style.isUnderlined })
        let y = try #require(desk.lines.firstIndex { $0.contains("• word") })
        #expect(desk.lines[y].prefix { $0 != "w" }.count == desk.lines[y + 1].prefix { $0 != "w" }.count)
        #expect(desk.screen.contains("│ so"))
        #expect(desk.screen.contains("▏*x*"))
    }

    @Test func `an empty line stays between two paragraphs, quotes or lists`() throws {
        let texts = [("a\n\nb", " a", " b"), ("> a\n\n> b", "│ a", "│ b"), ("- a\n\n1. b", "• a", "1. b")]
        for (text, above, below) in texts {
            var desk = Desk(width: 100, height: 30)
            desk.connect()
            desk.say(text)
            let y = try #require(desk.lines.firstIndex { $0.contains(above) })
            #expect(desk.lines[y + 2].contains(below), "\(text)")
            #expect(!desk.lines[y + 1].contains(below), "\(text)")
        }
    }

    @Test func `what others write does not control the terminal through its formatting`() {
        var desk = Desk(width: 100, height: 30)
        desk.connect()
        desk.say("*a\u{1B}[31m* ~~\u{202E}~~ `\u{1B}]0;x` www.a.example/\u{1B}\\")
        #expect(desk.screen.contains("a␛[31m \u{FFFD} ␛]0;x www.a.example/␛"))
        #expect(desk.grid.cells.allSatisfy { !$0.text.unicodeScalars.contains("\u{1B}") })
        #expect(desk.grid.cells.allSatisfy { $0.link.map { SafeText.address($0) != nil } ?? true })
    }

    @Test func `changes of a room are sentences`() {
        var desk = Desk(width: 160, height: 30)
        desk.connect()
        desk.say("The first event would make the room.")
        let topic = SettingsChange(topic: "Tea", slowMode: 60)
        desk.happen(.settings(topic))
        let end = Desk.start + 86_400_000
        let cleo = MembershipChange(Author.cleo.user, .mute(until: end), called: "cl\u{1B}eo\u{2068}", reason: "Loud")
        desk.happen(.membership(cleo))
        desk.happen(.membership(MembershipChange(Author.ann.user, .unmute)))
        #expect(desk.screen.contains("bob changed the topic to “Tea”"))
        #expect(desk.screen.contains("bob set slow mode to 1 minute"))
        #expect(desk.screen.contains("bob muted cl␛eo\u{FFFD} until Wednesday, 4 February 2026, 14:00: Loud"))
        #expect(desk.screen.contains("bob unmuted you"))
    }

    @Test func `the composer breaks between words`() {
        var desk = Desk(width: 60, height: 15)
        desk.connect()
        desk.type(Array(repeating: "word", count: 12).joined(separator: " "))
        #expect(desk.lines[12] == "> " + Array(repeating: "word", count: 11).joined(separator: " "))
        #expect(desk.lines[13] == "  word")
        #expect(desk.grid.cursor == Place(x: 6, y: 13))
        desk.press(.home)
        #expect(desk.grid.cursor == Place(x: 2, y: 12))
    }

    @Test func `the end of a list can be reached while the status has several lines`() {
        var desk = Desk(width: 60, height: 15)
        desk.connect()
        desk.cut()
        desk.tell(.reconnect)
        desk.interface.failure = .refused
        desk.type("hello")
        desk.press(.enter)
        #expect(Screen(desk.chat, desk.interface).statusLines.count == 2, "\(desk.screen)")
        desk.press(.function(1), .end)
        #expect(desk.screen.contains("send a text that begins with /"), "\(desk.screen)")
    }

    @Test func `a composer of several lines says how many, and shows those around the cursor`() {
        var desk = Desk(width: 60, height: 15)
        desk.connect([.lobby, .garden])
        desk.say("psst", in: .garden)
        desk.say("hello")
        let text = (1...12).map { "line-\($0)." }.joined(separator: "\n")
        func shown(_ desk: Desk) -> [Int] {
            desk.lines.compactMap { line in
                line.range(of: "line-").flatMap { Int(line[$0.upperBound...].prefix { $0.isNumber }) }
            }
        }
        desk.press(.paste("one line"))
        #expect(!desk.status.contains("line"))
        desk.press(.control("u"), .paste(text))
        #expect(shown(desk) == [8, 9, 10, 11, 12] && desk.status.hasSuffix("12 lines   F1 help"), "\(desk.screen)")
        for _ in 1...5 { desk.press(.up) }
        #expect(shown(desk) == [5, 6, 7, 8, 9] && desk.grid.cursor == Place(x: 9, y: 11), "\(desk.screen)")
        for _ in 1...6 { desk.press(.up) }
        #expect(shown(desk) == [1, 2, 3, 4, 5] && desk.lines[9].hasPrefix("> line-1"), "\(desk.screen)")
        desk.press(.altEnter)
        #expect(desk.status.contains("13 lines"))
        // A sentence has its place first, and the number goes before the keys.
        desk.interface.tell("A sentence with more than forty characters.", isError: false)
        #expect(desk.status.hasSuffix("  13 lines"), "\(desk.status)")
        desk.press(.control("r"))
        #expect(!desk.status.contains("lines"))
    }

    @Test func `a refusal for now says what the server says`() {
        var desk = Desk(width: 120, height: 15)
        desk.refusal = WireError(.overloaded, "The server is busy; try it in a minute.", retry: 60_000)
        desk.connect()
        #expect(desk.status.contains("The server is busy; try it in a minute.  "), "\(desk.status)")
    }

    @Test func `without a connection the status says why`() {
        var desk = Desk(width: 60, height: 15)
        desk.connect()
        desk.cut()
        desk.tell(.reconnect)
        #expect(desk.status.hasPrefix("No connection. Trying again.  "), "\(desk.status)")
        desk.type("hello")
        desk.press(.enter)
        for (failure, reason) in [
            (ConnectionFailure.refused, "chat.example:443 refused the connection."),
            (.unknownHost, "No address was found for chat.example:443."),
            (.timedOut, "chat.example:443 did not answer in time."),
            (.noRoute, "This network has no route to chat.example:443."),
            (.status(502), "chat.example:443 answered with HTTP status 502."),
            (.noChat, "chat.example:443 did not answer as a chat server."),
            (.untrusted("The certificate has expired."), "The certificate has expired."),
        ] {
            desk.interface.failure = failure
            #expect(desk.status.hasPrefix("\(reason) Trying again. 1 message waits."), "\(desk.status)")
        }
        desk.tell(.online(false))
        #expect(desk.status.hasPrefix("You are offline."), "\(desk.status)")
        // A refusal of the server itself is more than what its transport knows.
        desk.tell(.online(true))
        desk.refusal = WireError(.overloaded, "The server is busy; try it in a minute.", retry: 60_000)
        desk.restore()
        #expect(desk.status.hasPrefix("The server is busy"), "\(desk.status)")
        desk.refusal = nil
        desk.restore()
        #expect(desk.status.hasPrefix("ann on chat.example:443"), "\(desk.status)")
    }

    @Test func `a server that wants an account, or another token, says how to start again`() {
        var desk = Desk(width: 120, height: 15)
        desk.refusal = WireError(.signInRequired, "Guests may not enter.")
        desk.connect()
        #expect(desk.status.contains("Guests may not enter. Type /login NAME or /register NAME."), "\(desk.status)")
        let device = DeviceID(high: 7, low: 7)
        desk.chat = Chat(device: device, name: "ann", token: nil, configuration: .init(authenticates: true))
        desk.tell(.start)
        desk.tell(.token(nil))
        #expect(desk.status.contains("You are signed out. Sign in again. Type /login NAME"), "\(desk.status)")
        var other = Desk(width: 120, height: 15, hasTokenFile: true)
        other.chat = desk.chat
        #expect(other.status.contains("The server does not accept the token. Start again"), "\(other.status)")
    }

    @Test func `a tab in the composer stays within the window`() {
        var desk = Desk(width: 60, height: 15)
        desk.connect()
        desk.press(.paste(String(repeating: "x", count: 54) + "\tend"))
        #expect(desk.lines[13] == "  end" && desk.grid.cursor == Place(x: 5, y: 13))
        desk.press(.control("u"), .paste("a " + String(repeating: "x", count: 55) + "\t|"))
        for line in desk.lines { #expect(CellWidth.of(line) <= 60) }
    }

    /// A group called Tea, as a server tells of it.
    private func tea(_ membership: Standing.Membership) -> (RoomName, RoomInfo) {
        var info = RoomInfo()
        info.settings.title = "Tea"
        info.standing = Standing(membership: membership, role: .member)
        return (.newGroup(), info)
    }

    @Test(arguments: [80, 200]) func `the list of rooms says what kind each room is, and its counts are aligned`(
        width: Int
    ) throws {
        var desk = Desk(width: width, height: 24)
        let (group, info) = tea(.member)
        let (invitation, invited) = tea(.invited)
        let direct = try #require(RoomName.direct(Author.ann.user, Author.bob.user))
        let long = try #require(RoomName("a-room-whose-name-does-not-fit-into-the-column"))
        desk.infos[group] = info
        desk.connect([.lobby, group, direct, long])
        desk.tell(.received(.standing(room: invitation, seq: 3, by: .bob, invited)))
        for number in 1...120 { desk.say("text \(number)", in: group) }
        for _ in 1...12 { desk.say("psst @ann", in: long) }
        desk.say("psst", in: direct)
        let column = desk.lines.map { $0.prefix { $0 != "│" } }
        for line in ["# lobby", "& Tea", "@ bob", "✉ Tea", "# a-room-who"] {
            #expect(column.contains { $0.dropFirst().hasPrefix(line) }, "\(line)\n\(desk.screen)")
        }
        // Every count ends before the last cell of the column, behind a space.
        let counted = column.filter { $0.dropLast().last?.isNumber == true || $0.hasSuffix("+ ") }
        #expect(counted.count == 3, "\(desk.screen)")
        #expect(counted.allSatisfy { $0.split(separator: " ").count == 3 && $0.hasSuffix(" ") }, "\(desk.screen)")
        #expect(column.contains { $0.hasSuffix("… @12 ") } || width > 80)
        // The header says it, too.
        desk.press(.alt("a"))
        #expect(desk.lines[0].contains("│ # a-room-whose-name"))
        // A sign has no colour that is needed to understand it, and takes one cell of every
        // terminal.
        #expect([RoomKind.open, .group, direct.kind].allSatisfy { $0.mark.utf8.count == 1 })
    }

    @Test func `the signs of rooms stay at their place with a title from right to left`() throws {
        var desk = Desk(width: 80, height: 24)
        var (group, info) = tea(.member)
        info.settings.title = "תה בחמש"
        desk.infos[group] = info
        desk.connect([.lobby, group])
        desk.say("שלום", in: group)
        let line = try #require(desk.lines.first { $0.contains("תה בחמש") })
        #expect(line.dropFirst().hasPrefix("& תה בחמש") && CellWidth.of(String(line.prefix { $0 != "│" })) == 19)
    }

    @Test func `a room marked as unread on another device is marked`() {
        var desk = Desk(width: 80, height: 15)
        desk.connect([.lobby, .garden])
        desk.say("hello", in: .garden)
        desk.press(.control("n"), .control("p"))
        #expect(!desk.screen.contains("•"))
        let choice = Event(
            seq: 1, id: EventID(high: 9, low: 1), at: Desk.start, author: .ann, idempotencyKey: nil,
            content: .choice(ChoiceChange(.garden, unread: 1)))
        desk.tell(.received(.event(room: .own(Author.ann.user), epoch: desk.epoch, choice)))
        #expect(desk.lines.contains { $0.contains("garden") && $0.contains("•") }, "\(desk.screen)")
    }

    @Test func `a column with many rooms opens the one that was clicked`() {
        var desk = Desk(width: 80, height: 15)
        desk.connect((10..<40).compactMap { RoomName("room-\($0)") })
        for _ in 0..<30 where desk.interface.room?.text != "room-30" { desk.press(.control("n")) }
        #expect(desk.interface.room?.text == "room-30")
        // The digits stay with the first rooms.
        #expect(!desk.lines.contains { $0.first?.isNumber == true }, "\(desk.screen)")
        let shown = desk.lines[2].prefix { $0 != "│" }.filter { !$0.isWhitespace }
        desk.press(.click(Place(x: 3, y: 2)))
        #expect(shown == "#\(desk.interface.room?.text ?? "")" && shown.hasPrefix("#room-"))
        for _ in 0..<30 where desk.interface.room?.text != "room-10" { desk.press(.control("n")) }
        let rooms = (10..<24).map { $0 < 20 ? "\(($0 - 9) % 10)# room-\($0)" : " # room-\($0)" }
        #expect(desk.lines.prefix(14).map { $0.prefix(10) } == rooms.map { $0.prefix(10) }, "\(desk.screen)")
    }

    @Test func `hostile texts and names bring nothing to the terminal but text`() throws {
        var desk = Desk(width: 100, height: 30)
        var info = RoomInfo()
        info.standing = Standing(membership: .member, role: .moderator)
        info.settings.title = "t\u{1B}]0;pwned\u{7}"
        info.settings.topic = "\u{1B}[2J\u{9B}1;1H"
        desk.infos[.lobby] = info
        let mallory = Author(user: UserID(high: 4, low: 4), name: "mal\u{1B}[31m\u{202E}lory")
        desk.people = [.ann, mallory]
        let hostile = "\u{1B}]52;c;aGk=\u{7}\u{1B}[H\u{8}\u{8}\r\u{9D}0;x\u{9C}\u{202E}abc\u{0}\u{1B}P+q\u{1B}\\"
        let file = Attachment(id: FileID(high: 1, low: 2), name: "a\u{1B}]8;;http://evil/\u{7}b", type: "x", size: 1)
        desk.happen(.message(Message(text: hostile)), by: mallory)
        desk.happen(.message(Message(text: file.name, reply: 1, attachment: file)), by: mallory)
        desk.happen(.reaction(of: 1, emoji: "\u{1B}[5m", on: true), by: mallory)
        let deleted = desk.say("gone", by: mallory)
        desk.happen(.deletion(of: deleted, reason: hostile), by: mallory)
        desk.happen(
            .membership(
                MembershipChange(
                    Author.bob.user, .ban(until: MembershipChange.Action.forGood), called: hostile, reason: hostile)),
            by: mallory)
        // What people say of themselves, and titles of groups and rooms.
        var profile = Profile()
        profile.about = hostile
        desk.profiles = [mallory, .ann].compactMap { ShownProfile($0.user, profile) }
        desk.connect([.lobby, .garden])
        var invited = RoomInfo()
        invited.settings.title = hostile
        invited.standing.membership = .invited
        let group = RoomName.newGroup()
        desk.tell(.received(.standing(room: group, seq: 3, by: mallory, invited)))
        desk.tell(.received(.typing(room: .lobby, mallory)))
        let listed = DirectoryEntry(room: .garden, title: hostile, topic: hostile, at: 1)
        let notes = [ReportNote(Report(.spam, text: hostile), at: Desk.start)]
        var screens = [
            desk.screenAfter(.control("r"), .text("r")), desk.screenAfter(.function(1)), desk.screenAfter(.function(2)),
            desk.screenAfter(.text("@"), .tab), desk.screenAfter(.alt("a")), desk.screenAfter(.control("p")),
        ]
        screens += try ["/rooms", "/who", "/reports"].map { command in
            var desk = desk
            desk.type(command)
            desk.press(.enter)
            desk.take(.directory([listed]), to: .directory(""))
            desk.take(.people([Person(author: mallory, standing: Standing())]), to: .members(.lobby))
            let message = try #require(desk.logs[.lobby]?.first)
            let reported = ReportedMessage(number: 1, room: .lobby, message: message, count: 2, notes: notes)
            desk.take(.moderation(.reports([reported], next: nil)), to: .moderation(.reports(.lobby, after: nil)))
            return desk.screen
        }
        for text in screens {
            for scalar in text.unicodeScalars where scalar != "\n" {
                #expect(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value))
                #expect(!(0x202A...0x202E).contains(scalar.value))
            }
        }
        #expect(screens.contains { $0.contains("␛]52;c;aGk=") }, "it was not on any screen")
        let bytes = GridDifference(from: nil, to: desk.grid, Capabilities()).bytes
        let sequences = String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}").dropFirst()
        for sequence in sequences { #expect("[]\\".contains(sequence.first ?? " ")) }
        #expect(!sequences.contains { $0.hasPrefix("]") && !$0.hasPrefix("]8;;") })
    }
}

extension Desk {
    fileprivate func screenAfter(_ keys: Key...) -> String {
        var desk = self
        for key in keys { desk.press(key) }
        return desk.screen
    }

    @Test func `one new message in a full screen draws no more than the timeline`() {
        var desk = Desk(width: 100, height: 30)
        for number in 1...500 { desk.say("text \(number), which is in a line of its own") }
        desk.connect([.lobby, .garden])
        let before = desk.grid
        #expect(GridDifference(from: before, to: desk.grid, Capabilities()).bytes.isEmpty)
        desk.say("one more")
        let after = desk.grid
        let changed = zip(before.cells, after.cells).filter { $0 != $1 }.count
        let bytes = GridDifference(from: before, to: after, Capabilities()).bytes.count
        // Each changed cell, and the movements and colours between them.
        #expect(changed > 0 && changed < 28 * 75)
        #expect(bytes < 4 * changed + 1_000, "\(bytes) bytes for \(changed) cells")
        // A key in the composer draws its character.
        desk.type("x")
        #expect(GridDifference(from: after, to: desk.grid, Capabilities()).bytes.count < 100)
    }
}
