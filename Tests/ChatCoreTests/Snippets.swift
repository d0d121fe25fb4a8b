import ChatCore
import ChatTesting
import Foundation
import Testing

// The code that the documentation pages show, so that it is compiled. `SnippetTests` checks that
// every block of the pages is here, line by line.

private protocol Showing: Sendable {
    func show(_ rows: [Row], animating difference: RowDifference)
    func show(_ problem: String)
    func hideSpinner()
}

private protocol Gallery: Sendable {
    func show(_ image: URL?, caption: String)
    func show(_ progress: Double)
    func show(_ photo: Row.Bubble, x: Int, y: Int)
}

private protocol Player: Sendable { func play(_ address: URL) }

private protocol Listing: Sendable {
    func show(_ titles: [String])
    func show(_ titles: [String], animating difference: RowDifference)
}

private struct Log: Sendable { func info(_ text: String) {} }

private final class Badge { var number = 0 }

private final class Banner {
    var text: String?
    var button: String?
}

protocol Session: Sendable { func token(refreshed: Bool) async throws -> String? }

private struct Picture: MessageContent {
    static let type = "com.example.picture"
    var address: URL
    var fallback: String { address.absoluteString }
}

struct Poll: MessageContent, Equatable {
    static let type = "com.example.poll"
    var question: String
    var answers: [String]
    var fallback: String { question }
}

struct FunctionTransport: Transport {
    let answer: @Sendable (ClientFrame) -> [ServerFrame]

    func connect() async throws -> any TransportConnection {
        let (events, sink) = TransportSink.make()
        return Connection(events: events, sink: sink, answer: answer)
    }

    struct Connection: TransportConnection {
        let events: AsyncStream<TransportEvent>
        let sink: TransportSink
        let answer: @Sendable (ClientFrame) -> [ServerFrame]

        func send(_ frame: ClientFrame) async throws {
            for frame in answer(frame) { sink.receive(frame) }
        }

        func close(_ code: CloseCode) async { sink.close(code) }
    }
}

private func make(_ transport: any Transport) async throws {
    let support = try FileManager.default.url(
        for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
    let folder = support.appendingPathComponent("Chat")
    let client = ChatClient(
        transport: transport,
        storage: FileStorage(folder: folder, account: "ann"),
        name: "ann")
    try await client.start()
    try await client.join(.lobby)
}

struct OwnTokens: TokenProvider {
    let session: any Session

    func token(replacing refused: String?) async throws -> String? {
        try await session.token(refreshed: refused != nil)
    }
}

private func keepAccount(_ client: ChatClient, _ name: String, _ password: String) async throws {
    try await client.signUp(name: name, password: password)
    try await client.signIn(name: name, password: password)
    for session in try await client.sessions() where !session.isCurrent {
        try await client.endSession(session.id)
    }
    try await client.signOut()
}

private func authenticate(_ transport: any Transport, _ storage: any Storage, _ session: any Session) -> ChatClient {
    let client = ChatClient(
        transport: transport,
        storage: storage,
        tokens: OwnTokens(session: session))
    return client
}

private func start(
    _ transport: any Transport, _ storage: any Storage, _ room: RoomName, _ view: any Showing
) async throws {
    let client = ChatClient(transport: transport, storage: storage, name: "ann")
    try await client.start()
    try await client.join(room)
    try await client.send("Hello", to: room)
    for await update in try await client.timeline(of: room) {
        view.show(update.rows, animating: update.difference)
    }
}

private func log(_ transport: any Transport, _ storage: any Storage, to log: Log) -> ChatClient {
    let client = ChatClient(transport: transport, storage: storage, name: "ann") { notice in
        log.info("\(notice)")
    }
    return client
}

struct Order: PayloadContent {
    static let type = "com.example.order"
    var number: Int
    var isPaid: Bool
}

private struct Header { func show(_ order: Order) {} }

private func keep(_ client: ChatClient, _ room: RoomName, _ header: Header) async throws {
    try await client.setContent(of: room, Order(number: 4711, isPaid: false))
    for await state in try await client.conversationUpdates(in: room) {
        if let order = state.conversation.info?.settings.content(as: Order.self) { header.show(order) }
    }
}

private func count(_ client: ChatClient, _ badge: Badge) async throws {
    for await total in try await client.unread() {
        badge.number = total.noticed
    }
}

private func useGroups(_ client: ChatClient, _ bob: Author, _ list: any Listing) async throws {
    let (group, _) = try await client.createGroup(title: "Tea", inviting: [bob])
    let direct = try await client.openDirect(with: bob.user)
    for await rooms in try await client.rooms() {
        list.show(rooms.map { $0.title })
    }
    _ = (group, direct)
}

private func filter(_ client: ChatClient, _ list: any Listing) async throws {
    for await rooms in try await client.rooms() {
        let unread = rooms.filter { $0.unread.count > 0 && !$0.choice.isArchived }
        list.show(unread.sorted { $0.title < $1.title }.map { $0.title })
    }
}

private func animate(_ client: ChatClient, _ list: any Listing) async throws {
    for try await update in try await client.rooms().differences() {
        list.show(update.list.map { $0.title }, animating: update.difference)
    }
}

private func listen(_ client: ChatClient, _ room: RoomName, _ view: any Showing, _ banner: Banner) async throws {
    for await update in try await client.timeline(of: room) {
        view.show(update.rows, animating: update.difference)
        if update.reachedStart { view.hideSpinner() }
        if let refusal = update.refusal { view.show(refusal.text) }
    }
    for await state in try await client.connectionStates() {
        let notice = state.notice()
        banner.text = notice?.sentence
        banner.button = notice?.remedy?.title
    }
}

private func hello(_ transport: any Transport) async throws {
    let client = ChatClient(transport: transport, name: "ann")
    try await client.join(.lobby)
    try await client.start()
    let sent = try await client.send("Hello", to: .lobby).waitUntilSent()
    print("The server has it as message \(sent.seq).")
    for try await message in client.messages(in: .lobby, after: 0) {
        print("\(message.author.name): \(message.text ?? "")")
    }
}

private func line(of row: Row) -> String? {
    func line(of row: Row) -> String? {
        switch row.content {
        case .message(let bubble): "\(bubble.author.name): \(bubble.text ?? "deleted")"
        case .unread: "New messages"
        case .beginning, .day, .album, .changes, .notice: nil
        }
    }
    return line(of: row)
}

private func page(_ client: ChatClient, _ room: RoomName, _ seq: Seq) async throws {
    try await client.loadOlder(in: room)
    try await client.show(.around(seq), in: room)
    try await client.show(.firstUnread, in: room)
    try await client.show(.newest, in: room)
    try await client.setFollowing(false, in: room)
}

private func goToDay(_ client: ChatClient, _ room: RoomName, _ day: Date) async throws {
    try await client.show(since: Calendar.current.startOfDay(for: day), in: room)
}

private func speak(_ client: ChatClient, _ room: RoomName, _ seq: Seq, _ ticket: Ticket) async throws {
    let sending = try await client.send("Hello", to: room)
    switch try await sending.settled() {
    case .sent(let message): print("message \(message.seq)")
    case .failed(let error): print(error.text)
    case .dropped: break
    }
    let message = try await sending.waitUntilSent()
    print(message.seq, message.date)
    try await client.retry(ticket)
    try await client.cancel(ticket)
    try await client.edit(seq, in: room, to: "Hello, world")
    try await client.react("👍", to: seq, in: room)
    try await client.removeReaction("👍", from: seq, in: room)
    try await client.delete(seq, in: room)
    try await client.markRead(room, upTo: seq)
    try await client.sendTyping(in: room)
}

private func leaveScreen(_ client: ChatClient) async throws {
    try await client.setForeground(false)
    try await client.start()
    try await client.drained()
}

private func export(_ client: ChatClient, _ room: RoomName, _ checkpoint: Position) async throws {
    func work(on message: LoggedMessage) async throws {}
    var place = checkpoint
    do {
        for try await message in client.messages(in: room, after: place) {
            try await work(on: message)
            place = message.position
        }
    } catch let error as WireError where error.code == .otherLog {
        // The server has another log of the room: its data was lost, or restored from a backup.
    }
}

private func sendVoice(_ client: ChatClient, _ room: RoomName, _ url: URL, _ amplitudes: [Double]) async throws {
    var meter = VoiceMeter()
    for amplitude in amplitudes { meter.add(amplitude) }  // 0 to 1, while it is recorded
    var recording = try ChosenFile(contentsOf: url, type: "audio/mp4")
    recording.voice = meter.voice(duration: 4_200)
    try await client.send([recording], to: room)
}

private func sendThumbnail(_ client: ChatClient, _ room: RoomName, _ photo: URL, _ small: Data) async throws {
    var tower = try ChosenFile(contentsOf: photo, type: "image/jpeg")
    tower.thumbnail = ChosenFile.Thumbnail(FileSource(small), type: "image/jpeg")
    try await client.send([tower], to: room)
}

private func sendFiles(_ client: ChatClient, _ room: RoomName, _ photo: URL) async throws {
    try await client.send(file: photo, text: "Look!", to: room)
    let photos = try [photo, photo].map { try ChosenFile(contentsOf: $0, type: "image/jpeg") }
    try await client.send(photos, text: "Two of them", to: room)
}

private func showFile(_ client: ChatClient, _ bubble: Row.Bubble, _ url: URL, _ view: any Gallery) async throws {
    if case .file(let file, let text, _) = bubble.body {
        try await client.download(file, to: url)
        view.show(url, caption: text ?? file.name)
        if let progress = file.progress { view.show(progress) }
    }
}

private func play(_ client: ChatClient, _ file: Row.File, on player: any Player) async throws {
    player.play(try await client.signedURL(of: file))
}

private func showAlbums(_ rows: [Row], _ view: any Gallery) {
    for row in rows.withAlbums {
        guard case .album(let album) = row.content else { continue }
        for photo in album.photos {
            if let tile = photo.bubble.tile { view.show(photo.bubble, x: tile.x, y: tile.y) }
        }
    }
}

private func save(_ client: ChatClient, _ file: Row.File, _ url: URL) async throws {
    try await client.run([.backgroundTask, .retry(.finite(5))]) {
        try await client.download(file, to: url)
    }
}

private func breakFiles() async throws {
    let server = LoopbackServer()
    await server.faultUploads([.cut(after: 100_000), .answerLost])
    await server.holdFiles()
    await server.releaseFiles()
}

private func upload(_ photo: Data) async throws -> URL { URL(fileURLWithPath: "/") }

private func share(_ photo: Data, _ client: ChatClient, _ room: RoomName) async throws {
    let address = try await client.run([.afterInit, .backgroundTask, .retry(.finite(5))]) {
        try await upload(photo)
    }
    try await client.send(Picture(address: address), to: room)
}

private func show(_ poll: Poll) {}
private func show(_ text: String) {}
private func show(_ place: Location) {}

private func show(_ preview: LinkPreview) {}

private func preview(_ client: ChatClient, _ text: String, _ seq: Seq, _ room: RoomName) async throws {
    if let preview = try await client.preview(ofLinkIn: text, of: seq, in: room) {
        show(preview)
    }
}

private func previewingServer() -> LoopbackServer {
    let server = LoopbackServer(previews: { link in
        LinkPreview(link: link, title: "Swifts never land", site: "Birds")
    })
    return server
}

private func meet(_ client: ChatClient, _ room: RoomName, _ message: Message) async throws {
    if let here = Location(latitude: 50.087, longitude: 14.4208, label: "Town Hall") {
        try await client.send(here, to: room)
    }
    if let place = message.payload.flatMap({ Location($0) }) { show(place) }
}

private func ask(_ client: ChatClient, _ room: RoomName, _ message: Message) async throws {
    try await client.send(Poll(question: "Lunch?", answers: ["yes", "no"]), to: room)
    if let poll = message.content(as: Poll.self) {
        show(poll)
    } else {
        show(message.text)
    }
}

private func close(_ client: ChatClient, _ seq: Seq, _ room: RoomName) async throws {
    try await client.edit(seq, in: room, to: Poll(question: "Lunch? Yes!", answers: []))
}

@Suite(.timeLimit(.minutes(5))) struct SnippetTests {
    @Test func `the test that the page shows passes`() async throws {
        let server = LoopbackServer()
        let client = ChatClient(transport: server.transport, name: "ann")
        try await client.join(.lobby)
        try await client.start()
        await server.say("Hello, Ann", as: "bob", in: .lobby)
        for await state in try await client.conversationUpdates(in: .lobby) {
            if state.conversation.last?.author.name == "bob" { break }
        }
        await client.shutDown()
    }

    @Test func `a scene of two users passes`() async throws {
        let server = LoopbackServer()
        let (ann, bob) = try await server.clients("ann", "bob", in: .lobby)
        let sent = try await ann.send("Hello, Bob", to: .lobby).waitUntilSent()
        for try await message in bob.messages(in: .lobby, after: sent.seq - 1) {
            #expect(message.text == "Hello, Bob")
            break
        }
        // Refusals are thrown, so nothing waits forever: the name is taken, and the group does not
        // exist.
        await #expect(throws: WireError.self) { try await server.client("ann") }
        let secret = try #require(RoomName("g-3h8q0v5k2m9r1t7c4d6f8g0j2n"))
        await #expect(throws: WireError.self) { try await server.clients("cleo", "dan", in: secret) }
        await ann.shutDown()
        await bob.shutDown()
    }

    @Test func `a test with a clock of its own passes`() async throws {
        let server = LoopbackServer()
        let clock = ManualClientClock()
        let client = ChatClient(transport: server.transport, name: "ann", clock: clock)
        try await client.join(.lobby)
        try await client.start()
        await server.goAway()
        try await client.send("Hello", to: .lobby)
        await server.comeBack()
        try await clock.passing(pausesOf: client) { try await client.drained() }
        await client.shutDown()
        #expect(await server.log(of: .lobby).count == 1)
    }

    @Test func `a full disk is full until it is healed`() throws {
        let disk = FaultyFileSystem(seed: 17)
        let file = try disk.open("/ann/journal")
        disk.failAll(.full)
        for _ in 0..<3 { #expect(throws: StorageError.self) { try file.append([1]) } }
        #expect(disk.failures.map(\.fault) == [.full, .full, .full])
        disk.heal()
        try file.append([2])
    }

    @Test func `the disk that the page shows fails where it is told to, and what was kept is found`() throws {
        let disk = FaultyFileSystem(seed: 17)
        let storage = FileStorage(path: "/ann/journal", system: disk)
        disk.fail(at: 31, .full)
        let (journal, _) = try storage.open()
        var kept: [[UInt8]] = []
        #expect(throws: StorageError.self) {
            for number in UInt8(1)...30 {
                try journal.append([[number]])
                try journal.sync()
                kept.append([number])
            }
        }
        disk.cutPower()
        #expect(try storage.open().records == kept && disk.failures.map(\.verb) == ["write"])
    }

    @Test func `content of an app's own comes back as it was, and is carried by those who don't know it`() throws {
        let poll = Poll(question: "Lunch?", answers: ["yes", "no"])
        let message = Message(text: poll.fallback, payload: try Payload(poll))
        #expect(message.content(as: Poll.self) == poll)
        #expect(message.content(as: Picture.self) == nil && message.text == "Lunch?")
        let broken = Message(text: "Lunch?", payload: ChatWire.Payload(type: Poll.type, data: "{"))
        #expect(broken.content(as: Poll.self) == nil)
    }

    @Test func `an edit replaces the content of a message, and an edit of its text leaves it`() async throws {
        let server = LoopbackServer()
        let ann = ChatClient(transport: server.transport, name: "ann")
        try await ann.join(.lobby)
        try await ann.start()
        let asked = Poll(question: "Lunch?", answers: ["yes", "no"])
        let seq = try await ann.send(asked, to: .lobby).waitUntilSent().seq
        let answered = Poll(question: "Lunch? Yes!", answers: [])
        _ = try await ann.edit(seq, in: .lobby, to: answered).waitUntilSent()
        _ = try await ann.edit(seq, in: .lobby, to: "Lunch at one").waitUntilSent()
        let edited = try await ann.message(seq, in: .lobby)?.content
        #expect(edited == .message(Message(text: "Lunch at one", payload: try Payload(answered), edited: 3)))
        await ann.shutDown()
    }

    @Test func `a place that is sent is read as the same place by the others`() async throws {
        let server = LoopbackServer()
        let client = ChatClient(transport: server.transport, name: "ann")
        try await client.join(.lobby)
        try await client.start()
        let place = try #require(Location(latitude: 50.087, longitude: 14.4208, label: "Town Hall"))
        _ = try await client.send(place, to: .lobby).settled()
        let said = await server.log(of: .lobby).compactMap { event -> ChatWire.Payload? in
            if case .message(let message) = event.content { message.payload } else { nil }
        }
        #expect(said.map { Location($0) } == [place])
        await client.shutDown()
    }

    @Test func `a transport of an app's own is told hello, and what it answers is heard`() async throws {
        let transport = FunctionTransport { frame in
            [.error(ref: frame.ref, WireError(.nameTaken, "That name is taken."))]
        }
        let client = ChatClient(transport: transport, name: "ann")
        try await client.start()
        for await state in try await client.connectionStates() where state.connection.hasGivenUp { break }
        #expect(try await client.chat().connection.trouble == .refused(WireError(.nameTaken, "That name is taken.")))
        await client.shutDown()
    }

    @Test(arguments: [
        "docs/sdk.md", "Sources/ChatCore/ChatCore.docc/TenMinutes.md", "Sources/ChatCore/ChatCore.docc/Files.md",
        "Sources/ChatCore/ChatCore.docc/ComingFromSTRVChat.md",
        "Sources/ChatCore/ChatCore.docc/ContentTransportsTesting.md",
    ])
    func `every block on a page is compiled here`(page: String) throws {
        let here = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        // The snippets of the screens are in the tests of their module.
        let files = ["ChatCoreTests/Snippets", "ChatScreensTests/ScreenSnippet", "ChatScreensTests/SlotSnippets"]
        let source = try files.map { file in
            let url = root.appendingPathComponent("Tests/\(file).swift")
            return lines(of: try String(contentsOf: url, encoding: .utf8))
        }.joined(separator: "\n")
        let blocks = try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8)
            .components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        #expect(!blocks.isEmpty)
        for block in blocks { #expect(("\n" + source).contains("\n" + lines(of: block)), "\(block)") }
    }

    @Test func `the row of a message has its text, and a deleted one has none`() async throws {
        let (server, ann) = (LoopbackServer(), Author(user: UserID(high: 1, low: 1), name: "ann"))
        await server.say("Hello", as: "ann", in: .lobby)
        let event = try #require(await server.log(of: .lobby).first)
        var bubble = Row.Bubble(
            seq: 1, ticket: nil, author: ann, isOwn: false, at: event.at, body: .text("Hello", payload: nil))
        #expect(line(of: Row(id: .event(1), content: .message(bubble))) == "ann: Hello")
        bubble.body = .deleted
        #expect(line(of: Row(id: .event(1), content: .message(bubble))) == "ann: deleted")
        #expect(line(of: Row(id: .beginning, content: .beginning)) == nil)
    }

    private func lines(of text: String) -> String {
        text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }
}
