import ChatCore
import Testing

@testable import ChatTerminal

extension RoomInfo {
    /// The user has this role.
    fileprivate init(role: RoomRole) {
        self.init()
        standing = Standing(membership: .member, role: role)
    }
}

@Suite struct ModerationTests {
    /// A desk in an open room, in which the user has a role.
    private func desk(_ role: RoomRole = .moderator, width: Int = 140) -> Desk {
        var desk = Desk(width: width, height: 24)
        desk.infos[.lobby] = RoomInfo(role: role)
        desk.connect()
        desk.say("hello")
        return desk
    }

    private func run(_ command: String, _ desk: inout Desk) {
        desk.type(command)
        desk.press(.enter)
    }

    /// The last question for the server.
    private func asked(_ desk: Desk) -> Question? {
        if case .ask(let question)? = desk.others.last { question } else { nil }
    }

    /// The newest change of somebody's place.
    private func change(_ desk: Desk) -> MembershipChange? {
        if case .membership(let change) = desk.logs[.lobby]?.last?.content { change } else { nil }
    }

    @Test func `a long question has several lines, and its keys below them`() throws {
        var desk = desk(width: 80)
        let hello = try #require(desk.lines.firstIndex { $0.contains("hello") })
        run("/ban bob 7d he sells things that nobody wants here, again and again", &desk)
        let first = try #require(desk.lines.firstIndex { $0.contains("Ban bob until") })
        let foot = desk.lines[first...].map { String($0.drop { $0 != "│" }.dropFirst()) }
        #expect(foot.count == 4 && foot[1].hasSuffix("again”?") && foot[2] == "y yes   n no", "\(foot)")
        // The timeline gives way.
        #expect(desk.lines.firstIndex { $0.contains("hello") } == hello - 2)
        desk.press(.text("n"), .control("u"))
        run("/ban bob " + String(repeating: "long ", count: 35), &desk)
        #expect(
            desk.lines.contains { $0.hasSuffix("…") && $0.contains("long") } && desk.screen.contains("y yes   n no"))
    }

    @Test func `a sentence that asks for a text is not cut`() throws {
        var desk = desk(width: 80)
        desk.press(.control("r"), .text("B"))
        let words = desk.lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
        #expect(words.contains("30m, 24h or 7d; for good") && words.contains("without it. Esc cancels."))
        #expect(desk.screen.contains("time and reason>"))
    }

    @Test func `a mute and a ban have a time and a reason`() throws {
        var desk = desk()
        let time = desk.interface.now
        run("/mute bob 10m too loud", &desk)
        #expect(desk.screen.contains("Mute bob until") && desk.screen.contains("because “too loud”? y yes   n no"))
        #expect(change(desk) == nil)
        desk.press(.text("y"))
        let mute = MembershipChange.Action.mute(until: time + 600_000)
        #expect(change(desk) == MembershipChange(Author.bob.user, mute, called: "bob", reason: "too loud"))
        run("/ban @bob spam", &desk)
        desk.press(.text("n"))
        #expect(desk.interface.composer.editor.text == "/ban @bob spam" && change(desk)?.action == mute)
        desk.press(.enter)
        #expect(desk.screen.contains("Ban bob for good, because “spam”?"))
        desk.press(.text("y"))
        let ban = MembershipChange.Action.ban(until: MembershipChange.Action.forGood)
        #expect(change(desk) == MembershipChange(Author.bob.user, ban, called: "bob", reason: "spam"))
        var standing = Standing()
        standing.bannedUntil = MembershipChange.Action.forGood
        standing.mutedUntil = time + 600_000
        for (command, action) in [("/unban bob", MembershipChange.Action.unban), ("/unmute bob", .unmute)] {
            run(command, &desk)
            let question = try #require(asked(desk))
            desk.take(.people([Person(author: .bob, standing: standing)]), to: question)
            #expect(change(desk)?.action == action)
        }
    }

    @Test func `a ban is taken from the person who was banned, and not from another one with that name`() throws {
        var desk = desk()
        var banned = Standing()
        banned.bannedUntil = MembershipChange.Action.forGood
        let former = Author(user: UserID(high: 8, low: 8), name: "bob")
        run("/unban bob", &desk)
        let question = try #require(asked(desk))
        let people = [Person(author: .bob, standing: Standing()), Person(author: former, standing: banned)]
        desk.take(.people(people), to: question)
        #expect(change(desk)?.member == former.user)
    }

    @Test func `a name that continues another is not taken for a time or a reason`() {
        var desk = desk()
        desk.say("me too", by: Author(user: UserID(high: 8, low: 8), name: "bob 1h"))
        run("/mute bob 1h", &desk)
        #expect(desk.status.contains("More than one name fits: “bob” and “bob 1h”.") && change(desk) == nil)
        #expect(desk.interface.mode == .writing)
    }

    @Test func `what is written meanwhile does not become a part of a command`() throws {
        var desk = desk()
        run("/ban zoe 1h", &desk)
        let question = try #require(asked(desk))
        desk.type("hello, can you")
        desk.take(.people([Person(author: .cleo, standing: Standing())]), to: question)
        #expect(desk.status.contains("“/ban zoe 1h” was not done"))
        desk.take(.failed(.notConnected), to: question)
        #expect(desk.interface.composer.editor.text == "hello, can you" && change(desk) == nil)
    }

    @Test func `a time is by the clock of the server`() {
        var desk = Desk()
        desk.serverAhead = -86_400_000
        desk.infos[.lobby] = RoomInfo(role: .moderator)
        desk.connect()
        desk.say("hello")
        let time = desk.interface.now
        run("/mute bob 1h", &desk)
        desk.press(.text("y"))
        #expect(change(desk)?.action == .mute(until: time - 86_400_000 + 3_600_000))
    }

    @Test func `a time without a unit is not taken for a reason`() {
        var desk = desk()
        let wrong = [
            ("/mute bob 10", "has no unit"), ("/ban bob 10x", "is not a time"),
            ("/ban bob 36501d", "36501d is out of range; a time is 1s to 36500d."), ("/ban bob 0s", "is out of range"),
        ]
        for (typed, reason) in wrong {
            run(typed, &desk)
            #expect(desk.status.contains(reason), "\(desk.status)")
            #expect(desk.interface.composer.editor.text == typed && change(desk) == nil)
            desk.press(.control("u"))
        }
    }

    @Test func `only owners give roles, and only moderators mute`() {
        var owner = desk(.owner)
        run("/role bob moderator", &owner)
        #expect(change(owner)?.action == .role(.moderator))
        run("/role bob boss", &owner)
        #expect(owner.status.contains("The role is member, moderator or owner."))
        var moderator = desk(.moderator)
        run("/role bob moderator", &moderator)
        #expect(moderator.status.contains("Only owners of this room may give roles.") && change(moderator) == nil)
        var member = desk(.member)
        run("/mute bob", &member)
        #expect(member.status.contains("Only moderators of this room may do that.") && change(member) == nil)
    }

    @Test func `the keys of a selected message are offered only where the rule allows them`() {
        var moderator = desk()
        moderator.press(.control("r"))
        #expect(moderator.screen.contains("p pin   ! report   b block   M mute   B ban"))
        var member = desk(.member)
        member.press(.control("r"))
        #expect(member.screen.contains("! report   b block   Esc back"))
        member.press(.text("M"))
        #expect(member.status.contains("Only moderators of this room may do that.") && member.interface.prompt == nil)
        moderator.press(.text("M"))
        #expect(moderator.screen.contains("For how long do you mute bob?"))
        moderator.type("1h flood")
        moderator.press(.enter)
        #expect(change(moderator)?.reason == "flood" && change(moderator)?.member == Author.bob.user)
    }

    @Test func `an administrator bans somebody from the server`() {
        var administrator = Desk(width: 170, height: 24)
        administrator.role = .administrator
        administrator.connect()
        administrator.say("hello")
        administrator.press(.control("r"))
        #expect(administrator.screen.contains("S ban from the server"))
        administrator.press(.text("S"))
        #expect(administrator.screen.contains("For how long do you ban bob from the server?"))
        administrator.type("7d spam")
        administrator.press(.enter)
        let end = administrator.interface.now + 604_800_000
        let question = Question.moderation(
            .serverBan(ServerBan(.user(Author.bob.user), name: "bob", until: end, reason: "spam")))
        #expect(asked(administrator) == question)
        administrator.take(.failed(WireError(.notAllowed, "Only the operator can.")), to: question)
        #expect(administrator.status.contains("Only the operator can."))
        administrator.take(.moderation(.done), to: question)
        #expect(administrator.status.contains("Banned from the server."))
        var moderator = desk()
        moderator.press(.control("r"), .text("S"))
        #expect(moderator.status.contains("Only an administrator can ban bob") && moderator.interface.prompt == nil)
    }

    @Test func `an administrator lists the bans from the server, and takes one back`() {
        var administrator = Desk(width: 170, height: 24)
        administrator.role = .administrator
        administrator.connect()
        run("/bans", &administrator)
        let first = Question.moderation(.serverBans(after: nil))
        #expect(asked(administrator) == first && administrator.screen.contains("Loading…"))
        let network = ServerBan(.network("192.0.2.0/24"))
        let bob = ServerBan(.user(Author.bob.user), name: "bob", reason: "spam\u{1B}[2J")
        administrator.take(.moderation(.serverBans([network], next: network.subject.text)), to: first)
        let second = Question.moderation(.serverBans(after: network.subject.text))
        #expect(asked(administrator) == second)
        administrator.take(.failed(.notConnected), to: second)
        #expect(administrator.screen.contains(WireError.notConnected.text))
        administrator.press(.end, .text("m"))
        #expect(asked(administrator) == second)
        administrator.take(.moderation(.serverBans([bob], next: nil)), to: second)
        #expect(administrator.screen.contains("192.0.2.0/24 · Until it is taken back"))
        #expect(administrator.screen.contains("bob · Until it is taken back · spam␛[2J"))

        administrator.press(.end, .text("u"))
        let unban = Question.moderation(.serverUnban(bob.subject))
        #expect(asked(administrator) == unban && administrator.screen.contains("Taking back… · bob"))
        let count = administrator.others.count
        administrator.press(.text("u"))
        #expect(administrator.others.count == count)
        administrator.take(.failed(WireError(.notAllowed, "No.")), to: unban)
        #expect(administrator.screen.contains("Not taken back: No. · bob"))
        administrator.press(.text("u"))
        administrator.take(.moderation(.done), to: unban)
        #expect(administrator.status.contains("The ban is taken back.") && !administrator.screen.contains("spam"))
        administrator.press(.up, .text("u"))
        administrator.take(.moderation(.done), to: .moderation(.serverUnban(network.subject)))
        #expect(administrator.screen.contains("Nobody is banned from the server."))

        var moderator = desk()
        run("/bans", &moderator)
        #expect(moderator.others.isEmpty && moderator.status.contains("Only administrators of the server"))
    }

    @Test func `a narrow window shows the other keys with a question mark`() {
        var desk = desk(width: 80)
        desk.press(.control("r"))
        #expect(desk.screen.contains("? more   Esc back"))
        desk.press(.text("?"))
        #expect(desk.screen.contains("B  ban"))
        desk.press(.text("B"))
        #expect(desk.screen.contains("For how long do you ban bob?"))
        // A wrong time is asked for again, with what was typed.
        desk.type("soon 10")
        desk.press(.home)
        desk.type("5 ")
        desk.press(.enter)
        #expect(desk.status.contains("has no unit") && desk.screen.contains("5 soon 10"))
        desk.press(.escape)
        #expect(desk.interface.prompt == nil && change(desk) == nil)
    }

    @Test func `a person who is not here is asked for, and the command goes on`() throws {
        var desk = desk()
        run("/ban cleo", &desk)
        let question = try #require(asked(desk))
        let banned = Person(author: .cleo, standing: Standing())
        desk.take(.people([banned]), to: question)
        #expect(change(desk) == nil && desk.screen.contains("Ban cleo for good?"))
        desk.press(.text("y"))
        #expect(change(desk)?.member == Author.cleo.user)
        run("/unban zoe", &desk)
        let other = try #require(asked(desk))
        desk.take(.people([]), to: other)
        #expect(desk.status.contains("Nobody called zoe") && desk.interface.composer.editor.text == "/unban zoe")
        #expect(desk.others.count == 2)
    }

    @Test func `two people of one name are not mistaken for each other`() {
        var desk = desk()
        let other = Author(user: UserID(high: 8, low: 8), name: "bob")
        desk.say("me too", by: other)
        run("/ban bob", &desk)
        #expect(desk.status.contains("2 people are called bob.") && change(desk) == nil)
        desk.press(.control("u"))
        run("/block bob", &desk)
        #expect(desk.status.contains("2 people are called bob.") && desk.chat.blocked.isEmpty)
        for command in ["/msg bob for you alone", "/invite bob"] {
            desk.press(.control("u"))
            run(command, &desk)
            #expect(desk.status.contains("2 people are called bob.") && desk.others.isEmpty)
            #expect(desk.interface.composer.editor.text == command)
        }
    }

    @Test func `what a moderator did can be read in a narrow window`() {
        var desk = desk(width: 60)
        run("/log", &desk)
        let ban = MembershipChange.Action.ban(until: MembershipChange.Action.forGood)
        let reason = "this person sells things that nobody wants here"
        let event = Event(
            seq: 2, id: EventID(high: 9, low: 2), at: desk.now, author: .ann, idempotencyKey: nil,
            content: .membership(MembershipChange(Author.bob.user, ban, called: "bob", reason: reason)))
        desk.take(.actions([ModerationAction(number: 1, .event(event))]), to: .actions(.lobby))
        let words = desk.lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
        #expect(words.contains(reason), "\(desk.screen)")
    }

    @Test func `messages are pinned, listed and unpinned`() {
        var desk = desk()
        run("/pin", &desk)
        #expect(desk.logs[.lobby]?.last?.content == .pin(of: 1, on: true))
        run("/pins", &desk)
        #expect(desk.screen.contains("bob: hello") && desk.screen.contains("u unpin"))
        desk.press(.text("u"))
        #expect(desk.logs[.lobby]?.last?.content == .pin(of: 1, on: false) && desk.interface.panel == nil)
        run("/unpin", &desk)
        #expect(desk.status.contains("No message is pinned here."))
    }

    @Test func `a report has a reason and words`() {
        var desk = desk(.member)
        run("/report", &desk)
        #expect(desk.screen.contains("message of bob?") && desk.screen.contains("2  Harassment"))
        desk.press(.text("2"))
        desk.type("again and again")
        desk.press(.enter)
        #expect(desk.reports == [Report(.harassment, text: "again and again")])
        #expect(desk.status.contains("can see your report"))
        // The cursor chooses, too.
        run("/report", &desk)
        desk.press(.down, .down, .enter, .enter)
        #expect(desk.reports.last == Report(.violence))
    }

    @Test func `a guest who only reads is not offered to report and to block, and told why`() {
        var desk = Desk(width: 140, height: 24)
        desk.mayWrite = false
        desk.connect()
        desk.say("hello")
        run("/report", &desk)
        #expect(desk.status.contains("Guests only read here: sign in to send.") && desk.interface.panel == nil)
        desk.press(.control("u"), .control("r"))
        #expect(desk.screen.contains("Esc back"))
        #expect(!desk.screen.contains("! report") && !desk.screen.contains("b block"))
    }

    @Test func `a person is blocked and unblocked`() {
        var desk = desk(.member)
        run("/block bob", &desk)
        #expect(desk.chat.blocked == [Author.bob.user] && desk.screen.contains(Sentences.blocked))
        desk.tell(.received(.typing(room: .lobby, .bob)))
        #expect(desk.chat.conversations[.lobby]?.typing.people == [.bob] && !desk.screen.contains("is typing"))
        run("/unblock", &desk)
        desk.press(.text("u"))
        #expect(desk.chat.blocked.isEmpty && desk.screen.contains("hello"))
    }

    /// A desk after a start: the user blocks cleo, who is not here.
    private func deskOfBlocker() -> Desk {
        var desk = desk(.member)
        let own = RoomName.own(Author.ann.user)
        desk.happen(.block(Author.cleo.user, on: true), by: .ann, in: own)
        return desk
    }

    @Test func `the server is asked for the name of a blocked person who is not here`() {
        var desk = deskOfBlocker()
        #expect(desk.chat.blocked == [Author.cleo.user])
        run("/unblock", &desk)
        #expect(desk.screen.contains("Unknown person"))
        let question = Question.blocked([Author.cleo.user], in: [.lobby], nil)
        #expect(asked(desk) == question)
        desk.take(.people([Person(author: .cleo, standing: Standing())]), to: question)
        #expect(desk.screen.contains("cleo") && !desk.screen.contains("Unknown person"))
        desk.press(.text("u"))
        #expect(desk.chat.blocked.isEmpty)
    }

    @Test func `a blocked person who is not here is unblocked by name`() throws {
        var desk = deskOfBlocker()
        run("/unblock cleo", &desk)
        let question = try #require(asked(desk))
        #expect(desk.interface.composer.editor.isEmpty)
        desk.take(.people([Person(author: .cleo, standing: Standing())]), to: question)
        #expect(desk.chat.blocked.isEmpty && desk.status.contains("You do not block cleo any more."))
        var other = deskOfBlocker()
        run("/unblock dora", &other)
        other.take(.people([]), to: try #require(asked(other)))
        #expect(other.status.contains("You block nobody called dora."))
        #expect(other.interface.composer.editor.text == "/unblock dora")
        // Without a connection the reason is told at once.
        other.press(.control("u"))
        other.cut()
        run("/unblock cleo", &other)
        #expect(other.status.contains("You block nobody called cleo."))
    }

    @Test func `of two blocked people with one name, neither is unblocked unasked`() throws {
        var desk = deskOfBlocker()
        let other = Author(user: UserID(high: 8, low: 8), name: "cleo")
        desk.say("hello", by: other)
        desk.happen(.block(other.user, on: true), by: .ann, in: RoomName.own(Author.ann.user))
        // The name of the other one is known, that of cleo is not.
        run("/unblock cleo", &desk)
        let question = try #require(asked(desk))
        let written = Intent.Written(room: .lobby, text: "/unblock cleo")
        #expect(question == .blocked([Author.cleo.user], in: [.lobby], written))
        desk.take(.people([Person(author: .cleo, standing: Standing())]), to: question)
        #expect(desk.chat.blocked == [Author.cleo.user, other.user])
        #expect(desk.status.contains("2 people are called cleo."))
        #expect(desk.interface.composer.editor.text == "/unblock cleo")
    }

    @Test func `reports and held messages are decided`() throws {
        var desk = desk()
        run("/reports", &desk)
        let first = [ModerationQuestion.reports(.lobby, after: nil), .held(.lobby, after: nil)]
        #expect(desk.others == first.map { .ask(.moderation($0)) })
        let notes = [ReportNote(Report(.spam, text: "third\u{1B}[2J time"), at: Desk.start)]
        let message = try #require(desk.logs[.lobby]?.first)
        let reported = ReportedMessage(number: 1, room: .lobby, message: message, count: 2, notes: notes)
        let held = HeldMessage(number: 7, room: .lobby, at: Desk.start, author: .cleo, text: "buy")
        desk.take(.moderation(.reports([reported], next: 1)), to: .moderation(first[0]))
        desk.take(.moderation(.held([held], next: nil)), to: .moderation(first[1]))
        #expect(desk.screen.contains("2 reports: Spam. bob: hello “third␛[2J time”"))
        #expect(desk.screen.contains("held. cleo: buy") && desk.screen.contains("More…"))

        // A refused decision is told, and can be made again.
        let dismissal = Question.moderation(.resolve(.lobby, of: 1, Resolution(.dismissed)))
        desk.press(.text("d"))
        #expect(desk.others.last == .ask(dismissal) && desk.screen.contains("Deciding…"))
        desk.press(.text("a"))
        #expect(desk.others.last == .ask(dismissal))
        desk.take(.failed(.notConnected), to: dismissal)
        #expect(desk.screen.contains("Not decided: \(WireError.notConnected.text) 2 reports"))
        desk.press(.text("x"))
        guard case .ask(let deletion)? = desk.others.last, case .deletion(let mutation, .lobby, _) = deletion else {
            Issue.record("nothing is deleted")
            return
        }
        #expect(mutation == .delete(of: 1, reason: "Reported: spam"))
        desk.take(.moderation(.done), to: deletion)
        #expect(desk.status.contains("Decided.") && !desk.screen.contains("2 reports"))

        // The cursor is on no other entry in the place of the one that has gone.
        let count = desk.others.count
        desk.press(.text("p"))
        #expect(desk.others.count == count)
        desk.press(.down, .text("p"))
        #expect(desk.others.last == .ask(.moderation(.decide(.lobby, place: 7, HeldDecision(.publish)))))
        desk.press(.down, .text("m"))
        #expect(desk.others.last == .ask(.moderation(.reports(.lobby, after: 1))))
    }

    @Test func `the cursor stays at its entry while others come, and shows all of it`() throws {
        var desk = desk(width: 70)
        run("/reports", &desk)
        let text = Array(repeating: "word", count: 60).joined(separator: " ") + " the-end"
        let held = HeldMessage(number: 7, room: .lobby, at: Desk.start, author: .cleo, text: text)
        desk.take(.moderation(.held([held], next: nil)), to: .moderation(.held(.lobby, after: nil)))
        #expect(desk.screen.contains("the-end") && desk.screen.contains("p publish"))
        let message = try #require(desk.logs[.lobby]?.first)
        let reported = ReportedMessage(number: 1, room: .lobby, message: message, count: 1, notes: [])
        desk.take(.moderation(.reports([reported], next: nil)), to: .moderation(.reports(.lobby, after: nil)))
        #expect(desk.screen.contains("1 report") && desk.screen.contains("the-end"))
        desk.press(.text("x"))
        #expect(desk.others.last == .ask(.moderation(.decide(.lobby, place: 7, HeldDecision(.discard)))))
    }

    @Test func `only moderators see reports`() {
        var desk = desk(.member)
        run("/reports", &desk)
        #expect(desk.others.isEmpty && desk.status.contains("Only moderators"))
    }

    @Test func `the list of people has their places, and what may be done`() {
        var desk = desk()
        run("/who", &desk)
        #expect(desk.screen.contains("2 people are in") && desk.others == [.ask(.members(.lobby))])
        var muted = Standing()
        muted.mutedUntil = desk.interface.now + 3_600_000
        desk.take(.people([Person(author: .cleo, standing: muted)]), to: .members(.lobby))
        #expect(desk.screen.contains("ann  you") && desk.screen.contains("cleo  muted until"))
        // Here now, ann, bob, the heading of the muted, cleo.
        desk.press(.down, .down)
        #expect(desk.screen.contains("w message   M mute…   B ban…"))
        desk.press(.down, .down, .text("u"))
        #expect(change(desk) == MembershipChange(Author.cleo.user, .unmute, called: "cleo"))
        #expect(desk.interface.panel == nil)
    }

    @Test func `the list of people has what they say of themselves`() throws {
        var desk = desk()
        var profile = Profile()
        profile.about = "Gardener"
        desk.profiles = [try #require(ShownProfile(Author.bob.user, profile))]
        run("/about", &desk)
        #expect(desk.status.contains("There is no line about you."))
        run("/about Baker of bread", &desk)
        #expect(desk.chat.profile.about == "Baker of bread")
        run("/who", &desk)
        desk.take(.people([]), to: .members(.lobby))
        #expect(desk.screen.contains("ann  you · Baker of bread") && desk.screen.contains("bob  Gardener"))
        desk.press(.escape)
        run("/about", &desk)
        #expect(desk.status.contains("The line about you: Baker of bread. /about - removes it."))
        run("/about -", &desk)
        #expect(desk.chat.profile.about.isEmpty)
        run("/about \(String(repeating: "a", count: Limits.aboutBytes + 1))", &desk)
        #expect(desk.status.contains("What you say of yourself"))
        #expect(desk.interface.composer.editor.text.hasPrefix("/about aaa"))
    }

    @Test func `the line at the cursor is on the screen where others take several lines`() {
        var desk = Desk(width: 60, height: 15)
        let group = RoomName.newGroup()
        desk.infos[group] = RoomInfo(role: .owner)
        desk.connect([group])
        desk.interface.room = group
        desk.tell(.reconnect)
        var links: [InviteLink] = []
        for number in 2...7 {
            run("/invite", &desk)
            guard case .ask(.link(let code, let change))? = desk.others.last else {
                Issue.record("no link is made: \(desk.status)")
                return
            }
            desk.take(.link("https://chat.example/#join=\(code.text)"), to: .link(code, change))
            links.append(InviteLink(change.link, by: Author.ann.user, used: UInt64(number)))
            desk.press(.escape)
        }
        run("/links", &desk)
        desk.take(.links(links), to: .links(group))
        for number in 2...7 {
            #expect(desk.screen.contains("Used by \(number) people"), "\(desk.screen)")
            // The next line is the address.
            desk.press(.down, .down)
        }
    }

    @Test func `invite links are made, listed and used`() throws {
        var desk = Desk(width: 100)
        let group = RoomName.newGroup()
        desk.infos[group] = RoomInfo(role: .owner)
        desk.connect([group])
        desk.interface.room = group
        desk.tell(.reconnect)
        run("/invite", &desk)
        guard case .ask(.link(let code, let change))? = desk.others.last else {
            Issue.record("no link is made: \(desk.status)")
            return
        }
        #expect(change.link == code.secret.link && change.until == desk.interface.now + 604_800_000)
        let address = "https://chat.example/#join=\(code.text)"
        #expect(desk.screen.contains("Invite link of") && desk.screen.contains("Loading…"))
        desk.take(.link(address), to: .link(code, change))
        // It begins in the first column, and goes on in the first column: the mouse copies it
        // whole.
        let first = try #require(desk.lines.firstIndex { $0.hasPrefix("https://") })
        let shown = desk.lines[first...].prefix { !$0.isEmpty }.joined()
        #expect(shown == address && !desk.screen.contains("│"))
        // So do the title and the lines around it.
        #expect(desk.lines[0].hasPrefix(" & ") && desk.lines[1].hasPrefix("Invite link of"))
        #expect(desk.lines.contains { $0.hasPrefix("──") && CellWidth.of($0) == 100 })
        #expect(desk.lines[first + 1].isEmpty, "It has one line where it fits.")
        var small = desk
        small.interface.size = Size(width: 60, height: 20)
        let broken = try #require(small.lines.firstIndex { $0.hasPrefix("https://") })
        #expect(small.lines[broken] == "https://chat.example" && small.lines[broken + 1] == "/#join=\(code.text)")
        desk.press(.escape)
        #expect(desk.screen.contains("│"))
        run("/links", &desk)
        desk.take(.links([InviteLink(change.link, by: Author.ann.user, used: 2)]), to: .links(group))
        #expect(desk.screen.contains("Your link  Used by 2 people"))
        #expect(desk.screen.split(whereSeparator: \.isWhitespace).joined().contains("#join="))
        desk.press(.text("x"))
        #expect(desk.logs[group]?.last?.content == .link(LinkChange(revoking: change.link)))

        run("/link 5 Day", &desk)
        guard case .ask(.link(let few, let forFew))? = desk.others.last else {
            Issue.record("no link is made: \(desk.status)")
            return
        }
        #expect(forFew.uses == 5 && forFew.until == desk.interface.now + 86_400_000)
        desk.take(.link(address), to: .link(few, forFew))
        #expect(desk.screen.contains("The first 5 people who have this link can join the group."))
        desk.press(.escape)
        run("/link endless", &desk)
        guard case .ask(.link(_, let endless))? = desk.others.last else {
            Issue.record("no link is made: \(desk.status)")
            return
        }
        #expect(endless.uses == nil && endless.until == nil)
        desk.press(.escape)
        for wrong in ["/link soon", "/link 0", "/link 5 \(UInt64.max)"] {
            run(wrong, &desk)
            #expect(desk.status.contains("Type /link, how long"))
            desk.press(.control("u"))
        }

        let other = try #require(InviteCode(RoomName.newGroup(), .random()))
        run("/join https://chat.example/#join=\(other.text)", &desk)
        guard case .join(other.room, by: other, _)? = desk.others.last else {
            Issue.record("the link is not used: \(desk.status)")
            return
        }
        run("/join https://elsewhere.example/#join=\(other.text)", &desk)
        #expect(desk.status.contains("leads to another server"))
    }

    @Test(arguments: [
        ("/mu", ["/mute"]), ("/mute b", ["bob"]), ("/role bob mo", ["moderator"]), ("/unban B", ["bob"]),
        ("/unb", ["/unblock", "/unban"]), ("/kick bob an", ["ann"]), ("/sessions b", []),
        ("/join l", ["lobby"]), ("/leave l", ["lobby"]),
    ])
    func `Tab completes commands, people and roles`(text: String, words: [String]) {
        let completion = Completion(of: text, rooms: ["lobby"], people: ["ann", "bob"]) { _ in [] }
        #expect(completion?.words ?? [] == words)
    }
}
