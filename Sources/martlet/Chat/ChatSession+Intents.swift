import ChatCore
import ChatTerminal
import Foundation

// What the interface asks for.
extension ChatSession {
    mutating func perform(_ intent: Intent) async throws {
        switch intent {
        case .input(let input): try await client.handle(input)
        case .perform(let mutation, let room, _):
            do { _ = try await client.accept(mutation, in: room) } catch { try await giveBack(intent, error) }
        case .retry(let ticket): try await client.retry(ticket)
        case .join(let room, let code, _):
            do { try await join(room, by: code) } catch { try await giveBack(intent, error) }
        case .leave(let room): try await leave(room)
        case .group(let title, _): do { try await makeGroup(title) } catch { try await giveBack(intent, error) }
        case .message(let person, let text, _):
            do { try await message(person, text) } catch { try await giveBack(intent, error) }
        case .file(let path, let text, let room, let reply):
            let most = min(try await client.chat().limits.file, UInt64(Limits.fileBytes))
            // The server has a sentence of its own if it takes no files.
            let refusal = most == 0 ? nil : ChatClient.refusal(of: Self.file(path), most: most)
            if let refusal { return try await giveBack(intent, refusal) }
            send(path, text, room, reply)
        case .save(let file): save(file)
        case .account(.signOut): await signOut()
        case .account(let request): ask(request)
        case .ask(let question): ask(question)
        case .edit(let text): try await edit(text)
        case .redraw: shown = nil
        case .suspend: suspend()
        case .quit: quit()
        }
    }

    private mutating func giveBack(_ intent: Intent, _ error: any Error) async throws {
        for next in interface.giveBack(intent, because: Self.sentence(error)) { try await perform(next) }
    }

    /// Enters a room, on all the user's devices if they are known to the server already.
    private func join(_ room: RoomName, by code: InviteCode?) async throws {
        if let code {
            try await client.join(link: code)
            return
        }
        let chat = try await client.chat()
        switch room.kind {
        case .open where chat.identity != nil: try await client.follow(room)
        case .group where chat.rooms.entries[room]?.info.standing.membership != .member && chat.identity != nil:
            try await client.joinGroup(room)
        case .open, .group, .direct, .own: try await client.join(room)
        }
    }

    private func leave(_ room: RoomName) async throws {
        let isFollowed = try await client.chat().choice(of: room).isFollowed
        if room.kind == .open, isFollowed { try await client.unfollow(room) } else { try await client.leave(room) }
    }

    private mutating func makeGroup(_ title: String) async throws {
        let room = try await client.createGroup(title: title).room
        for next in interface.open(room, try await client.chat()) { try await perform(next) }
    }

    private func message(_ person: Author, _ text: String) async throws {
        let room = try await client.openDirect(with: person.user)
        if !text.isEmpty { try await client.send(text, to: room) }
    }

    /// Copies the file beside the journal, which may take a while, and sends it.
    private func send(_ path: String, _ text: String?, _ room: RoomName, _ reply: Seq?) {
        let url = Self.file(path)
        Task { [client, sink = events.sink] in
            do { try await client.send(file: url, text: text, to: room, replyTo: reply) } catch {
                let sentence = localized("\(url.lastPathComponent) was not sent: \(Self.sentence(error))")
                sink.yield(.told(sentence, isError: true))
            }
        }
    }

    /// Loads a file into the folder in which the client was started. It replaces no file there.
    private func save(_ file: Row.File) {
        let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
        Task { [client, sink = events.sink] in
            // In that folder from the beginning: what a client that is killed leaves is found
            // there.
            let part = folder.appendingPathComponent(".martlet-\(UUID().uuidString)")
            do {
                try await client.download(file, to: part)
                let url = Self.place(for: file.name, in: folder)
                try FileManager.default.moveItem(at: part, to: url)
                sink.yield(.told(localized("Saved as \(SafeText.line(url.path))"), isError: false))
            } catch {
                try? FileManager.default.removeItem(at: part)
                let name = SafeText.line(file.name)
                sink.yield(.told(localized("\(name) was not saved: \(Self.sentence(error))"), isError: true))
            }
        }
    }

    /// A path at which there is no file yet. The name may come from other people: it can't lead to
    /// another folder, and the file is not hidden.
    static func place(for name: String, in folder: URL) -> URL {
        var name = FileName.allowed(name).replacingOccurrences(of: "/", with: "_")
        if name.hasPrefix(".") || name.hasPrefix("-") { name = "_" + name.dropFirst() }
        let ending = (name as NSString).pathExtension
        let stem = ending.isEmpty ? name : String(name.dropLast(ending.count + 1))
        var url = folder.appendingPathComponent(name)
        var number = 1
        while FileManager.default.fileExists(atPath: url.path) {
            number += 1
            url = folder.appendingPathComponent("\(stem) (\(number))" + (ending.isEmpty ? "" : ".\(ending)"))
        }
        return url
    }

    /// Asks the server, which may take its time.
    private func ask(_ request: AccountRequest) {
        let account = ChatAccount(client, host: transport.address.host)
        Task { [sink = events.sink] in sink.yield(.answered(await account.answer(to: request))) }
    }

    private func ask(_ question: Question) {
        let server = ServerQuestions(client: client, address: transport.address)
        Task { [sink = events.sink] in sink.yield(.replied(await server.reply(to: question), to: question)) }
    }

    /// Signs out, which ends the session. The server may take its time. Ctrl-C ends the wait.
    private mutating func signOut() async {
        await draw()
        let account = ChatAccount(client, host: transport.address.host)
        signingOut = Task { [sink = events.sink] in
            do { sink.yield(.signedOut(.success(try await account.signOut()))) } catch {
                sink.yield(.signedOut(.failure(error)))
            }
        }
    }

    /// A path as people type it, or as a terminal pastes the name of a dropped file.
    static func file(_ typed: String) -> URL {
        let path = FileManager.default.fileExists(atPath: typed) ? typed : PastedPath.path(typed)
        if path == "~" || path.hasPrefix("~/"), let home = ProcessInfo.processInfo.nonEmpty("HOME") {
            return URL(fileURLWithPath: home + path.dropFirst())
        }
        return URL(fileURLWithPath: NSString(string: path).expandingTildeInPath)
    }

    /// The names in a folder, with `/` behind those of folders; none if it can't be read.
    ///
    /// - Parameter folder: as people type it; empty for that in which the client was started
    static func names(in folder: String) -> [String] {
        let url = file(folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        // Hidden files come last: they are offered only to those who ask for them.
        let shown = names.filter { SafeText.line($0) == $0 }
            .sorted { ($0.hasPrefix(".") ? 1 : 0, $0) < ($1.hasPrefix(".") ? 1 : 0, $1) }.prefix(Limits.terminalList)
        return shown.map { name in
            var isFolder: ObjCBool = false
            let path = url.appendingPathComponent(name).path
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
                ? name + "/" : name
        }
    }

    /// Opens the user's editor on the text.
    private mutating func edit(_ text: String) async throws {
        events.pause()
        defer { events.listen() }
        RawTerminal.leave()
        var intents: [Intent] = []
        do throws(CommandFailure) { intents = interface.replace(with: try await TextEditor.edit(text)) } catch {
            interface.tell(error.description, isError: true)
        }
        // The terminal may be gone: the text is a draft before that ends the session.
        for intent in intents { try await perform(intent) }
        try RawTerminal.enter()
        interface.size = RawTerminal.size
        shown = nil
    }

    static func sentence(_ error: any Error) -> String {
        switch error {
        case let error as WireError: error.text
        case let error as StorageError: error.description
        default: "\(error)"
        }
    }
}
