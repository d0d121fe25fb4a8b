import ChatTesting
import Testing

@testable import ChatCore

/// An engine that sends files, on a disk that fails, against real server rules.
@Suite struct FileEngineTests {
    private let device = DeviceID(high: 7, low: 7)
    private static let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    private let upload = Upload(id: FileID(high: 3, low: 4), name: "swift.jpg", size: UInt64(bytes.count))

    /// One life of an engine with its connection to a server.
    private struct Life {
        var engine: Engine
        var link: InProcessServer.ConnectionID?
        var now = Now(monotonic: 0, wall: 1_795_223_116_000, random: 1)
        var settled: [Ticket: Settlement] = [:]
        var timers: Set<Chat.Timer> = []
        /// The answers to uploads are lost.
        var losesAnswers = false

        init(_ disk: FaultyFileSystem, _ device: DeviceID) throws(StorageError) {
            engine = try Engine(storage: FileStorage(path: "/ann/journal", system: disk), device: device, name: "ann")
        }

        mutating func handle(_ inputs: [Input], _ server: inout InProcessServer) {
            now.monotonic += 1
            now.random &+= 0x9E37_79B9_7F4A_7C15
            var more: [Input] = []
            for effect in engine.handle(inputs, at: now) {
                switch effect {
                case .open:
                    link = server.connect()
                    more.append(.opened)
                case .close:
                    if let link { server.disconnect(link) }
                    link = nil
                case .send(let frame): if let link { server.receive(frame, from: link) }
                case .upload(let ticket, let upload, let token):
                    more.append(put(upload, engine.spool.source(of: ticket, size: upload.size), ticket, token, &server))
                case .settled(let ticket, let end): settled[ticket] = end
                case .wait(let timer, _): timers.insert(timer)
                case .cancel(let timer): timers.remove(timer)
                case .keep, .cancelUpload, .release, .authenticate, .changed, .found, .moderation: break
                }
            }
            if !more.isEmpty { handle(more, &server) }
        }

        private func put(
            _ upload: Upload, _ source: FileSource, _ ticket: Ticket, _ token: String, _ server: inout InProcessServer
        ) -> Input {
            do {
                let bytes = try source.read(at: 0, count: .max)
                let attachment = try server.put(upload, bytes, token: token)
                return losesAnswers ? .uploadFailed(ticket, nil) : .uploaded(ticket, attachment)
            } catch let error as WireError {
                return .uploadFailed(ticket, error)
            } catch {
                return .uploadFailed(ticket, WireError(.fileMissing, "\(error)"))
            }
        }

        /// What the server has to say, all at once, until it has nothing more and no pause is on.
        mutating func hear(_ server: inout InProcessServer) {
            for _ in 0..<50 {
                while let link {
                    server.run()
                    let inputs = server.take(from: link).map { output -> Input in
                        switch output {
                        case .frame(let frame): .received(frame)
                        case .close(let code): .closed(code)
                        }
                    }
                    if inputs.isEmpty { break }
                    handle(inputs, &server)
                }
                guard let timer = [Chat.Timer.connect, .uploading, .sending].first(where: timers.contains) else {
                    return
                }
                timers.remove(timer)
                handle([.timer(timer)], &server)
            }
        }

        /// Copies the file and says that it goes with a message; whether that was accepted.
        mutating func attach(_ upload: Upload, _ ticket: Ticket, _ server: inout InProcessServer) -> Bool {
            guard (try? engine.spool.keep(FileSource(FileEngineTests.bytes), under: ticket)) != nil else {
                return false
            }
            handle([.attach(upload, to: .message(text: "Look"), in: .lobby, ticket: ticket)], &server)
            if case .failed = settled[ticket] { return false }
            return true
        }
    }

    /// The files of the messages in the lobby.
    private func shown(_ server: InProcessServer) -> [ChatWire.Attachment?] {
        var server = server
        let reader = server.connect()
        server.receive(ClientFrame(ref: 1, request: .hello(.init(name: "reader"))), from: reader)
        server.receive(ClientFrame(ref: 2, request: .join(room: .lobby, since: nil)), from: reader)
        server.receive(
            ClientFrame(ref: 3, request: .history(room: .lobby, anchor: .after(0), limit: 200)), from: reader)
        server.run()
        for case .frame(.page(3, _, _, _, let events)) in server.take(from: reader) {
            return events.compactMap { if case .message(let message) = $0.content { message.attachment } else { nil } }
        }
        return []
    }

    /// Wherever the process or the power ends: what was accepted is there once, with its bytes;
    /// what was not leaves nothing behind.
    @Test(arguments: [false, true])
    func `a file that was accepted arrives once, wherever the process ends`(withPower: Bool) throws {
        let whole = FaultyFileSystem()
        var server = InProcessServer(configuration: .init(rate: nil))
        var life = try Life(whole, device)
        life.handle([.start, .join(.lobby)], &server)
        life.hear(&server)
        let before = whole.operations
        #expect(life.attach(upload, Ticket(1), &server))
        life.hear(&server)
        let steps = whole.operations - before
        #expect(steps > 8 && shown(server).count == 1)
        for step in 0...steps {
            let disk = FaultyFileSystem(seed: UInt64(step))
            var server = InProcessServer(configuration: .init(rate: nil))
            var life = try Life(disk, device)
            life.handle([.start, .join(.lobby)], &server)
            life.hear(&server)
            life.losesAnswers = step % 3 == 0
            disk.fail(at: disk.operations + step, .dies)
            let isAccepted = life.attach(upload, Ticket(1), &server)
            life.hear(&server)
            if let link = life.link { server.disconnect(link) }
            if withPower { disk.cutPower() } else { disk.kill() }
            life = try Life(disk, device)
            life.handle([.start], &server)
            life.hear(&server)
            let files = shown(server)
            #expect(files.count <= 1 && (files.count == 1 || !isAccepted), "step \(step)")
            for file in files { #expect(try server.get(#require(file).id) == Self.bytes, "step \(step)") }
            #expect(life.engine.chat.outbox.items.isEmpty, "step \(step)")
            life.engine.close()
            disk.kill()
            _ = try Life(disk, device)
            #expect(!disk.names.contains { $0.contains(".files/") }, "step \(step)")
        }
    }

    @Test func `a disk that is full accepts nothing, and keeps nothing of it`() throws {
        let disk = FaultyFileSystem()
        var server = InProcessServer(configuration: .init(rate: nil))
        var life = try Life(disk, device)
        for step in 0..<9 {
            disk.fail(at: disk.operations + step)
            let ticket = Ticket(UInt64(step))
            do {
                try life.engine.spool.keep(FileSource(Self.bytes), under: ticket)
                #expect(disk.names.contains { $0.hasSuffix(ticket.text) })
            } catch {
                #expect(!disk.names.contains { $0.hasSuffix(ticket.text) }, "step \(step)")
            }
            disk.kill()
        }
        // The bytes are kept, and then the journal refuses.
        try life.engine.spool.keep(FileSource(Self.bytes), under: Ticket(99))
        for next in 0..<9 { disk.fail(at: disk.operations + next) }
        life.handle([.attach(upload, to: .message(text: "Look"), in: .lobby, ticket: Ticket(99))], &server)
        guard case .failed(let error) = life.settled[Ticket(99)] else { Issue.record("accepted"); return }
        #expect(error.code == .notKept && life.engine.chat.outbox.items.isEmpty)
        disk.kill()
        _ = try Life(disk, device)
        #expect(!disk.names.contains { $0.contains(".files/") })
    }

    @Test func `what nothing refers to is removed at open, and what a later build may refer to is not`() throws {
        let disk = FaultyFileSystem()
        var server = InProcessServer(configuration: .init(rate: nil))
        var life = try Life(disk, device)
        #expect(life.attach(upload, Ticket(1), &server))
        try life.engine.spool.keep(FileSource([1, 2, 3]), under: Ticket(2))
        disk.kill()
        life = try Life(disk, device)
        #expect(try life.engine.spool.tickets() == [Ticket(1)])
        try life.engine.spool.keep(FileSource([1, 2, 3]), under: Ticket(2))
        disk.kill()
        let (journal, _) = try FileStorage(path: "/ann/journal", system: disk).open()
        try journal.append([Array(#"{"record":"of the future"}"#.utf8)])
        try journal.sync()
        journal.close()
        life = try Life(disk, device)
        #expect(try Set(life.engine.spool.tickets()) == [Ticket(1), Ticket(2)])
    }

    @Test func `a file whose bytes are gone from this device fails visibly`() throws {
        let disk = FaultyFileSystem()
        var server = InProcessServer(configuration: .init(rate: nil))
        var life = try Life(disk, device)
        #expect(life.attach(upload, Ticket(1), &server))
        try life.engine.spool.remove(Ticket(1))
        life.handle([.start], &server)
        life.hear(&server)
        guard case .failed(let error) = life.settled[Ticket(1)] else { Issue.record("not failed"); return }
        #expect(error.code == .fileMissing && shown(server).isEmpty)
    }

    /// The message would be sent after another start, although it was said to have failed.
    @Test func `an upload has not failed before the disk has kept that`() throws {
        let disk = FaultyFileSystem()
        var server = InProcessServer(configuration: .init(rate: nil))
        var life = try Life(disk, device)
        life.handle([.start, .join(.lobby)], &server)
        life.hear(&server)
        try life.engine.spool.keep(FileSource(Self.bytes), under: Ticket(1))
        let attach = Input.attach(upload, to: .message(text: "Look"), in: .lobby, ticket: Ticket(1))
        let begun = life.engine.handle(attach, at: life.now)
        #expect(begun.contains { if case .upload = $0 { true } else { false } })
        for next in 0..<20 { disk.fail(at: disk.operations + next) }
        let effects = life.engine.handle(.uploadFailed(Ticket(1), WireError(.file, "No.")), at: life.now)
        #expect(life.engine.trouble != nil)
        #expect(!effects.contains { if case .settled = $0 { true } else { false } })
        #expect(effects.contains { if case .wait(.uploading, _) = $0 { true } else { false } })
        #expect(life.engine.chat.outbox[Ticket(1)]?.state == .waiting)
        disk.kill()
        life = try Life(disk, device)
        life.handle([.start], &server)
        life.hear(&server)
        #expect(shown(server).count == 1 && life.engine.chat.outbox.items.isEmpty)
    }

    @Test func `a file in a part of a journal that an older build wrote is not asked for`() throws {
        let old = #"{"record":"intended","ticket":"0000000000000007","room":"lobby","at":5,"type":"send","text":"Hi"}"#
        #expect(try Restored([Record(json: Array(old.utf8))]).items.first?.upload == nil)
    }
}
