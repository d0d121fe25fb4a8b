import ChatCore
import ChatTesting
import Flux
import Foundation
import Testing

@testable import ChatStore

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct FileSessionTests {
    private func chosen(_ text: String, _ name: String, in world: World) throws -> OutgoingFile {
        let folder = world.folder.appendingPathComponent("chosen", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: url)
        return OutgoingFile(url: url, name: name, type: "text/plain")
    }

    /// The beginning of a PNG of 16 by 16 pixels.
    private let image = Data(
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, 0, 0, 16, 0, 0, 0, 16])

    private func files(_ state: AppState) -> [Row.File] {
        (state.shown?.rows ?? []).compactMap {
            if case .message(let bubble) = $0.content, case .file(let file, _, _) = bubble.body { file } else { nil }
        }
    }

    @Test func `a file goes out with its caption, and is opened; a text does not wait for it`() async throws {
        let world = try World()
        defer { world.remove() }
        let store = try await world.storeInLobby()
        let file = try chosen("green", "tea.txt", in: world)
        store.dispatch(action: RoomAction.filesSent(OutgoingFiles([file], text: "Which one?"), .lobby))
        store.dispatch(action: RoomAction.performed(.message(text: "or black"), .lobby, Ticket(7)))
        await store.until { $0.states == [.sent, .sent] && self.files($0).first?.local == nil }
        let texts = await world.server.log(of: .lobby).compactMap { event -> String? in
            if case .message(let message) = event.content { message.text } else { nil }
        }
        #expect(Set(texts) == ["Which one?", "or black"] && texts.count == 2)
        #expect(!FileManager.default.fileExists(atPath: file.url.path))

        let sent = try #require(files(store.state).first)
        store.dispatch(action: FileAction.viewed(sent))
        #expect(store.state.viewed?.state == .coming)
        await store.until { if case .here = $0.viewed?.state { true } else { false } }
        guard case .here(let url) = store.state.viewed?.state else { return }
        #expect(try Data(contentsOf: url) == Data("green".utf8) && url.lastPathComponent == "tea.txt")
        store.dispatch(action: FileAction.closed)
        #expect(store.state.viewed == nil)
        try await store.quit()
    }

    @Test func `a file that waits is shown from this device, and taken back`() async throws {
        let world = try World()
        defer { world.remove() }
        let store = try await world.storeInLobby()
        await world.server.goAway()
        await store.until { $0.chat.connection.phase == .connecting }
        store.dispatch(action: RoomAction.filesSent(OutgoingFiles([try chosen("kept", "a.txt", in: world)]), .lobby))
        await store.until { self.files($0).count == 1 }
        let waiting = try #require(files(store.state).first)
        store.dispatch(action: FileAction.viewed(waiting))
        await store.until { if case .here = $0.viewed?.state { true } else { false } }
        store.dispatch(action: RoomAction.dropped(try #require(waiting.local)))
        await store.until { self.files($0).isEmpty }
        try await store.quit()
    }

    @Test func `a file that is gone says so, and can be asked for again`() async throws {
        let world = try World()
        defer { world.remove() }
        let store = try await world.storeInLobby()
        let nowhere = Row.File(id: FileID(high: 9, low: 9), name: "gone.txt", type: "text/plain", size: 4)
        store.dispatch(action: FileAction.viewed(nowhere))
        await store.until { $0.viewed?.state == .failed("There is no such file.") }
        store.dispatch(action: FileAction.viewed(nowhere))
        #expect(store.state.viewed?.state == .coming)
        store.dispatch(action: FileAction.closed)
        try await store.quit()
    }

    @Test func `files are accepted together and in their order, and photos among them are an album`() async throws {
        let world = try World()
        defer { world.remove() }
        let store = try await world.storeInLobby()
        let photos = try (1...3).map { try chosen("", "\($0).png", in: world) }
        for photo in photos { try image.write(to: photo.url) }
        let outgoing = photos.map { OutgoingFile(url: $0.url, name: $0.name, type: "image/png") }
        store.dispatch(action: RoomAction.filesSent(OutgoingFiles(outgoing, text: "From the tower"), .lobby))
        // They are in the outbox together, and have their album at once.
        await store.until { !self.files($0).isEmpty }
        #expect(files(store.state).map(\.name) == ["1.png", "2.png", "3.png"])
        #expect(Set(files(store.state).map(\.album)).count == 1 && files(store.state).first?.album != nil)
        await store.until { $0.states == [.sent, .sent, .sent] && $0.chat.waiting == 0 }
        #expect(!photos.contains { FileManager.default.fileExists(atPath: $0.url.path) })
        try await store.quit()
    }

    @Test func `a recording is sent as a voice message, if the server recognises a sound`() async throws {
        let world = try World()
        defer { world.remove() }
        let store = try await world.storeInLobby()
        let voice = try #require(Attachment.Voice(duration: 4_200, levels: [0, 7, 15]))
        for (content, name) in [("fLaC and more", "a.flac"), ("no sound", "b.flac")] {
            var recording = try chosen(content, name, in: world)
            recording.voice = voice
            store.dispatch(action: RoomAction.filesSent(OutgoingFiles([recording]), .lobby))
        }
        await store.until { $0.states == [.sent, .sent] && $0.chat.waiting == 0 }
        #expect(files(store.state).map(\.voice) == [voice, nil])
        #expect(files(store.state).map(\.kind) == [.voice, .other])
        try await store.quit()
    }

    @Test func `if one file is refused, all are, the user is told why, and the text is a draft again`() async throws {
        let world = try World()
        defer { world.remove() }
        let store = try await world.storeInLobby()
        let good = try chosen("x", "x.txt", in: world)
        var gone = try chosen("y", "y.txt", in: world)
        gone.url = world.folder.appendingPathComponent("not there")
        store.dispatch(action: RoomAction.filesSent(OutgoingFiles([gone], text: "look"), .lobby))
        await store.until { $0.drafts[world.account.id, .lobby] == "look" }
        #expect(store.state.refusal?.sentence.hasPrefix("y.txt was not sent.") == true)
        store.dispatch(action: RoomAction.filesSent(OutgoingFiles([good, gone], text: "here"), .lobby))
        await store.until { $0.drafts[world.account.id, .lobby] == "here\nlook" }
        #expect(store.state.refusal?.sentence.hasPrefix("None of the 2 files was sent.") == true)
        #expect(files(store.state).isEmpty && store.state.chat.waiting == 0)
        #expect(!FileManager.default.fileExists(atPath: good.url.path))
        try await store.quit()
    }

    @Test func `a chosen picture becomes the user's, and the profile is known while offline`() async throws {
        let world = try World()
        defer { world.remove() }
        let store = try await world.storeInLobby()
        await store.until { $0.chat.profile != nil }
        var file = try chosen("", "picture.jpg", in: world)
        try image.write(to: file.url)
        store.dispatch(action: AccountAction.pictureChosen(file))
        await store.until { $0.chat.profile?.avatar?.name == "picture.jpg" }

        let change = ProfileChange(about: "Gardener", avatar: .removed)
        store.dispatch(action: RoomAction.performed(.profile(change), .lobby, Ticket(9)))
        await store.until { $0.chat.profile?.about == "Gardener" && $0.chat.waiting == 0 }
        #expect(store.state.chat.profile?.avatar == nil)
        #expect(!FileManager.default.fileExists(atPath: file.url.path))

        file.url = world.folder.appendingPathComponent("not there")
        store.dispatch(action: AccountAction.pictureChosen(file))
        await store.until { $0.refusal?.sentence.hasPrefix("Your picture was not changed.") == true }
        await world.server.goAway()
        await store.until { $0.chat.connection.phase == .connecting }
        #expect(store.state.chat.profile?.about == "Gardener")
        try await store.quit()
    }

    @Test func `another account closes the file of the one before`() throws {
        var state = AppState()
        let server = try #require(ServerAddress("chat.example.org"))
        let file = Row.File(id: FileID(high: 1, low: 1), name: "a", type: "text/plain", size: 1)
        let ann = Account(id: AccountID(high: 1, low: 1), server: server, name: "ann")
        AppState.reducer(&state, AccountAction.added(ann, room: .lobby))
        AppState.reducer(&state, FileAction.viewed(file))
        AppState.reducer(&state, FileAction.came(file, URL(fileURLWithPath: "/tmp/a")))
        #expect(state.viewed?.state == .here(URL(fileURLWithPath: "/tmp/a")))
        let bob = Account(id: AccountID(high: 2, low: 2), server: server, name: "bob")
        AppState.reducer(&state, AccountAction.added(bob, room: .lobby))
        #expect(state.viewed == nil)
        AppState.reducer(&state, FileAction.failed(file, "late"))
        #expect(state.viewed == nil)
    }

    @Test func `an action that leads elsewhere closes the file, which would cover the screen`() throws {
        let server = try #require(ServerAddress("chat.example.org"))
        let elsewhere = try #require(ServerAddress("other.example.org"))
        let tea = try #require(RoomName("tea"))
        let file = Row.File(id: FileID(high: 1, low: 1), name: "a", type: "text/plain", size: 1)
        let ways: [any Action] = [
            NavigationAction.roomOpened(tea),
            NavigationAction.linkFollowed(ChatLink(server: server, room: .lobby, seq: 5)),
            NavigationAction.linkFollowed(ChatLink(server: server, room: tea)),
            NavigationAction.linkFollowed(ChatLink(server: elsewhere, room: .lobby)),
        ]
        for way in ways {
            var state = AppState()
            let ann = Account(id: AccountID(high: 1, low: 1), server: server, name: "ann")
            AppState.reducer(&state, AccountAction.added(ann, room: .lobby))
            AppState.reducer(&state, FileAction.viewed(file))
            AppState.reducer(&state, way)
            #expect(state.viewed == nil, "\(way)")
        }
    }
}
