import ChatWire
import Testing

@testable import ChatModel

/// What a list and a conversation show of a room at first sight: previews, its place, mentions,
/// pins, and why the user can't write.
@Suite struct FirstViewTests {
    private func item(_ room: RoomName = .lobby, _ world: World) -> ConversationItem? { world.chat.item(of: room) }

    private func photo(
        _ name: String, album: UInt64? = nil, type: String = "image/jpeg"
    ) -> ChatWire.Attachment {
        var photo = ChatWire.Attachment(
            id: FileID(high: 7, low: UInt64(name.utf8.count)), name: name, type: type, size: 9,
            dimensions: ChatWire.Attachment.Dimensions(width: 4, height: 3))
        photo.album = album
        return photo
    }

    @Test func `the list shows an album by its text, whichever photo has it, and a file by its name`() {
        var world = World.ready()
        world.other(.message(Message(text: "our garden", attachment: photo("a.jpg", album: 7))))
        world.other(.message(Message(text: "bb.jpg", attachment: photo("bb.jpg", album: 7))))
        world.quiesce()
        #expect(item(.lobby, world)?.lead == "bob:" && item(.lobby, world)?.words == "our garden")
        #expect(item(.lobby, world)?.preview == "bob: our garden")
        world.other(.message(Message(text: "c.jpg", attachment: photo("c.jpg", album: 8))))
        world.quiesce()
        #expect(item(.lobby, world)?.preview == "bob: Photo")
        world.other(.message(Message(text: "notes.txt", attachment: photo("notes.txt", type: "text/plain"))))
        world.quiesce()
        #expect(item(.lobby, world)?.preview == "bob: notes.txt")
    }

    @Test func `in a direct room only the user's own messages say whose they are`() throws {
        var world = World.ready()
        let room = try #require(RoomName.direct(Author.ann.user, Author.bob.user))
        world.tell(.join(room))
        world.other("hello", in: room)
        world.quiesce()
        #expect(item(room, world)?.lead == nil && item(room, world)?.preview == "hello")
        world.say("hi", in: room)
        world.quiesce()
        #expect(item(room, world)?.preview == "You: hi")
    }

    @Test func `a room without a message has the place of its newest change, or of the user's first visit`() {
        var world = World.ready()
        world.other("old")
        world.quiesce()
        world.now += 10
        world.tell(.join(.garden))
        world.quiesce()
        func order() -> [RoomName] { world.chat.items().found().map(\.room) }
        #expect(order() == [.garden, .lobby])
        #expect(item(.garden, world)?.at == nil)
        world.now += 10
        world.other("new")
        world.quiesce()
        #expect(order() == [.lobby, .garden])
        world.now += 10
        world.other(.settings(SettingsChange(title: "Tea")), in: .garden)
        world.tell(.show(.garden, .newest))
        world.quiesce()
        #expect(order() == [.garden, .lobby])
    }

    @Test(
        arguments: [
            ("@Ann, hello", ["@Ann"]), ("hello @ann", ["@ann"]), ("@annika", []), ("x@ann", []), ("`@ann`", []),
            ("https://example.org/@ann", []), ("**@ann** and @ann lee!", ["@ann", "@ann lee"]), ("@ann你好", ["@ann"]),
            ("> @ann\n- @ann", ["@ann", "@ann"]), ("@", []), ("@ ann", []), ("@נועה!", ["@נועה"]),
        ] as [(String, [String])])
    func `the mentions of a text are spans of their own`(text: String, mentions: [String]) {
        let markup = Markup(text).markingMentions(of: ["ann", "ann lee", "", "נועה"])
        let spans = markup.blocks.flatMap { block -> [Markup.Span] in
            switch block {
            case .paragraph(let spans), .quote(let spans): spans
            case .list(let items): items.flatMap(\.spans)
            case .code: []
            }
        }
        #expect(spans.filter { $0.style.contains(.mention) }.map(\.text) == mentions)
        #expect(markup.words == Markup(text).words)
    }

    @Test func `a text of nothing but mentions is not looked at to its end`() {
        func mentions(after places: Int) -> Int {
            let text = String(repeating: "@x ", count: places) + "@ann"
            guard case .paragraph(let spans)? = Markup(text).markingMentions(of: ["ann"]).blocks.first else { return 0 }
            return spans.count { $0.style.contains(.mention) }
        }
        #expect(mentions(after: Limits.mentionsMarked - 1) == 1)
        #expect(mentions(after: Limits.mentionsMarked) == 0)
    }

    @Test func `rows tell who is mentioned and what is pinned`() {
        var world = World.ready()
        world.other("@ann look")
        world.other("@bob look")
        world.say("@ann myself")
        world.other(.pin(of: 2, on: true))
        world.quiesce()
        var marks: [Seq: (Bool, Bool)] = [:]
        for case .message(let bubble) in world.chat.rows(of: .lobby).map(\.content) {
            if let seq = bubble.seq { marks[seq] = (bubble.isMention, bubble.isPinned) }
        }
        #expect(marks[1]?.0 == true && marks[2]?.0 == false && marks[3]?.0 == false)
        #expect(marks[1]?.1 == false && marks[2]?.1 == true)
    }

    @Test func `a sentence about one pinned message tells which`() {
        func change(_ seq: Seq, _ kind: Row.Change.Kind) -> Row.Change {
            Row.Change(seq: seq, at: 1, author: .bob, isOwn: false, kind: kind)
        }
        let one = Row.Changes([
            change(5, .settings(SettingsChange(title: "Tea"))), change(6, .pin(of: 2, on: true)),
        ])
        #expect(ChangeText(one, time: { "\($0)" }).messages == [nil, 2])
        let two = Row.Changes([change(6, .pin(of: 2, on: true)), change(7, .pin(of: 3, on: true))])
        #expect(ChangeText(two, time: { "\($0)" }).messages == [nil])
    }

    @Test func `a user who is muted, or who is no moderator where only these write, is told so`() {
        var world = World.ready()
        func silence() -> Silence? {
            Silence(.joined, world.chat.access(to: .lobby), at: world.chat.serverTime) { "\($0)" }
        }
        #expect(silence() == nil)
        let ann = Author.ann.user
        let end = world.now + 60_000
        world.infos[.lobby] = RoomInfo()
        world.other(.membership(MembershipChange(ann, .mute(until: end))))
        world.quiesce()
        #expect(silence()?.end == end)
        #expect(silence()?.sentence == "A moderator has muted you here until \(end).")
        world.other(.membership(MembershipChange(ann, .mute(until: MembershipChange.Action.forGood))))
        world.quiesce()
        #expect(silence()?.sentence == "A moderator has muted you here." && silence()?.end == nil)
        world.other(.membership(MembershipChange(ann, .unmute)))
        world.quiesce()
        #expect(silence() == nil)
        world.other(.settings(SettingsChange(posting: .moderators)))
        world.quiesce()
        #expect(silence()?.sentence == "Only moderators may write in this room.")
    }

    @Test func `a guest who only reads is told so, and is offered nothing that the server refuses`() {
        var world = World()
        world.mayWrite = false
        world.tell(.start)
        world.tell(.join(.lobby))
        world.quiesce()
        let access = world.chat.access(to: .lobby)
        let silence = Silence(.joined, access, at: world.chat.serverTime) { "\($0)" }
        #expect(silence?.sentence == "Guests only read here: sign in to send." && silence?.canSignIn == true)
        let reaction = Mutation.react(of: 1, emoji: "👍", on: true)
        #expect(world.chat.refusal(of: reaction, in: .lobby, at: world.now)?.code == .guestsReadOnly)
        world.tell(.report(Report(.spam), of: 1, in: .lobby))
        world.quiesce()
        #expect(!world.chat.canReport && world.reported.isEmpty && !world.chat.hasReported(1, in: .lobby))
    }
}
