import ChatCore
import Testing

@testable import ChatTerminal

@Suite struct AccountTests {
    private static let user = Identity(
        user: Author.ann.user, name: "ann", device: DeviceID(high: 7, low: 7), token: "ms_1", role: .user)

    /// A desk of a user with an account.
    private func member(width: Int = 100) -> Desk {
        var desk = Desk(width: width, height: 24)
        desk.role = .user
        desk.connect()
        desk.tell(.signedIn(Self.user))
        return desk
    }

    private func run(_ command: String, _ desk: inout Desk) {
        desk.type(command)
        desk.press(.enter)
    }

    @Test func `a password is asked for, and is nowhere on the screen, in a draft or in a message`() {
        var desk = Desk(width: 100, height: 24)
        desk.connect()
        run("/login ann", &desk)
        #expect(desk.screen.contains("The password of “ann”. Esc cancels."))
        for key in "correct".unicodeScalars {
            desk.press(.text(String(key)))
            #expect(!desk.screen.contains("corr"))
        }
        desk.press(.paste(" horse\n"), .tab, .up, .control("x"), .control("r"), .alt("a"), .function(1), .altEnter)
        #expect(desk.screen.contains("password> •••••••••••••") && !desk.screen.contains("horse"))
        #expect(desk.grid.cursor != nil)
        desk.press(.backspace, .text("e"), .enter)
        #expect(desk.others == [.account(.signIn(name: "ann", password: "correct horse"))])
        #expect(desk.status.contains("Signing in…") && !desk.screen.contains("password>"))
        #expect(desk.interface.composer.editor.isEmpty && desk.chat.drafts.isEmpty && desk.logs.isEmpty)
    }

    @Test func `a password that is being typed does not go to the composer when the room changes`() {
        var desk = Desk(width: 100, height: 24)
        desk.connect([.lobby, .garden])
        run("/login ann", &desk)
        desk.type("correct")
        if let room = desk.interface.room { desk.tell(.leave(room)) }
        desk.press(.click(Place(x: 2, y: 0)), .altDown)
        desk.type(" horse")
        desk.press(.enter)
        #expect(desk.others == [.account(.signIn(name: "ann", password: "correct horse"))])
        // Nor does a password that is typed again while the server is asked.
        desk.type("correct horse")
        desk.press(.enter)
        #expect(desk.others.count == 1)
        #expect(desk.interface.composers.values.allSatisfy { $0.editor.isEmpty } && desk.logs.isEmpty)
        // Esc forgets it.
        desk.press(.escape)
        run("/login ann", &desk)
        desk.type("secret")
        desk.press(.escape)
        run("/login ann", &desk)
        desk.press(.enter)
        #expect(desk.others.count == 1 && desk.interface.prompt == nil)
    }

    @Test func `a new account takes a password twice, by its rule, and an invite where the server asks for one`() {
        var desk = Desk(width: 120, height: 24)
        desk.connect()
        run("/register", &desk)
        desk.type("short")
        desk.press(.enter)
        #expect(desk.status.contains("A password has at least 8 characters"))
        desk.type("correct horse")
        desk.press(.enter)
        #expect(desk.screen.contains("The same password again."))
        desk.type("correct house")
        desk.press(.enter)
        #expect(desk.status.contains("two different passwords") && desk.others.isEmpty)
        for _ in 1...2 {
            desk.type("correct horse")
            desk.press(.enter)
        }
        let request = AccountRequest.signUp(name: "ann", password: "correct horse", invite: nil)
        #expect(desk.others == [.account(request)])
        desk.take(.failed(request, .registrationClosed, sentence: "Accounts need an invite."))
        #expect(desk.status.contains("Accounts need an invite.") && desk.screen.contains("invite>"))
        desk.press(.paste("mi_1234\n"), .enter)
        let invited = AccountRequest.signUp(name: "ann", password: "correct horse", invite: "mi_1234")
        #expect(desk.others.last == .account(invited))
        desk.take(.failed(invited, .nameTaken, sentence: "This name is taken."))
        #expect(desk.interface.prompt == nil && desk.status.contains("This name is taken."))
    }

    @Test func `a wrong password asks again, unless the user writes something else by now`() {
        var desk = Desk(width: 100, height: 24)
        desk.connect()
        let request = AccountRequest.signIn(name: "ann", password: "wrong")
        desk.take(.failed(request, .signInFailed, sentence: "Wrong."))
        #expect(desk.screen.contains("password>"))
        desk.press(.escape)
        desk.type("half a mess")
        desk.take(.failed(request, .signInFailed, sentence: "Wrong."))
        desk.type("age")
        #expect(desk.screen.contains("> half a message") && desk.interface.prompt == nil)
    }

    @Test func `one request at a time`() {
        var desk = member()
        run("/sessions", &desk)
        desk.press(.escape)
        run("/sessions", &desk)
        #expect(desk.others == [.account(.sessions)] && desk.interface.panel == nil)
        #expect(desk.status.contains("has not answered the last request"))
        desk.take(.failed(.sessions, nil, sentence: AccountSentences.unanswered))
        #expect(desk.interface.panel == nil)
        run("/sessions", &desk)
        #expect(desk.others.count == 2)
    }

    @Test func `sessions are listed and ended`() {
        var desk = member()
        run("/sessions", &desk)
        #expect(desk.screen.contains("Loading…"))
        let own = ListedSession(
            id: SessionID(high: 1, low: 1), created: Desk.start, used: Desk.start, expires: Desk.start, isCurrent: true)
        let other = ListedSession(
            id: SessionID(high: 1, low: 2), created: Desk.start, used: Desk.start, expires: Desk.start, isCurrent: false
        )
        desk.take(.sessions([own, other]))
        #expect(desk.screen.contains("This device, signed in Tuesday, 3 February 2026, 14:00"))
        // The own session ends with /logout.
        desk.press(.text("x"))
        #expect(desk.others == [.account(.sessions)])
        desk.press(.down)
        #expect(desk.screen.contains("x end this session"))
        desk.press(.text("x"), .text("x"))
        #expect(desk.others.last == .account(.end(other.id)) && desk.others.count == 2)
        desk.take(.done(.end(other.id), name: ""))
        #expect(desk.others.last == .account(.sessions))
        // A list that was closed does not open again.
        desk.press(.escape)
        desk.take(.sessions([own]))
        #expect(desk.interface.panel == nil)
    }

    @Test func `the own session is shown to its end in a narrow window`() {
        var desk = member(width: 60)
        run("/sessions", &desk)
        let own = ListedSession(
            id: SessionID(high: 1, low: 1), program: "martlet chat (a-machine-with-a-name)", created: Desk.start,
            used: Desk.start, expires: Desk.start, isCurrent: true)
        desk.take(.sessions([own]))
        #expect(desk.lines.contains { $0.hasSuffix("14:00") }, "\(desk.screen)")
    }

    @Test func `a session is listed with its program, which controls nothing`() {
        var desk = member(width: 120)
        run("/sessions", &desk)
        func session(_ number: UInt64, _ program: String?) -> ListedSession {
            ListedSession(
                id: SessionID(high: 1, low: number), program: program, created: Desk.start, used: Desk.start,
                expires: Desk.start, isCurrent: number == 1)
        }
        // A server may answer anything.
        let hostile = "hostile \u{1B}[2Jb\u{202E}c\nd\u{9B}e" + String(repeating: "x", count: 10_000)
        desk.take(
            .sessions([
                session(1, "martlet chat (desk)"), session(2, "Firefox (Linux)"), session(3, nil), session(4, hostile),
            ]))
        #expect(desk.screen.contains("martlet chat (desk) · This device, signed in Tuesday, 3 February 2026, 14:00"))
        #expect(desk.screen.contains("Firefox (Linux) · Signed in Tuesday, 3 February 2026, 14:00, last used"))
        #expect(desk.lines.contains { $0.contains("hostile ") })
        for scalar in ["\u{1B}", "\u{202E}", "\u{9B}"] { #expect(!desk.screen.contains(scalar)) }
    }

    @Test func `the password is changed with the old one`() {
        var desk = member()
        run("/password", &desk)
        for text in ["old password", "new password", "new password"] {
            desk.type(text)
            desk.press(.enter)
        }
        let request = AccountRequest.changePassword(from: "old password", to: "new password")
        #expect(desk.others == [.account(request)])
        desk.take(.done(request, name: ""))
        #expect(desk.status.contains(AccountSentences.passwordChanged.prefix(30)))
    }

    @Test func `a password behind the command does not stay on the screen`() {
        var desk = member()
        run("/password old-secret", &desk)
        #expect(desk.interface.composer.editor.isEmpty && desk.others.isEmpty)
        #expect(!desk.screen.contains("secret") && desk.status.contains("Type /password alone."))
    }

    @Test func `a guest is warned only of what is lost`() throws {
        let group = try #require(RoomName("g-\(String(repeating: "a", count: 26))"))
        for (rooms, isLost) in [([RoomName.lobby], false), ([.lobby, group], true)] {
            var desk = Desk(width: 140, height: 24)
            desk.connect(rooms)
            run("hi", &desk)
            #expect(!desk.chat.outbox.items.contains { $0.isPending })
            run("/login ann", &desk)
            #expect(desk.screen.contains("The password of “ann”. Esc cancels.") == !isLost)
            #expect(desk.screen.contains("are lost") == isLost)
        }
    }

    @Test func `signing out asks, and says what would be lost`() {
        var desk = member()
        desk.cut()
        run("unsent", &desk)
        run("/logout", &desk)
        #expect(desk.screen.contains("Sign out? 1 message waits, and would be lost."))
        desk.press(.text("n"))
        run("/logout", &desk)
        desk.press(.text("y"))
        #expect(desk.others == [.account(.signOut)])
    }

    @Test func `an edit that waits is not counted as a message`() {
        var desk = member()
        run("teh", &desk)
        desk.cut()
        run("/edit the", &desk)
        #expect(desk.status.contains("1 change waits.") && !desk.status.contains("message"), "\(desk.status)")
        #expect(Waiting(in: desk.chat).farewell == "1 change waits, and is sent when you start martlet chat again.")
        run("/logout", &desk)
        #expect(desk.screen.contains("Sign out? 1 change waits, and would be lost."))
        desk.press(.text("n"), .control("u"))
        run("two", &desk)
        #expect(desk.status.contains("1 message waits."))
        #expect(Waiting(in: desk.chat).farewell == "1 message waits, and is sent when you start martlet chat again.")
        desk.restore()
        #expect(Waiting(in: desk.chat).isEmpty && Waiting(in: desk.chat).farewell == nil)
    }

    @Test func `what needs an account, or none, says so, and stays in the composer`() {
        var desk = Desk(width: 120, height: 24)
        desk.connect()
        // The last word may be a password: it does not stay on the screen, and is in no name.
        for command in ["/login ann secret7pass", "/register ann secret7pass"] {
            run(command, &desk)
            #expect(desk.status.contains("NAME alone") && !desk.screen.contains("secret7pass"))
            #expect(desk.interface.prompt == nil)
        }
        for command in ["/password", "/sessions", "/logout", "/login", "/login a:b"] {
            run(command, &desk)
            #expect(desk.interface.notice?.isError == true && desk.interface.composer.editor.text == command)
            desk.press(.control("u"))
        }
        var member = member()
        run("/register bob", &member)
        #expect(member.status.contains("You are signed in as ann here."))
        #expect(member.others.isEmpty)
    }

    @Test func `a user of a token file does not sign in or out here`() {
        var desk = Desk(width: 120, height: 24, hasTokenFile: true)
        desk.role = .user
        desk.connect()
        for command in ["/login ann", "/logout"] {
            run(command, &desk)
            #expect(desk.status.contains("without --token-file"), "\(desk.status)")
            desk.press(.control("u"))
        }
    }
}
