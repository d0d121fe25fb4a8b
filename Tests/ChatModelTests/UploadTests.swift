import ChatTesting
import ChatWire
import Testing

@testable import ChatModel

@Suite struct UploadTests {
    private func file(_ row: Row?) -> Row.File? {
        if case .file(let file, _, _) = row?.bubble?.body { file } else { nil }
    }

    private func row(_ world: World, _ ticket: Ticket) -> Row? {
        world.chat.rows(of: .lobby).first { $0.id == .ticket(ticket) }
    }

    @Test func `a file is uploaded, then its message goes with what the server answered, once`() throws {
        var world = World.ready()
        let ticket = world.attach()
        #expect(world.chat.outbox[ticket]?.number == nil && world.texts() == [])
        let upload = try #require(world.uploads.first)
        #expect(upload.token == "token" && upload.upload.name == "swift.jpg")
        world.finishUploads()
        world.quiesce()
        let sent = world.logs[.lobby]?.compactMap { event -> ChatWire.Attachment? in
            if case .message(let message) = event.content { message.attachment } else { nil }
        }
        #expect(sent == [upload.upload.answer])
        #expect(world.settled[ticket]?.count == 1 && world.released == [ticket])
        #expect(world.chat.outbox.items.isEmpty)
    }

    @Test func `a row shows the file from the beginning, how much of it has left, and keeps its id`() {
        var world = World.ready()
        let ticket = world.attach(size: 1_000, text: "Look")
        #expect(file(row(world, ticket))?.progress == 0)
        world.tell(.uploadProgress(ticket, 250))
        #expect(file(row(world, ticket))?.progress == 0.25)
        #expect(world.tell(.uploadProgress(ticket, 200)).isEmpty)
        #expect(file(row(world, ticket))?.local == ticket)
        world.finishUploads()
        world.quiesce()
        let shown = row(world, ticket)
        #expect(file(shown)?.type == "image/png" && file(shown)?.dimensions?.width == 16)
        #expect(file(shown)?.local == nil && file(shown)?.uploaded == nil)
        #expect(shown?.bubble?.body.words == "Look" && shown?.bubble?.state == .sent)
    }

    @Test func `a text that is only the file's name is left out`() {
        var world = World.ready()
        let ticket = world.attach("swift.jpg")
        let check = { (world: World) in
            guard case .file(let file, let text, _) = row(world, ticket)?.bubble?.body else { return false }
            return text == nil && file.name == "swift.jpg"
        }
        #expect(check(world))
        world.finishUploads()
        world.quiesce()
        #expect(check(world))
    }

    @Test func `a text does not wait for a file; files of a room keep their order`() {
        var world = World.ready()
        world.tell(.join(.garden))
        world.quiesce()
        let tickets = [world.attach("first"), world.attach("second")]
        world.say("text")
        world.say("elsewhere", in: .garden)
        world.quiesce()
        #expect(world.texts() == ["text"] && world.texts(.garden) == ["elsewhere"])
        world.finishUploads(tickets[1])
        world.say("later")
        world.quiesce()
        #expect(world.texts() == ["text", "later"])
        world.finishUploads(tickets[0])
        world.quiesce()
        #expect(world.texts() == ["text", "later", "first", "second"])
    }

    @Test func `a room's later settings wait for its picture`() {
        let picture = Upload(id: FileID(high: 1, low: 2), name: "swift.jpg", type: "image/jpeg", size: 100)
        var outbox = Outbox()
        for (number, upload) in [(UInt64(1), picture), (2, nil)] {
            let change = Mutation.settings(SettingsChange())
            _ = outbox.add(Outbox.Item(ticket: Ticket(number), room: .lobby, mutation: change, upload: upload, at: 0))
        }
        #expect(outbox.sendNext { _ in true } == nil)
        _ = outbox.drop(Ticket(1))
        #expect(outbox.sendNext { _ in true }?.item.ticket == Ticket(2))
    }

    @Test func `uploads run ahead of their messages, but not too many at once`() {
        var world = World.ready()
        let tickets = (0..<4).map { world.attach("\($0)") }
        #expect(world.uploads.map(\.ticket) == Array(tickets.prefix(Limits.outboxUploads)))
        world.finishUploads(tickets[1])
        #expect(world.uploads.map(\.ticket) == [tickets[0], tickets[2]])
        world.quiesce()
        #expect(world.texts() == [])
        while !world.uploads.isEmpty { world.finishUploads(world.uploads.last?.ticket) }
        world.quiesce()
        #expect(world.texts() == ["0", "1", "2", "3"])
    }

    @Test func `an upload without an answer is tried again after a pause, and one that never succeeds lets others by`()
    {
        var world = World.ready()
        let poor = world.attach("poor")
        for _ in 0..<3 {
            world.failUpload(poor)
            #expect(world.uploads.isEmpty && world.timers[.uploading] != nil)
            world.fire(.uploading)
        }
        world.failUpload(poor)
        let others = (0..<3).map { world.attach("\($0)") }
        world.fire(.uploading)
        #expect(world.uploads.map(\.ticket) == Array(others.prefix(2)))
        world.finishUploads(others[0])
        world.finishUploads(others[1])
        #expect(world.uploads.map(\.ticket) == [others[2], poor])
        world.finishUploads()
        world.quiesce()
        #expect(world.texts() == ["poor", "0", "1", "2"])
    }

    @Test func `a temporary refusal waits as long as the server says`() throws {
        var world = World.ready()
        let ticket = world.attach()
        world.failUpload(ticket, WireError(.rateLimited, "Later.", retry: 90_000))
        #expect(try #require(world.timers[.uploading]) >= world.now + 90_000)
        #expect(world.chat.outbox[ticket]?.state == .waiting)
        world.fire(.uploading)
        #expect(world.uploads.count == 1)
    }

    @Test func `a refusal for good is for everyone to see, can be tried again, and lets what is behind it go`() {
        var world = World.ready()
        let ticket = world.attach("one")
        world.say("two")
        let error = WireError(.fileQuota, "Your files are too large.")
        world.failUpload(ticket, error)
        world.quiesce()
        #expect(world.settled[ticket] == [.failed(error)] && world.texts() == ["two"])
        #expect(row(world, ticket)?.bubble?.state == .failed(error, ticket))
        #expect(file(row(world, ticket))?.local == ticket && world.released.isEmpty)
        world.tell(.retry(ticket))
        world.finishUploads()
        world.quiesce()
        #expect(world.texts() == ["two", "one"])
    }

    @Test func `dropping cancels an upload and gives the bytes up; a late answer changes nothing`() throws {
        var world = World.ready()
        let ticket = world.attach()
        let answer = try #require(world.uploads.first).upload.answer
        world.tell(.drop(ticket))
        #expect(world.uploads.isEmpty && world.released == [ticket] && world.settled[ticket] == [.dropped])
        world.tell(.uploaded(ticket, answer))
        world.tell(.uploadFailed(ticket, nil))
        world.tell(.uploadProgress(ticket, 5))
        world.quiesce()
        #expect(world.texts() == [] && world.settled[ticket] == [.dropped])
    }

    @Test func `a finished upload is not repeated after a restart, an unfinished one is, under the same id`() throws {
        var world = World.ready()
        let tickets = [world.attach("one"), world.attach("two")]
        world.refuse = { if case .mutate = $0 { WireError(.overloaded, "Later.") } else { nil } }
        world.finishUploads(tickets[0])
        let id = try #require(world.uploads.first).upload.id
        world.restart()
        world.accept()
        world.deliverAll()
        #expect(world.uploads.map(\.ticket) == [tickets[1]] && world.uploads.map(\.upload.id) == [id])
        world.refuse = { _ in nil }
        world.finishUploads()
        world.quiesce()
        #expect(world.texts() == ["one", "two"])
    }

    /// The process is killed after every input. Each file is sent once, and no file that waits
    /// loses its bytes.
    @Test func `a message with a file is there once, wherever the process ends`() {
        for seed in UInt64(1)..<200 {
            var world = World.ready()
            var random = SeededGenerator(seed: seed)
            let isAlbum = seed % 2 == 0
            let tickets = isAlbum ? world.attachAlbum(["0", "1", "2"]) : (0..<3).map { world.attach("\($0)") }
            for _ in 0..<30 {
                switch Int.random(in: 0..<8, using: &random) {
                case 0: world.restart()
                case 1: world.cut()
                case 2:
                    if let upload = world.uploads.randomElement(using: &random) { world.finishUploads(upload.ticket) }
                case 3: if let upload = world.uploads.randomElement(using: &random) { world.failUpload(upload.ticket) }
                case 4: world.deliver()
                case 5: world.accept()
                case 6: if let timer = world.timers.keys.min(by: { "\($0)" < "\($1)" }) { world.fire(timer) }
                default:
                    // The server has it, and its answer is lost.
                    if let upload = world.uploads.randomElement(using: &random) {
                        world.files[upload.upload.id] = upload.upload.answer
                        world.failUpload(upload.ticket)
                    }
                }
                for item in world.chat.outbox.items where item.lacksFile {
                    #expect(!world.released.contains(item.ticket), "seed \(seed)")
                }
            }
            for _ in 0..<10 {
                world.quiesce()
                world.finishUploads()
            }
            #expect(world.texts() == ["0", "1", "2"], "seed \(seed)")
            #expect(world.chat.outbox.items.isEmpty && Set(world.released).isSubset(of: tickets), "seed \(seed)")
        }
    }

    @Test func `a file that the server has forgotten is uploaded again, and not without end`() throws {
        var world = World.ready()
        let ticket = world.attach("one")
        world.say("two")
        let id = try #require(world.uploads.first).upload.id
        world.finishUploads(forgetting: true)
        world.quiesce()
        #expect(world.texts() == ["two"] && world.uploads.map(\.upload.id) == [id])
        world.restart()
        world.quiesce()
        world.finishUploads()
        world.quiesce()
        #expect(world.texts() == ["two", "one"])
        let lost = world.attach("lost")
        for _ in 0...Limits.outboxFileLosses {
            #expect(world.settled[lost] == nil)
            world.finishUploads(forgetting: true)
            world.quiesce()
        }
        guard case .failed(let error) = world.settled[lost]?.first else { Issue.record("It goes on."); return }
        #expect(error.code == .noSuchFile && world.settled[ticket]?.count == 1)
    }

    @Test func `no file of its room overtakes one that the server has forgotten, however many may be under way`() {
        var world = World.ready()
        for number in 0..<8 { world.say("\(number)") }
        world.quiesce()
        world.attach("one")
        world.attach("two")
        world.say("text")
        world.finishUploads(forgetting: true)
        world.quiesce()
        #expect(world.texts().suffix(2) == ["7", "text"])
        for _ in 0..<2 {
            world.finishUploads()
            world.quiesce()
        }
        #expect(world.texts().suffix(3) == ["text", "one", "two"])
    }

    @Test func `an id that stands for another file is given up for a new one`() throws {
        var world = World.ready()
        let ticket = world.attach()
        let id = try #require(world.uploads.first).upload.id
        world.failUpload(ticket, WireError(.fileConflict, "Another file."))
        let renewed = try #require(world.uploads.first).upload.id
        #expect(renewed != id)
        world.restart()
        world.quiesce()
        #expect(world.uploads.map(\.upload.id) == [renewed])
        world.finishUploads()
        world.quiesce()
        #expect(world.texts() == ["swift.jpg"])
    }

    @Test func `another user's files are uploaded only if they are sent again, and anew`() {
        var world = World.ready()
        let tickets = [world.attach("one"), world.attach("two")]
        let ids = world.uploads.map(\.upload.id)
        world.refuse = { if case .mutate = $0 { WireError(.overloaded, "Later.") } else { nil } }
        world.cut(4201)
        world.user = .cleo
        world.quiesce()
        #expect(world.uploads.isEmpty && tickets.allSatisfy { world.settled[$0] == [.failed(.otherUser)] })
        for ticket in tickets { world.tell(.retry(ticket)) }
        world.quiesce()
        #expect(world.uploads.count == 2 && Set(ids).isDisjoint(with: world.uploads.map(\.upload.id)))
    }

    @Test func `a server that takes no files, or none so large, refuses at once`() {
        var world = World()
        world.fileLimit = 500
        let early = world.attach(size: 501)
        #expect(world.settled[early] == nil)
        world.tell(.start)
        world.quiesce()
        let late = world.attach(size: 501)
        for ticket in [early, late] {
            guard case .failed(let error) = world.settled[ticket]?.first else { Issue.record("\(ticket)"); continue }
            #expect(error.code == .file)
        }
        #expect(world.uploads.isEmpty && world.chat.outbox[late] == nil)
        world.attach(size: 500)
        #expect(world.uploads.count == 1)
    }

    @Test func `what could never be sent is refused before it is kept`() {
        var world = World.ready()
        let count = world.records.count
        for (name, size) in [("a/b", 1), ("", 1), ("a", 0), ("a", UInt64(Limits.fileBytes) + 1)] {
            let ticket = world.attach(name, size: size, text: "text")
            #expect(world.settled[ticket]?.count == 1)
        }
        #expect(world.records.count == count)
    }

    @Test func `files that wait are bounded`() {
        var world = World()
        let most = Int(Limits.outboxFileBytes) / Limits.fileBytes
        for _ in 0..<most { #expect(world.settled[world.attach(size: UInt64(Limits.fileBytes))] == nil) }
        let surplus = world.attach(size: UInt64(Limits.fileBytes))
        guard case .failed(let error) = world.settled[surplus]?.first else { Issue.record("taken"); return }
        #expect(error.code == .outboxFull && error.text.contains("256 MB"))
    }

    @Test func `an answer about another file is not believed`() throws {
        var world = World.ready()
        let ticket = world.attach()
        var answer = try #require(world.uploads.first).upload.answer
        answer.id.low += 1
        world.tell(.uploaded(ticket, answer))
        guard case .failed(let error) = world.settled[ticket]?.first else { Issue.record("believed"); return }
        #expect(error.code == .file && world.chat.outbox[ticket]?.mutation.attachment == nil)
    }

    @Test func `uploads end with the client, and survive a lost connection`() {
        var world = World.ready()
        world.attach()
        world.cut()
        #expect(world.uploads.count == 1)
        world.tell(.stop)
        #expect(world.uploads.isEmpty)
        world.tell(.start)
        world.quiesce()
        #expect(world.uploads.count == 1)
    }
}
