import Foundation

// Messages with files.
extension ChatClient {
    /// Sends a file with a message: it is uploaded first, as often as need be, and then the message goes, once, in its room's order.
    ///
    /// The bytes are copied beside the journal and durable when this returns, so that the app may delete its own, and be ended.
    /// ``drop(_:)`` takes it back as long as it has not left.
    ///
    /// - Parameters:
    ///   - name: what people see: 1 to 255 bytes, no path
    ///   - type: the media type, where it is known; the server finds out by itself what it has to do with.
    ///   - text: what is said with it; without it the name, which is what those see who can't show files
    ///   - payload: content of an app's own: how long a voice message is, say
    /// - Throws: ``ChatWire/WireError`` where it is not accepted: 291 (`notKept`) where the device's disk refuses, 157 where the server takes
    ///   no such file, 290 where too much waits already
    @discardableResult
    public nonisolated func send(
        _ file: FileSource, name: String, type: String = "application/octet-stream", text: String? = nil,
        payload: Payload? = nil, to room: RoomName, replyTo reply: UInt64? = nil
    ) async throws -> Sending {
        let upload = Upload(id: .random(), name: name, type: type, size: file.size)
        let ticket = Ticket(UInt64.random(in: .min ... .max))
        if let error = try await chat().fault(of: upload) { throw error }
        let spool = try await spool()
        do throws(StorageError) {
            try spool.keep(file, under: ticket)
        } catch {
            throw WireError.notKept(error)
        }
        let said = text.flatMap { $0.isEmpty ? nil : $0 } ?? name
        let message = Mutation.message(text: said, reply: reply, payload: payload)
        try await accept(.attach(upload, to: message, in: room, ticket: ticket), ticket)
        return Sending(ticket: ticket, client: self)
    }

    /// The same of a file on this device's disk, under its own name where there is no other.
    @discardableResult
    public nonisolated func send(
        file url: URL, name: String? = nil, type: String = "application/octet-stream", text: String? = nil,
        payload: Payload? = nil, to room: RoomName, replyTo reply: UInt64? = nil
    ) async throws -> Sending {
        let source: FileSource
        do throws(StorageError) {
            source = try FileSource(contentsOf: url)
        } catch {
            throw WireError.notKept(error)
        }
        return try await send(
            source, name: name ?? url.lastPathComponent, type: type, text: text, payload: payload, to: room,
            replyTo: reply)
    }

    /// Fetches a message's file, in the place of what is at `url`. Tried once: with ``run(_:operation:)`` as often as you like.
    ///
    /// - Throws: ``ChatWire/WireError`` 156 where the server does not have it (any more), or what went wrong with the network
    public nonisolated func download(_ attachment: Attachment, to url: URL) async throws {
        guard let files else { throw WireError(.file, "This app's way to the server carries no files.") }
        try await files.download(attachment, to: url)
    }

    /// Where a file can be read, for image views: on this device as long as it waits here, then on the server. Whoever knows that address may
    /// read it. `nil` where it has none.
    public func url(of file: Row.File) throws(StorageError) -> URL? {
        if let ticket = file.local, let url = try source(of: ticket)?.url { return url }
        return files?.url(of: file.id)
    }

    /// The bytes that wait here under a ticket; `nil` where there are none.
    public func source(of ticket: Ticket) throws(StorageError) -> FileSource? {
        guard let upload = try chat().outbox[ticket]?.upload else { return nil }
        return try spool().source(of: ticket, size: upload.size)
    }
}
