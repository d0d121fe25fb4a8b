import ChatCore
import ChatModel
import ChatTesting
import ChatWire
import Foundation
import Testing

@testable import ChatStore

/// What the user shares from other apps, until a client has it.
@Suite struct SharingTests {
    private let account = AccountID(high: 1, low: 1)
    private let place = SharePlaces.Place(account: AccountID(high: 1, low: 1), room: .lobby)

    private var places: SharePlaces {
        SharePlaces([.init(id: account, title: "ann", rooms: [.init(name: .lobby, title: "Lobby")])])
    }

    private func message(
        _ text: String?, _ files: [String] = [], at: Int64 = 1, account: AccountID? = nil
    ) -> SharedMessage? {
        let place = SharePlaces.Place(account: account ?? self.account, room: .lobby)
        return SharedMessage(at: at, place: place, text: text, files: files)
    }

    @Test func `a message has what a client accepts, and nothing more`() {
        #expect(message("Hello")?.text == "Hello" && message(" Hello\n ")?.text == "Hello")
        #expect(message(nil) == nil && message(" \n") == nil)
        #expect(message(nil, ["a.txt"])?.text == nil && message(" ", ["a.txt"]) != nil)
        for (bytes, isAccepted) in [
            (Limits.textBytes - 1, true), (Limits.textBytes, true), (Limits.textBytes + 1, false),
        ] {
            #expect((message(String(repeating: "x", count: bytes)) != nil) == isAccepted)
        }
        for (count, isAccepted) in [
            (Limits.filesTogether - 1, true), (Limits.filesTogether, true), (Limits.filesTogether + 1, false),
        ] {
            #expect((message(nil, Array(repeating: "a.txt", count: count)) != nil) == isAccepted)
        }
        #expect(message(nil, ["../a.txt"]) == nil && message(nil, [""]) == nil && message("\u{7}") == nil)
    }

    @Test func `a message is read as it was written, and a wrong one is not read`() throws {
        let whole = try #require(message("Hello", ["a.txt", "a.txt"], at: 5))
        let data = try JSONEncoder().encode(whole)
        #expect(try JSONDecoder().decode(SharedMessage.self, from: data) == whole)
        let text = String(decoding: data, as: UTF8.self)
        for (old, new) in [("Hello", "\\u0007"), ("lobby", "no room"), ("a.txt", "../a"), ("\"at\":5", "\"at\":\"5\"")]
        {
            let changed = text.replacingOccurrences(of: old, with: new)
            #expect(changed != text)
            #expect(throws: (any Error).self) {
                try JSONDecoder().decode(SharedMessage.self, from: Data(changed.utf8))
            }
        }
    }

    /// Kinds of types as the system has them, as far as they are asked for.
    private static let kinds: [String: [String]] = [
        "public.jpeg": ["public.image", "public.data"], "public.heic": ["public.image", "public.data"],
        "com.apple.quicktime-movie": ["public.movie", "public.audiovisual-content", "public.data"],
        "com.adobe.pdf": ["public.data"], "public.plain-text": ["public.text", "public.data"],
        "public.vcard": ["public.text", "public.data"], "public.url": ["public.data"],
        "public.file-url": ["public.url", "public.data"],
    ]

    @Test(
        arguments: [
            (["public.plain-text"], SharedPart.text),
            (["public.url"], .link),
            (["public.heic", "public.jpeg"], .file(type: "public.jpeg")),
            (["public.heic"], .file(type: "public.heic")),
            (["com.apple.quicktime-movie"], .file(type: "com.apple.quicktime-movie")),
            (["public.file-url", "com.adobe.pdf"], .file(type: "com.adobe.pdf")),
            (["public.plain-text", "public.file-url"], .file(type: "public.plain-text")),
            (["public.file-url"], .file(type: "public.file-url")),
            (["public.url", "public.plain-text"], .link),
            (["public.vcard"], .file(type: "public.vcard")),
            (["com.example.private"], nil),
            ([], nil),
        ] as [([String], SharedPart?)])
    func `what is shared is read as the user sees it`(types: [String], part: SharedPart?) {
        let found = SharedPart(types: types) { type, other in
            type == other || SharingTests.kinds[type]?.contains(other) == true
        }
        #expect(found == part)
    }

    @Test func `a draft becomes a message when everything is read and a room is chosen`() {
        var draft = ShareDraft(places)
        #expect(draft.place == place, "the only room is chosen")
        #expect(draft.message(at: 1) == nil)
        draft.add("A page")
        #expect(draft.expect(3) == 3)
        draft.came("https://example.org")
        draft.came("A page")
        #expect(draft.message(at: 1) == nil, "something is still read")
        draft.failed()
        #expect(draft.refusal != nil)
        #expect(draft.message(at: 1) == message("A page\nhttps://example.org"))
        draft.place = SharePlaces.Place(account: AccountID(high: 2, low: 2), room: .lobby)
        #expect(draft.message(at: 1) == nil, "nobody offers this room")
        draft.place = place
        draft.text = String(repeating: "x", count: Limits.textBytes + 1)
        #expect(draft.problem != nil && draft.message(at: 1) == nil)
    }

    @Test func `a draft takes no more files than are sent together, and none that no server takes`() {
        var draft = ShareDraft(places)
        #expect(draft.expect(Limits.filesTogether) == Limits.filesTogether && draft.refusal == nil)
        #expect(draft.expect(1) == 0 && draft.refusal != nil)
        let url = URL(fileURLWithPath: "/tmp/a.txt")
        for (size, isKept) in [
            (0, false), (1, true), (UInt64(Limits.fileBytes), true), (UInt64(Limits.fileBytes) + 1, false),
        ] {
            #expect(draft.came(ShareDraft.File(url: url, size: size)) == isKept)
        }
        #expect(draft.files.count == 2 && draft.waiting == Limits.filesTogether - 4)
        // What was refused has left its place to others.
        #expect(draft.expect(9) == 2)
    }

    @Test func `rooms are searched by their titles`() {
        let rooms = ["Tée", "Garden"].map { SharePlaces.Room(name: .lobby, title: $0) }
        let places = SharePlaces([.init(id: account, title: "ann", rooms: rooms)])
        #expect(places.found(by: "TEE").groups[0].rooms == [rooms[0]] && places.found(by: " ") == places)
        #expect(places.found(by: "x").isEmpty && !places.isEmpty)
    }

    @MainActor @Test func `the rooms are those in which the user may write`() async throws {
        let world = try World()
        defer { world.remove() }
        let store = try await world.storeInLobby()
        let tea = try #require(RoomName("tea"))
        store.dispatch(action: RoomAction.joined(tea))
        await store.until { $0.chat.access[tea] != nil && $0.chat.access[.lobby] != nil }
        var state = store.state
        let found = SharePlaces(state, at: 0)
        #expect(found.groups.map(\.id) == [world.account.id])
        #expect(Set(found.groups[0].rooms.map(\.name)) == [.lobby, tea])
        #expect(found.groups[0].title.contains("chat.example.org"))
        var standing = Standing(membership: .member)
        standing.mutedUntil = 100
        state.chat.access[tea]?.standing = standing
        #expect(SharePlaces(state, at: 1).groups[0].rooms.map(\.name) == [.lobby])
        #expect(SharePlaces(state, at: 101).groups[0].rooms.count == 2)
    }
}

/// The folder between the share extension and the app.
@Suite struct ShareFolderTests {
    private let account = AccountID(high: 1, low: 1)
    private let root = FileManager.default.temporaryDirectory
        .appendingPathComponent("share-\(AccountID.random().text)", isDirectory: true)
    private var folder: ShareFolder { ShareFolder(root.appendingPathComponent("group")) }

    private func message(_ text: String?, _ files: [String] = [], at: Int64 = 1) throws -> SharedMessage {
        let place = SharePlaces.Place(account: account, room: .lobby)
        return try #require(SharedMessage(at: at, place: place, text: text, files: files))
    }

    /// A file outside of the folder.
    private func file(_ name: String, _ bytes: String) throws -> URL {
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        let url = root.appendingPathComponent(name)
        try Data(bytes.utf8).write(to: url)
        return url
    }

    /// The folders in a part of the folder.
    private func names(_ part: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("group/\(part)").path)) ?? []
    }

    @Test func `a message waits with its files until it is removed, the oldest first`() async throws {
        defer { try? FileManager.default.removeItem(at: root) }
        #expect(await folder.waiting().isEmpty)
        try await folder.hand(try message("later", at: 2), files: [])
        let files = [try file("1", "one"), try file("2", "two")]
        try await folder.hand(try message("first", ["a.txt", "a.txt"], at: 1), files: files)
        let waiting = await folder.waiting()
        #expect(waiting.map(\.message.text) == ["first", "later"])
        #expect(try waiting[0].files.map { try String(contentsOf: $0, encoding: .utf8) } == ["one", "two"])
        #expect(waiting[0].files.map(\.lastPathComponent) == ["a.txt", "a.txt"])
        await folder.remove(waiting[0].id)
        #expect(await folder.waiting().map(\.message.text) == ["later"])
        #expect(names("unfinished").isEmpty)
    }

    @Test func `the rooms of an account that are not known now stay as they were`() async throws {
        defer { try? FileManager.default.removeItem(at: root) }
        let room = SharePlaces.Room(name: .lobby, title: "Lobby")
        let (known, other) = (AccountID(high: 2, low: 2), AccountID(high: 3, low: 3))
        func places(_ rooms: [SharePlaces.Room], of accounts: [AccountID]) -> SharePlaces {
            SharePlaces(accounts.map { .init(id: $0, title: "ann", rooms: rooms) })
        }
        try await folder.keep(places([room], of: [account, known]))
        try await folder.keep(places([], of: [account, known, other]), unknown: [account, other])
        #expect(await folder.places().groups.map(\.rooms) == [[room], [], []])
    }

    @Test func `a message keeps its tickets: one for each file, or one for its text`() async throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try await folder.hand(try message("text", at: 1), files: [])
        let files = [try file("1", "one"), try file("2", "two")]
        try await folder.hand(try message("files", ["a.txt", "b.txt"], at: 2), files: files)
        let waiting = await folder.waiting()
        #expect(waiting.map(\.tickets.count) == [1, 2])
        #expect(Set(waiting.flatMap(\.tickets)).count == 3)
        #expect(await folder.waiting() == waiting)
    }

    @Test func `what the disk and the outbox refuse can be sent later, and what the server refuses cannot`() {
        for error: any Error in [
            CocoaError(.fileWriteOutOfSpace), POSIXError(.ENOSPC), WireError(.notKept, "x"),
            WireError(.outboxFull, "x"),
            StorageError.failed("x"), CancellationError(),
        ] {
            #expect(SharedTrouble.mayPass(error), "\(error)")
        }
        for error: any Error in [CocoaError(.fileReadCorruptFile), POSIXError(.EISDIR), WireError(.file, "x")] {
            #expect(!SharedTrouble.mayPass(error), "\(error)")
        }
    }

    @Test func `a message whose file is gone is not handed over, and leaves nothing behind`() async throws {
        defer { try? FileManager.default.removeItem(at: root) }
        let gone = root.appendingPathComponent("gone")
        let here = try file("1", "one")
        await #expect(throws: (any Error).self) {
            try await folder.hand(try message(nil, ["a.txt", "b.txt"]), files: [here, gone])
        }
        #expect(await folder.waiting().isEmpty && names("unfinished").isEmpty)
    }

    @Test func `so many messages wait and no more`() async throws {
        defer { try? FileManager.default.removeItem(at: root) }
        for number in 1...Limits.sharedMessages {
            try await folder.hand(try message("\(number)", at: Int64(number)), files: [])
        }
        await #expect(throws: ShareFolder.Refusal.full) { try await folder.hand(try message("x"), files: []) }
        let waiting = await folder.waiting()
        #expect(waiting.count == Limits.sharedMessages)
        await folder.remove(try #require(waiting.first).id)
        try await folder.hand(try message("x"), files: [])
    }

    @Test func `what can't be sent is deleted`() async throws {
        defer { try? FileManager.default.removeItem(at: root) }
        func damage(_ harm: (URL) throws -> Void) async throws {
            try await folder.hand(try message(nil, ["a.txt"]), files: [try file("1", "one")])
            let name = try #require(names("messages").first)
            try harm(root.appendingPathComponent("group/messages/\(name)"))
            #expect(await folder.waiting().isEmpty)
            #expect(names("messages").isEmpty)
        }
        try await damage { try Data("{}".utf8).write(to: $0.appendingPathComponent("message.json")) }
        try await damage { try FileManager.default.removeItem(at: $0.appendingPathComponent("message.json")) }
        try await damage { try FileManager.default.removeItem(at: $0.appendingPathComponent("0/a.txt")) }
        try await damage { try Data().write(to: $0.appendingPathComponent("0/a.txt")) }
        try await damage { place in
            // Another file of the device in place of the shared one.
            let secret = try file("secret", "secret")
            try FileManager.default.removeItem(at: place.appendingPathComponent("0/a.txt"))
            try FileManager.default.createSymbolicLink(
                at: place.appendingPathComponent("0/a.txt"), withDestinationURL: secret)
        }
        try await damage { place in
            let description = place.appendingPathComponent("message.json")
            let spaces = Data(repeating: 0x20, count: Limits.sharedMessageBytes)
            try (try Data(contentsOf: description) + spaces).write(to: description)
        }
    }

    @Test func `a message that can't be read now is kept`() async throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try await folder.hand(try message("Hello"), files: [])
        let name = try #require(names("messages").first)
        let place = root.appendingPathComponent("group/messages/\(name)")
        let description = place.appendingPathComponent("message.json")
        let whole = try Data(contentsOf: description)
        // A folder in its place can't be read, like a file before the device was unlocked once.
        try FileManager.default.removeItem(at: description)
        try FileManager.default.createDirectory(at: description, withIntermediateDirectories: false)
        #expect(await folder.waiting().isEmpty)
        #expect(names("messages") == [name])
        try FileManager.default.removeItem(at: description)
        try whole.write(to: description)
        #expect(await folder.waiting().map(\.message.text) == ["Hello"])
    }

    @Test func `the longest message fits into its file`() async throws {
        defer { try? FileManager.default.removeItem(at: root) }
        // Each of these is six bytes in JSON, and as long a name as there is.
        let text = "x" + String(repeating: "/", count: Limits.textBytes - 2) + "x"
        let names = (0..<Limits.filesTogether).map { "\($0)" + String(repeating: "n", count: Limits.fileNameBytes - 1) }
        let files = try names.map { _ in try file("1", "one") }
        try await folder.hand(try message(text, names), files: files)
        #expect(await folder.waiting().first?.message.text == text)
    }

    @Test func `the remains of a share that was broken off are deleted after an hour`() async throws {
        defer { try? FileManager.default.removeItem(at: root) }
        let remains = root.appendingPathComponent("group/unfinished/x")
        try FileManager.default.createDirectory(at: remains, withIntermediateDirectories: true)
        func age(_ seconds: Double) throws {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -seconds)], ofItemAtPath: remains.path)
        }
        try age(Limits.sharedRemains - 60)
        _ = await folder.waiting()
        #expect(names("unfinished") == ["x"])
        try age(Limits.sharedRemains + 60)
        _ = await folder.waiting()
        #expect(names("unfinished").isEmpty)
    }

    @Test func `the extension finds the rooms, and messages to an account that is gone are deleted`() async throws {
        defer { try? FileManager.default.removeItem(at: root) }
        #expect(await folder.places() == SharePlaces())
        let places = SharePlaces([.init(id: account, title: "ann", rooms: [.init(name: .lobby, title: "Lobby")])])
        try await folder.keep(places)
        #expect(await folder.places() == places)
        try await folder.hand(try message("hello"), files: [])
        try await folder.keep(places)
        #expect(await folder.waiting().count == 1)
        try await folder.keep(SharePlaces())
        #expect(await folder.waiting().isEmpty && names("messages").isEmpty)
        try Data("[".utf8).write(to: root.appendingPathComponent("group/places"))
        #expect(await folder.places() == SharePlaces())
    }
}
