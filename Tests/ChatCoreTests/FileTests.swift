import ChatTesting
import Foundation
import Testing

@testable import ChatCore

@Suite(.timeLimit(.minutes(5))) struct FileTests {
    private let server = LoopbackServer()
    private let clock = ManualClientClock()
    private let disk = FaultyFileSystem()
    private let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

    private func client(_ name: String = "ann", on storage: (any Storage)? = nil) -> ChatClient {
        let storage = storage ?? FileStorage(path: "/\(name)/journal", system: disk)
        return ChatClient(transport: server.transport, storage: storage, name: name, clock: clock)
    }

    private var messages: [Message] {
        get async {
            await server.log(of: .lobby).compactMap {
                if case .message(let message) = $0.content { message } else { nil }
            }
        }
    }

    /// Every message's file has its bytes.
    private func expectBytes() async throws {
        for message in await messages {
            let attachment = try #require(message.attachment)
            #expect(try await server.file(attachment.id) == bytes)
        }
    }

    private func wait(_ client: ChatClient, until isDone: ([Row.File]) -> Bool) async throws {
        for await state in try await client.conversationUpdates(in: .lobby) where isDone(state.rows().files) { return }
        Issue.record("The listening ended.")
    }

    @Test func `a photo that waits is shown as one: its name says so`() async throws {
        let ann = client("ann")
        for (name, type) in [("Tower.PNG", "image/png"), ("tea.unknown", "application/octet-stream"), (".png", nil)] {
            let sending = try await ann.send(FileSource(bytes), name: name, to: .lobby)
            let upload = try await ann.chat().outbox[sending.ticket]?.upload
            #expect(upload?.type == type ?? "application/octet-stream")
        }
        await ann.shutDown()
    }

    @Test func `a text that is sent with no files is a message of its own`() async throws {
        let ann = client("ann")
        try await ann.join(.lobby)
        try await ann.start()
        let sent = try await ann.send([ChosenFile](), text: "Hello", to: .lobby)
        #expect(sent.count == 1)
        for sending in sent { _ = try await sending.waitUntilSent() }
        #expect(try await ann.send([ChosenFile](), to: .lobby).isEmpty)
        #expect(await messages.map(\.text) == ["Hello"])
        await ann.shutDown()
    }

    @Test func `photos that are sent with one call are an album in their order; one that can't be sent stops all`()
        async throws
    {
        let ann = client("ann")
        try await ann.join(.lobby)
        try await ann.start()
        let shape = ChatWire.Attachment.Dimensions(width: 16, height: 16)
        let size: [UInt8] = [0, 0, 0, 16, 0, 0, 0, 16]
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + size
        let photos = (1...3).map {
            ChosenFile(FileSource(png), name: "\($0).png", type: "image/png", dimensions: shape)
        }
        let sendings = try await ann.send(photos, text: "Look", to: .lobby)
        for sending in sendings { _ = try await sending.settled() }
        let sent = await messages
        #expect(sent.map(\.text) == ["Look", "2.png", "3.png"])
        #expect(sent.compactMap(\.attachment?.name) == ["1.png", "2.png", "3.png"])
        #expect(Set(sent.map(\.attachment?.album)).count == 1 && sent.first?.attachment?.album != nil)
        let empty = ChosenFile(FileSource([UInt8]()), name: "empty.png", type: "image/png")
        await #expect(throws: WireError.self) { try await ann.send(photos + [empty], to: .lobby) }
        #expect(try await ann.chat().outbox.items.isEmpty)
        await ann.shutDown()
    }

    @Test func `a row's file is saved from this device while it waits, and from the server afterwards`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let copy = folder.appendingPathComponent("copy")
        for storage in [FileStorage(folder: folder, account: "ann"), MemoryStorage()] as [any Storage] {
            try Data("former".utf8).write(to: copy)
            await server.holdFiles()
            let ann = client("ann", on: storage)
            try await ann.join(.lobby)
            try await ann.start()
            try await ann.send(FileSource(bytes), name: "tower.bin", to: .lobby)
            for isLocal in [true, false] {
                if !isLocal { await server.releaseFiles() }
                var file: Row.File?
                for await state in try await ann.conversationUpdates(in: .lobby) {
                    file = state.rows().files.last
                    if let file, (file.local != nil) == isLocal { break }
                }
                try await ann.download(try #require(file), to: copy)
                #expect(try Data(contentsOf: copy) == Data(bytes))
                try FileManager.default.removeItem(at: copy)
            }
            await ann.shutDown()
        }
    }

    @Test func `a signed address is given to those who may read the file`() async throws {
        let (ann, bob) = try await server.clients("ann", "bob", clock: clock)
        let (room, _) = try await ann.createGroup(title: "Tea")
        let bytes = Array("plans".utf8)
        try await ann.send(FileSource(bytes), name: "plans.txt", to: room).waitUntilSent()
        var file: Row.File?
        for await state in try await ann.conversationUpdates(in: room) {
            file = state.rows().files.last
            if let file, file.local == nil { break }
        }
        let sent = try #require(file)
        let (plain, signed) = (try await ann.url(of: sent), try await ann.signedURL(of: sent))
        #expect(signed.absoluteString.hasPrefix("\(plain?.absoluteString ?? "none")?"))
        await #expect { _ = try await bob.signedURL(of: sent) } throws: { error in
            (error as? WireError)?.code == .noSuchFile
        }
        await ann.shutDown()
        await bob.shutDown()
    }

    private func png(_ side: UInt8, rest: Int = 0) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, 0, 0, side, 0, 0, 0, side] + Array(repeating: 0, count: rest)
    }

    private func photo(thumbnail: [UInt8]) -> ChosenFile {
        ChosenFile(
            FileSource(png(200, rest: 9_000)), name: "tower.png", type: "image/png",
            thumbnail: .init(FileSource(thumbnail), type: "image/png"))
    }

    @Test func `a photo goes with its thumbnail, also from the next process, and leaves no copy`() async throws {
        let first = client("ann")
        try await first.join(.lobby)
        try await first.send([photo(thumbnail: png(20))], to: .lobby)
        #expect(copies.count == 2)
        await first.shutDown()
        let ann = client("ann")
        try await ann.start()
        for await states in try await ann.conversationUpdates(in: .lobby)
        where states.rows().files.contains(where: { $0.local == nil }) { break }
        let attachment = try #require(await messages.first?.attachment)
        let thumbnail = try #require(attachment.thumbnail)
        #expect(thumbnail.dimensions == .init(width: 20, height: 20))
        #expect(try await server.file(thumbnail.id) == png(20))
        #expect(try await server.file(attachment.id) == png(200, rest: 9_000))
        #expect(copies.isEmpty)
        await ann.shutDown()
    }

    @Test func `a video is shown by its thumbnail while it waits here, and afterwards`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let ann = client("ann")
        try await ann.join(.lobby)
        let bytes: [UInt8] = [0, 0, 0, 16] + Array("ftypisom".utf8) + Array(repeating: 0, count: 4)
        let video = ChosenFile(
            FileSource(bytes), name: "bird.mp4", type: "video/mp4",
            thumbnail: .init(FileSource(png(20)), type: "image/png"))
        let copy = folder.appendingPathComponent("poster.png")
        try await ann.send([video], to: .lobby)
        for isLocal in [true, false] {
            if !isLocal { try await ann.start() }
            var file: Row.File?
            for await state in try await ann.conversationUpdates(in: .lobby) {
                file = state.rows().files.last
                if let file, (file.local != nil) == isLocal { break }
            }
            let poster = try #require(file?.picture(pixels: 1_000))
            #expect(file?.hasPicture == true && poster.id != file?.id && poster.size == UInt64(png(20).count))
            try await ann.download(poster, to: copy)
            #expect(try Data(contentsOf: copy) == Data(png(20)))
        }
        await ann.shutDown()
    }

    @Test func `a photo whose thumbnail can't be uploaded, or may be none, goes without it`() async throws {
        let ann = client("ann")
        try await ann.join(.lobby)
        try await ann.start()
        await server.faultUploads([.refused(WireError(.overloaded, "Later."))])
        let sendings =
            try await ann.send([photo(thumbnail: png(20))], to: .lobby)
            + ann.send([photo(thumbnail: Array("no image".utf8))], to: .lobby)
        for sending in sendings { _ = try await sending.settled() }
        #expect(await messages.map { $0.attachment?.thumbnail } == [nil, nil])
        #expect(await messages.allSatisfy { $0.attachment?.name == "tower.png" })
        #expect(copies.isEmpty)
        await ann.shutDown()
    }

    /// What is left in the spool.
    private var copies: [String] { disk.names.filter { $0.contains(".files/") } }

    @Test func `if one of several files can't be copied, none is sent, and no copy is left`() async throws {
        let ann = client("ann")
        try await ann.join(.lobby)
        let broken = FileSource(size: 5) { (_, _) throws(StorageError) in throw .failed("The disk is broken.") }
        let files = [FileSource(bytes), broken, FileSource(bytes)].map { ChosenFile($0, name: "a.png") }
        let error = await #expect(throws: WireError.self) { try await ann.send(files, to: .lobby) }
        #expect(error?.code == .notKept)
        #expect(try await ann.chat().outbox.items.isEmpty && copies.isEmpty)
        await ann.shutDown()
    }

    @Test func `if not all files have room in the outbox, none is sent, and no copy is left`() async throws {
        let ann = client("ann")
        try await ann.join(.lobby)
        // Zeros, which need no memory here.
        let large = FileSource(size: UInt64(Limits.fileBytes)) { (_, count) in [UInt8](repeating: 0, count: count) }
        let most = Int(Limits.outboxFileBytes) / Limits.fileBytes
        let files = Array(repeating: ChosenFile(large, name: "a.bin"), count: most + 1)
        let error = await #expect(throws: WireError.self) { try await ann.send(files, to: .lobby) }
        #expect(error?.code == .outboxFull)
        #expect(try await ann.chat().outbox.items.isEmpty && copies.isEmpty)
        await ann.shutDown()
    }

    @Test func `a call sends so many files and no more`() async throws {
        let ann = client("ann")
        try await ann.join(.lobby)
        let files = (1...Limits.filesPerSend + 1).map {
            ChosenFile(FileSource([UInt8](repeating: 1, count: 1)), name: "\($0).txt")
        }
        let error = await #expect(throws: WireError.self) { try await ann.send(files, to: .lobby) }
        #expect(error?.text.contains("\(Limits.filesPerSend)") == true)
        #expect(try await ann.chat().outbox.items.isEmpty && copies.isEmpty)
        #expect(try await ann.send(files.dropLast(), to: .lobby).count == Limits.filesPerSend)
        #expect(try await ann.chat().outbox.items.count == Limits.filesPerSend)
        #expect(try await ann.send([], to: .lobby).isEmpty)
        await ann.shutDown()
    }

    @Test func `a file is sent with its message, another client sees it and fetches its bytes`() async throws {
        let (ann, bob) = (client("ann"), client("bob"))
        for client in [ann, bob] {
            try await client.join(.lobby)
            try await client.start()
        }
        let sending = try await ann.send(FileSource(bytes), name: "swift.jpg", text: "Look", to: .lobby)
        guard case .sent = try await sending.settled() else { Issue.record("not sent"); return }
        try await wait(bob) { $0.map(\.name) == ["swift.jpg"] }
        let attachment = try #require(await messages.first?.attachment)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let copy = folder.appendingPathComponent("copy")
        try await bob.download(attachment, to: copy)
        #expect(try Data(contentsOf: copy) == Data(bytes))
        #expect(try await bob.url(of: Row.File(attachment))?.path.hasSuffix(attachment.id.text) == true)
        for client in [ann, bob] { await client.shutDown() }
        // What is left of the copy is deleted when the storage is opened again, if not before.
        disk.kill()
        await client("ann").shutDown()
        #expect(!disk.names.contains { $0.contains(".files/") })
    }

    @Test func `what was accepted offline goes with the next process, with or without an answer to its first upload`()
        async throws
    {
        for faults in [[], [LoopbackFiles.Fault.answerLost], [.cut(after: 0), .cut(after: 100_000), .answerLost]] {
            await server.goAway()
            let before = await messages.count
            let ann = client()
            try await ann.start()
            for number in 0..<3 { try await ann.send(FileSource(bytes), name: "\(number)", to: .lobby) }
            await ann.shutDown()
            disk.kill()
            await server.comeBack()
            await server.faultUploads(faults)
            let again = client()
            try await again.start()
            try await clock.passing(pausesOf: again) { try await again.drained() }
            #expect(await messages.dropFirst(before).map(\.text) == ["0", "1", "2"])
            await again.shutDown()
            disk.kill()
        }
        #expect(await server.fileCount == 9)
        try await expectBytes()
    }

    @Test func `an upload shows how far it is, waits while the network stands still, and ends when it is dropped`()
        async throws
    {
        await server.holdFiles()
        let ann = client()
        try await ann.join(.lobby)
        try await ann.start()
        let sending = try await ann.send(FileSource(bytes), name: "swift.jpg", to: .lobby)
        let next = try await ann.send("behind", to: .lobby)
        try await wait(ann) { $0.first?.progress == 0 }
        #expect(try await ann.source(of: sending.ticket)?.read(at: 5, count: 3) == Array(bytes[5..<8]))
        try await ann.cancel(sending.ticket)
        #expect(try await sending.settled() == .dropped)
        _ = try await next.settled()
        #expect(try await ann.source(of: sending.ticket) == nil)
        #expect(!disk.names.contains { $0.contains(".files/") })
        await server.releaseFiles()
        #expect(await messages.map(\.text) == ["behind"])
        #expect(await server.fileCount == 0)
        await ann.shutDown()
    }

    @Test func `a refusal for good is for everyone to see, and can be tried again`() async throws {
        let quota = WireError(.fileQuota, "Your files together are too large.")
        await server.faultUploads([.refused(quota)])
        let ann = client()
        try await ann.join(.lobby)
        try await ann.start()
        let sending = try await ann.send(FileSource(bytes), name: "swift.jpg", to: .lobby)
        #expect(try await sending.settled() == .failed(quota))
        #expect(try await ann.chat().outbox[sending.ticket]?.state == .failed(quota))
        let again = try await ann.retry(sending.ticket)
        guard case .sent = try await again.settled() else { Issue.record("not sent"); return }
        #expect(await messages.map(\.text) == ["swift.jpg"])
        await ann.shutDown()
    }

    @Test func `a file that the server has forgotten is uploaded again`() async throws {
        let ann = client()
        try await ann.join(.lobby)
        try await ann.start()
        _ = try await ann.send("first", to: .lobby).settled()
        await server.hold()
        let sending = try await ann.send(FileSource(bytes), name: "swift.jpg", to: .lobby)
        for await items in try await ann.outbox() where items.contains(where: { $0.state == .sending }) { break }
        await server.forgetFiles()
        await server.release()
        guard case .sent = try await clock.passing(pausesOf: ann, { try await sending.settled() }) else {
            Issue.record("not sent"); return
        }
        #expect(await messages.map(\.text) == ["first", "swift.jpg"])
        #expect(await server.fileCount == 1)
        await ann.shutDown()
    }

    @Test func `a restart of the server in the middle loses and doubles nothing`() async throws {
        let ann = client()
        try await ann.start()
        for round in 0..<4 {
            await server.holdFiles()
            let sending = try await ann.send(FileSource(bytes), name: "\(round)", to: .lobby)
            await server.restart()
            await server.releaseFiles()
            guard case .sent = try await clock.passing(pausesOf: ann, { try await sending.settled() }) else {
                Issue.record("not sent"); return
            }
        }
        #expect(await messages.map(\.text) == ["0", "1", "2", "3"])
        await ann.shutDown()
    }

    @Test func `what can't be kept or could never be sent is not accepted`() async throws {
        let ann = client()
        try await ann.start()
        for next in 0..<100 { disk.fail(at: disk.operations + next) }
        let full = await #expect(throws: WireError.self) {
            try await ann.send(FileSource(bytes), name: "swift.jpg", to: .lobby)
        }
        #expect(full?.code == .notKept)
        disk.kill()
        let empty = await #expect(throws: WireError.self) {
            try await ann.send(FileSource([UInt8]()), name: "empty", to: .lobby)
        }
        #expect(empty?.code == .file)
        let path = await #expect(throws: WireError.self) {
            try await ann.send(FileSource(bytes), name: "../swift.jpg", to: .lobby)
        }
        #expect(path?.code == .file)
        let missing = await #expect(throws: WireError.self) {
            try await ann.send(file: URL(fileURLWithPath: "/nowhere/swift.jpg"), to: .lobby)
        }
        #expect(missing?.code == .fileMissing)
        #expect(try await ann.chat().outbox.items.isEmpty)
        #expect(!disk.names.contains { $0.contains(".files/") })
        await ann.shutDown()
    }

    @Test func `a file on this device's disk is copied, and the copy goes`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let original = folder.appendingPathComponent("swift.jpg")
        try Data(bytes).write(to: original)
        for storage in [FileStorage(folder: folder, account: "ann") as any Storage, MemoryStorage()] {
            let ann = client(on: storage)
            let sending = try await ann.send(file: original, to: .lobby)
            let copy = try await ann.source(of: sending.ticket)
            #expect(try copy?.read(at: 0, count: .max) == bytes && copy?.url != original)
            #expect((copy?.url == nil) == (storage is MemoryStorage))
            try await ann.start()
            guard case .sent = try await sending.settled() else { Issue.record("not sent"); return }
            await ann.shutDown()
        }
        #expect(try Data(contentsOf: original) == Data(bytes))
        try await expectBytes()
    }

    @Test func `a client without a way for files says so`() async throws {
        let ann = ChatClient(transport: Mute(), name: "ann")
        await #expect(throws: WireError.self) {
            try await ann.download(.init(id: .random(), name: "a", type: "b/c", size: 1), to: URL(fileURLWithPath: "/"))
        }
        await ann.shutDown()
    }

    private struct Mute: Transport {
        func connect() async throws -> any TransportConnection { throw CancellationError() }
    }
}

extension [Row] {
    var files: [Row.File] {
        compactMap { row in if case .message(let bubble) = row.content { bubble.file } else { nil } }
    }
}
