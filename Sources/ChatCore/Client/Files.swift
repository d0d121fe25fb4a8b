import Foundation

// Messages with files.
extension ChatClient {
    /// Sends a file with a message. The file is uploaded first, as often as necessary; then the
    /// message is sent once, in its room's order.
    ///
    /// The bytes are copied beside the journal, and are durable when this returns. The app may then
    /// delete its own copy, and may be ended. ``cancel(_:)`` removes the message as long as it has
    /// not been sent.
    ///
    /// - Parameters:
    ///   - name: The name people see: 1 to 255 bytes, not a path.
    ///   - type: The media type; without it, the one that the name's extension stands for. The
    ///     server determines the type by itself.
    ///   - text: The message's text. Without it, the name is the text, for clients that can't show
    ///     files.
    ///   - payload: An app's own content.
    /// - Throws: ``ChatWire/WireError`` if it is not accepted: 291 (`notKept`) if the device's disk
    ///   refuses, 157 if the server does not accept such a file, 290 if too much waits already.
    @discardableResult
    public nonisolated func send(
        _ file: FileSource, name: String, type: String? = nil, text: String? = nil,
        payload: Payload? = nil, to room: RoomName, replyTo reply: Seq? = nil
    ) async throws -> Sending {
        let text = text.flatMap { $0.isEmpty ? nil : $0 } ?? name
        let message = Mutation.message(text: text, reply: reply, payload: payload)
        return try await attach(
            file, name: name, type: type ?? MediaType.ofFile(named: name), to: message, in: room)
    }

    /// Sends files that the user chose together. Each one is a message of its own; the first one
    /// has the text and the reply. Consecutive photos and videos are shown as albums.
    ///
    /// The bytes of all files are copied beside the journal first. The photos of an album are sent
    /// when all of them are uploaded, in this order.
    ///
    /// - Parameters:
    ///   - files: At most ``ChatWire/Limits/filesPerSend``. Without any, the text is sent alone.
    ///   - text: Without it, each file's name is the text of its message, for clients that can't
    ///     show files.
    /// - Returns: The messages, in the order of the files; none without files and a text.
    /// - Throws: The errors of ``send(_:name:type:text:payload:to:replyTo:)``, and 101
    ///   (`badRequest`) if there are too many files. Then none of the files is sent.
    @discardableResult
    public nonisolated func send(
        _ files: [ChosenFile], text: String? = nil, to room: RoomName, replyTo reply: Seq? = nil
    ) async throws -> [Sending] {
        let tickets = (0..<max(files.count, 1)).map { _ in Ticket.random() }
        return try await send(files, text: text, to: room, replyTo: reply, as: tickets)
    }

    /// Sends files as ``send(_:text:to:replyTo:)`` does, each under a ticket of the caller's; a
    /// text alone under the first one. None of the tickets may be in the outbox.
    package nonisolated func send(
        _ files: [ChosenFile], text: String?, to room: RoomName, replyTo reply: Seq? = nil, as tickets: [Ticket]
    ) async throws -> [Sending] {
        guard files.count <= Limits.filesPerSend else { throw WireError.tooManyFiles }
        if files.isEmpty {
            guard let text, !text.isEmpty, let ticket = tickets.first else { return [] }
            return [try await accept(.message(text: text, reply: reply, payload: nil), in: room, as: ticket)]
        }
        let uploads = files.map {
            Upload(
                id: .random(), name: $0.name, type: $0.type, size: $0.source.size, dimensions: $0.dimensions,
                voice: $0.voice, thumbnail: $0.thumbnail.map { .init(type: $0.type, size: $0.source.size) })
        }.inAlbums()
        let messages = Mutation.messages(text ?? "", reply: reply, files: files.map(\.name))
        return try await attach(
            zip(uploads, messages).map { (upload: $0, message: $1) },
            files.map { Bytes(file: $0.source, thumbnail: $0.thumbnail?.source) }, tickets, in: room)
    }

    /// Performs a mutation with a file, which is uploaded first.
    nonisolated func attach(
        _ file: FileSource, name: String, type: String, to mutation: Mutation, in room: RoomName
    ) async throws -> Sending {
        let upload = Upload(id: .random(), name: name, type: type, size: file.size)
        let ticket = Ticket.random()
        return try await attach([(upload, mutation)], [Bytes(file: file)], [ticket], in: room)[0]
    }

    /// Performs mutations, each with a file, which is uploaded first. Either all of them are
    /// accepted, or none: then nothing of the files is left.
    private nonisolated func attach(
        _ files: [(upload: Upload, message: Mutation)], _ sources: [Bytes], _ tickets: [Ticket], in room: RoomName
    ) async throws -> [Sending] {
        if let error = try await chat().fault(of: files, in: room) { throw error }
        let spool = try await spool()
        do {
            for (source, ticket) in zip(sources, tickets) {
                try await keep(source.file, under: ticket, in: spool)
                if let small = source.thumbnail { try await keep(small, under: ticket.ofThumbnail, in: spool) }
            }
            try await accept(files, tickets, in: room)
        } catch {
            await spoolWriter.remove(tickets + tickets.map(\.ofThumbnail), from: spool)
            throw error
        }
        return tickets.map { Sending(ticket: $0, client: self) }
    }

    private struct Bytes {
        let file: FileSource
        var thumbnail: FileSource?
    }

    private nonisolated func keep(_ file: FileSource, under ticket: Ticket, in spool: any Spool) async throws {
        do throws(StorageError) {
            try await spoolWriter.keep(file, under: ticket, in: spool)
        } catch {
            throw WireError.notKept(error)
        }
    }

    /// Why there is no file to send at `url`; `nil` if there is one.
    ///
    /// - Parameter most: the bytes that a file may have
    package static func refusal(of url: URL, most: UInt64 = UInt64(Limits.fileBytes)) -> WireError? {
        var isFolder: ObjCBool = false
        let (path, name) = (url.path, url.relativePath)
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            return WireError(.fileMissing, localized("There is no file \(name)."))
        }
        if isFolder.boolValue { return WireError(.file, localized("\(name) is a folder.")) }
        guard FileManager.default.isReadableFile(atPath: path) else {
            return WireError(.file, localized("You may not read the file \(name)."))
        }
        let size = (try? url.resolvingSymlinksInPath().resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0
        return size > most ? .fileTooLarge(UInt64(size), most: most) : nil
    }

    /// The file at `url`, which must stay as it is until it has been copied.
    package nonisolated func source(at url: URL) async throws -> FileSource {
        if let error = Self.refusal(of: url) { throw error }
        do throws(StorageError) {
            return try await spoolWriter.source(url)
        } catch {
            throw WireError.notKept(error)
        }
    }

    /// Sends a file on this device's disk. Without `name` it is sent under its own name.
    @discardableResult
    public nonisolated func send(
        file url: URL, name: String? = nil, type: String? = nil, text: String? = nil,
        payload: Payload? = nil, to room: RoomName, replyTo reply: Seq? = nil
    ) async throws -> Sending {
        return try await send(
            try await source(at: url), name: name ?? url.lastPathComponent, type: type, text: text, payload: payload,
            to: room,
            replyTo: reply)
    }

    /// Downloads a message's file to `url`, replacing a file there. It is tried once; use
    /// ``run(_:operation:)`` to retry.
    ///
    /// - Throws: ``ChatWire/WireError`` 156 if the server does not have the file, or the network's
    ///   error.
    public nonisolated func download(_ attachment: Attachment, to url: URL) async throws {
        guard let files else { throw WireError.noFileTransport }
        try await files.download(attachment, to: url, token: await token)
    }

    private var token: String? {
        let chat = try? chat()
        return chat?.fileToken ?? chat?.identity?.token
    }

    /// Saves a row's file at `url`, replacing a file there: from this device while it waits here to
    /// be sent, afterwards from the server, like ``download(_:to:)-(Attachment,_)``.
    public nonisolated func download(_ file: Row.File, to url: URL) async throws {
        if let ticket = file.local, let source = try await source(of: ticket), (try? source.save(at: url)) != nil {
            return
        }
        // It may have been sent meanwhile, and the copy here is gone.
        try await download(Attachment(file), to: url)
    }

    /// An address of the file without a signature: on this device while it waits here, afterwards
    /// on the server. The server answers it with files of open rooms only, and with none where
    /// there are no guests. For other files use ``signedURL(of:)`` or
    /// ``download(_:to:)-(Row.File,_)``. `nil` if the file has no address.
    public func url(of file: Row.File) throws(StorageError) -> URL? {
        if let ticket = file.local, let url = try source(of: ticket)?.url { return url }
        return files?.url(of: file.id)
    }

    /// An address for views that load files themselves, such as video players: on this device while
    /// the file waits here, afterwards a signed one on the server. A signed address is valid for an
    /// hour, for everyone who knows it, as long as the user may read the message. Call again for a
    /// new address when it no longer loads.
    ///
    /// - Throws: ``ChatWire/WireError``: 156 if the server does not have the file, 292
    ///   (`notConnected`) before the first welcome; or the network's error.
    public nonisolated func signedURL(of file: Row.File) async throws -> URL {
        if let ticket = file.local, let url = try await source(of: ticket)?.url { return url }
        guard let requests, let plain = files?.url(of: file.id),
            var parts = URLComponents(url: plain, resolvingAgainstBaseURL: false)
        else { throw WireError.noFileTransport }
        guard let token = await token else { throw WireError.notConnected }
        let answer = try await requests.answer(
            to: ServerRequest(.post, FileRequest.path(of: file.id) + "/address", token: token))
        if let refusal = answer.refusal { throw refusal }
        guard answer.status == 200,
            let signed = try? JSONDecoder().decode(SignedAddress.self, from: Data(answer.body)),
            let query = URLComponents(string: signed.path)?.percentEncodedQuery
        else { throw UnexpectedAnswer(status: answer.status) }
        parts.percentEncodedQuery = query
        guard let url = parts.url else { throw UnexpectedAnswer(status: answer.status) }
        return url
    }

    /// The bytes stored under a ticket, or under that of a file's thumbnail; `nil` if there are
    /// none.
    public func source(of ticket: Ticket) throws(StorageError) -> FileSource? {
        let outbox = try chat().outbox
        guard let upload = outbox[ticket]?.upload ?? outbox[ticket.ofThumbnail]?.upload?.ofThumbnail else { return nil }
        return try spool().source(of: ticket, size: upload.size)
    }
}

extension FileSource {
    fileprivate func save(at url: URL) throws {
        guard let copy = self.url else {
            return try Data(read(at: 0, count: Int(size))).write(to: url, options: .atomic)
        }
        try? FileManager.default.removeItem(at: url)
        try FileManager.default.copyItem(at: copy, to: url)
    }
}

/// The server's answer to a request for a signed address (`docs/protocol.md`, "Files").
private struct SignedAddress: Decodable {
    /// The file's path, with the signature in its query.
    let path: String
}

extension WireError {
    fileprivate static var noFileTransport: WireError {
        WireError(.file, localized("This app's transport does not support files."))
    }
}

extension Attachment {
    /// The file of a row, as far as a download needs it.
    fileprivate init(_ file: Row.File) {
        self.init(id: file.id, name: file.name, type: file.type, size: file.size, dimensions: file.dimensions)
    }
}
