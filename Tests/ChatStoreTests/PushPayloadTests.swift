import ChatCore
import ChatModel
import ChatTesting
import ChatWire
import Foundation
import Testing

@testable import ChatStore

/// What a push says, and what is shown of it.
@Suite(.timeLimit(.minutes(5))) struct PushPayloadTests {
    private let ann = UserID(high: 1, low: 1)
    private let bob = UserID(high: 2, low: 2)
    private let account = AccountID(high: 1, low: 1)

    private func info(_ changes: [String: Any?] = [:], alert: Any? = nil) -> [AnyHashable: Any] {
        var own: [String: Any] = [
            "server": "wss://chat.example.org", "user": ann.text, "room": "lobby", "number": 58,
        ]
        for (key, value) in changes { own[key] = value }
        return alert.map { ["aps": ["alert": $0], "martlet": own] } ?? ["martlet": own]
    }

    private func push(_ room: RoomName = .lobby) throws -> PushPayload {
        PushPayload(
            server: try #require(ServerAddress("chat.example.org")), user: ann, room: room, seq: 58, title: "Chat",
            body: "There is news")
    }

    private func event(_ content: Event.Content, by author: Author? = nil) -> Event {
        Event(
            seq: 58, id: EventID(high: 1, low: 58), at: 0, author: author ?? Author(user: bob, name: "bob"),
            idempotencyKey: nil, content: content)
    }

    private func entry(_ rooms: [PushAccounts.Room], blocked: [UserID] = []) throws -> PushAccounts.Entry {
        PushAccounts.Entry(
            account: account, server: try push().server, user: ann, name: "ann", blocked: blocked, rooms: rooms)
    }

    @Test func `a push is read as it is documented, and nothing else is`() throws {
        let read = try #require(PushPayload(info(alert: ["title": "Chat", "body": "There is news"])))
        #expect(read == (try push()))
        #expect(PushPayload(info(alert: "There is news"))?.body == "There is news")
        #expect(PushPayload(info())?.body == nil)
        let wrong: [(String, Any?)] = [
            ("server", nil), ("server", 1), ("server", "no address"), ("user", "ann"), ("user", nil),
            ("room", "No room"), ("room", 3), ("number", 0), ("number", -1), ("number", "58"), ("number", 1.5),
            ("number", true), ("number", nil), ("room", RoomName.own(ann).text),
        ]
        for (key, value) in wrong {
            var own = info()["martlet"] as? [String: Any] ?? [:]
            own[key] = value
            #expect(PushPayload(["martlet": own]) == nil, "\(key) \(value ?? "missing")")
        }
        #expect(PushPayload([:]) == nil && PushPayload(["martlet": "lobby"]) == nil)
        #expect(PushPayload(["martlet": ["server": Date()]]) == nil)
    }

    @Test func `the JSON on the page is what the app sends and reads`() throws {
        let here = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appendingPathComponent("docs/app.md"), encoding: .utf8)
        let part = try #require(
            page.components(separatedBy: "\n## Push\n").last?.components(separatedBy: "\n## ").first)
        let blocks = part.components(separatedBy: "```json\n").dropFirst().map { block in
            Data(block.components(separatedBy: "\n```")[0].utf8)
        }
        try #require(blocks.count == 2)
        let registration = try JSONDecoder().decode(PushRegistration.self, from: blocks[0])
        #expect(registration.environment == .production)
        #expect(registration.server == (try push().server))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(try encoder.encode(registration) == blocks[0])
        let info = try #require(try JSONSerialization.jsonObject(with: blocks[1]) as? [String: Any])
        let read = try #require(PushPayload(info))
        #expect(read.user == registration.user && read.room == .lobby && read.seq == 58)
        #expect(read.title == "Martlet" && read.body == "New message")
    }

    @Test func `a push is bounded, and so is its text`() throws {
        let size = try JSONSerialization.data(withJSONObject: try #require(info()["martlet"])).count
        let frame = ",\"x\":\"\"".utf8.count
        for (more, isRead) in [(-1, true), (0, true), (1, false)] {
            let filler = String(repeating: "x", count: Limits.pushPayloadBytes - size - frame + more)
            #expect((PushPayload(info(["x": filler])) != nil) == isRead)
        }
        for (count, isKept) in [
            (Limits.pushTextBytes - 1, true), (Limits.pushTextBytes, true), (Limits.pushTextBytes + 1, false),
        ] {
            #expect((PushPayload(info(alert: String(repeating: "x", count: count)))?.body != nil) == isKept)
        }
    }

    @Test func `a message is shown as the app would announce it`() throws {
        let shown = FetchedAnnouncement(
            try push(), entry: try entry([.init(name: .lobby, title: "Team")]),
            event: event(.message(Message(text: "**Hello**\nthere"))))
        #expect(shown.title == "Team" && shown.author == "bob" && shown.body == "Hello there" && !shown.isQuiet)
        #expect(shown.place?.id == "\(account.text) martlet://chat.example.org/lobby/58")
        // A direct room has the other person's name as its title.
        let direct = FetchedAnnouncement(
            try push(), entry: try entry([.init(name: .lobby, title: "bob")]),
            event: event(.message(Message(text: "Hi"))))
        #expect(direct.title == "bob" && direct.author == nil)
        // A room of which the app does not know yet.
        let new = FetchedAnnouncement(try push(), entry: try entry([]), event: event(.message(Message(text: "Hi"))))
        #expect(new.title == "lobby")
        let mention = FetchedAnnouncement(
            try push(), entry: try entry([.init(name: .lobby, title: "Team", notice: .mentions)]),
            event: event(.message(Message(text: "@ann, hello"))))
        #expect(mention.body == "@ann, hello")
    }

    @Test func `what the app would not announce is shown without its text, and quietly`() throws {
        let (room, muted) = (
            PushAccounts.Room(name: .lobby, title: "Team"),
            PushAccounts.Room(name: .lobby, title: "Team", notice: .nothing)
        )
        let secret = Event.Content.message(Message(text: "secret"))
        let cases = [
            (try entry([room], blocked: [bob]), event(secret)), (try entry([muted]), event(secret)),
            (try entry([.init(name: .lobby, title: "Team", notice: .mentions)]), event(secret)),
            (try entry([room]), event(.deleted(by: 60))), (try entry([room]), event(.damaged)),
            (try entry([room]), event(secret, by: Author(user: ann, name: "ann"))),
        ]
        for (entry, event) in cases {
            let shown = FetchedAnnouncement(try push(), entry: entry, event: event)
            #expect(shown.body == "New message" && shown.title == nil && shown.author == nil && shown.isQuiet)
        }
    }

    @Test func `without an account or an answer, the push's own text is shown`() throws {
        for entry in [nil, try entry([])] {
            let shown = FetchedAnnouncement(try push(), entry: entry, event: nil)
            #expect(shown.title == "Chat" && shown.body == "There is news" && !shown.isQuiet)
            #expect((shown.place != nil) == (entry != nil))
        }
        var bare = try push()
        (bare.title, bare.body) = (nil, nil)
        #expect(FetchedAnnouncement(bare, entry: nil, event: nil).body == "New message")
    }

    @Test func `the extension asks for the message, with the account's token, and shows it`() async throws {
        let world = try PushWorld()
        defer { world.remove() }
        try await world.access.accounts.save(
            PushAccounts([try entry([.init(name: .lobby, title: "Team")])]))
        world.vault.keep("ms_1", of: ann)
        let server = ScriptedRequests { request in
            guard request.path == "/v1/request", request.token == "ms_1",
                let frame = try? ClientFrame(json: request.body ?? []),
                frame.request == .history(room: .lobby, anchor: .after(57), limit: 1)
            else { return ServerAnswer(status: 400) }
            return page([event(.message(Message(text: "Hello")))])
        }
        #expect(await world.fetch(server).run(try push()).body == "Hello")
        // A push for somebody else is fetched with nobody's token.
        var other = try push()
        other.user = bob
        #expect(await world.fetch(server).run(other).body == "There is news")
        #expect(await server.requests.count == 1)
        // The server answers with something else.
        for answer in [ServerAnswer(status: 401), ServerAnswer(status: 200, body: [1]), page([])] {
            let broken = ScriptedRequests { _ in answer }
            #expect(await world.fetch(broken).run(try push()).body == "There is news")
        }
    }

    @Test func `a server that does not answer is waited for until the deadline`() async throws {
        let world = try PushWorld()
        defer { world.remove() }
        try await world.access.accounts.save(PushAccounts([try entry([])]))
        world.vault.keep("ms_1", of: ann)
        let clock = ManualClientClock()
        let run = Task { try await world.fetch(SilentRequests(), clock: clock).run(push()) }
        let time = Task {
            while !Task.isCancelled {
                clock.advance(by: .milliseconds(Limits.pushDeadline / 4))
                await Task.yield()
            }
        }
        #expect(try await run.value.body == "There is news")
        time.cancel()
    }

    @Test func `the announcement of a message and its push are one`() throws {
        let place = Announcement.Place(account: account, link: try push().link)
        func find(_ push: PushPayload) -> Announcement.Place? {
            push.user == ann ? Announcement.Place(account: account, link: push.link) : nil
        }
        let all: [(String, [AnyHashable: Any])] = [
            (place.id, [:]), ("system's own", info()), ("newer", info(["number": 59])), ("x", [:]),
            ("other", info(["user": bob.text])),
        ]
        let delivered = DeliveredAnnouncements(
            all.map { DeliveredNotification(id: $0.0, userInfo: $0.1) }, find)
        #expect(delivered.ids(of: place) == [place.id, "system's own"])
        #expect(delivered.ids(of: place, but: place.id) == ["system's own"])
        // Without its account, each is over. What is about no message here stays.
        #expect(delivered.over(in: AppState()) == [place.id, "newer", "system's own"].sorted())
    }

    /// The answer of the HTTP API to a request for history.
    private func page(_ events: [Event]) -> ServerAnswer {
        // A seeded source: ThreadSanitizer crashes on an `inout` value without a size, as the
        // system's source is.
        var source = SeededGenerator(seed: 1)
        var writer = JSONWriter()
        ServerFrame.page(ref: 1, room: .lobby, epoch: Epoch.random(using: &source), head: 58, events: events)
            .write(to: &writer)
        return ServerAnswer(status: 200, body: writer.bytes)
    }
}

/// What an app and its extension share, in a folder of its own.
struct PushWorld: Sendable {
    let folder: URL
    let vault = MemoryVault()
    let access: PushAccess

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("push-\(AccountID.random().text)")
        access = PushAccess(folder: folder) { [vault] _ in vault }
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    func fetch(_ server: any RequestTransport, clock: any ClientClock = SystemClock()) -> FetchAnnouncement {
        FetchAnnouncement(access, connect: { _ in server }, clock: clock)
    }
}

/// Tokens in memory.
///
/// @unchecked: all state is read and written under `guarding`.
final class MemoryVault: TokenVault, @unchecked Sendable {
    private let guarding = NSLock()
    private var tokens: [UserID: String] = [:]

    var all: [UserID: String] { guarding.withLock { tokens } }

    func token(of user: UserID) -> String? { guarding.withLock { tokens[user] } }

    func keep(_ token: String, of user: UserID) { guarding.withLock { tokens[user] = token } }

    func removeAll(but user: UserID?) { guarding.withLock { tokens = tokens.filter { $0.key == user } } }
}

/// A server that answers as the test says, and remembers what it was asked.
actor ScriptedRequests: RequestTransport {
    private(set) var requests: [ServerRequest] = []
    private let script: @Sendable (ServerRequest) throws -> ServerAnswer

    init(_ script: @escaping @Sendable (ServerRequest) throws -> ServerAnswer) { self.script = script }

    func answer(to request: ServerRequest) throws -> ServerAnswer {
        requests.append(request)
        return try script(request)
    }
}

/// A server that never answers.
struct SilentRequests: RequestTransport {
    func answer(to request: ServerRequest) async throws -> ServerAnswer {
        for await _ in AsyncStream<Void>.makeStream().stream {}
        throw CancellationError()
    }
}
