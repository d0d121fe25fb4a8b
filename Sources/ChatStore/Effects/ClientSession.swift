import ChatCore
import ChatModel
import ChatWire
import Foundation

/// An account's open client, as the store uses it.
public struct ClientSession: Sendable {
    /// The client's state, now and after every change. A slow reader gets the newest. Ends when the
    /// session is closed.
    public let states: AsyncStream<ChatState>
    let client: ChatClient
    let shelf: FileShelf?
    private let listening: Task<Void, Never>

    /// Makes the client of an account. Throws ``ChatCore/StorageError`` if its journal can't be
    /// read.
    public typealias Opening = @Sendable (Account) async throws -> ClientSession

    /// Deletes what an account has on this device. Throws ``ChatCore/StorageError`` if something
    /// stays, as it does while its client is open.
    public typealias Erasing = @Sendable (AccountID) async throws -> Void

    /// Opens the client's journal. It does not connect yet.
    ///
    /// - Parameters:
    ///   - client: The account's client.
    ///   - shelf: Where the account's downloaded files are kept, and nobody else's: a sign-out
    ///     empties it. Without it none are downloaded.
    public init(_ client: ChatClient, shelf: FileShelf? = nil) async throws(StorageError) {
        let (states, sink) = AsyncStream<ChatState>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let changes = try await client.changes()
        try await client.handle(.listRooms)
        self.states = states
        self.client = client
        self.shelf = shelf
        // Ends with the client's stream, and at the latest with `close()`.
        listening = Task {
            for await _ in changes {
                guard let chat = try? await client.chat() else { break }
                sink.yield(ChatState(chat))
            }
            sink.finish()
        }
    }

    /// Passes an input to the client, in the order of the calls. Throws if a command could not be
    /// stored; then it was not accepted.
    public func handle(_ input: Input) async throws(StorageError) {
        switch input {
        // These also begin and end to listen to changes of the device's network.
        case .start: try await client.start()
        case .stop: try await client.stop()
        default: try await client.handle(input)
        }
    }

    /// Why the client did not accept a command that was stored: a text that is too long, a full
    /// outbox. `nil` if it did.
    func refusal(of input: Input) async -> WireError? {
        guard case .perform(_, _, let ticket) = input else { return nil }
        return await client.refusal(of: ticket)
    }

    /// Asks the server a question of a moderator.
    ///
    /// - Parameter ticket: A change on which the question depends. It is asked when the change is
    ///   in the log. If the change fails, the answer is its error.
    public func ask(
        _ question: ModerationQuestion, after ticket: Ticket? = nil
    ) async -> Result<ModerationAnswer, WireError> {
        do {
            if let ticket, let refusal = try await client.sending(ticket).settled().refusal {
                return .failure(refusal)
            }
            return .success(try await client.ask(question))
        } catch let error as StorageError {
            return .failure(WireError(.notConnected, "\(error)"))
        } catch {
            return .failure(error as? WireError ?? .notConnected)
        }
    }

    /// Sends files, each with a message. When this returns, the client has copied the bytes. Throws
    /// if they were not accepted; then none of them is.
    public func send(_ outgoing: OutgoingFiles, to room: RoomName) async throws {
        try await client.send(try await chosen(outgoing), text: outgoing.text, to: room, replyTo: outgoing.reply)
    }

    /// Sends files under these tickets, one for each file, or a text alone under the only one.
    package func send(_ outgoing: OutgoingFiles, to room: RoomName, as tickets: [Ticket]) async throws {
        _ = try await client.send(
            try await chosen(outgoing), text: outgoing.text, to: room, replyTo: outgoing.reply, as: tickets)
    }

    /// How many of these tickets, from the first one on, the client has accepted before
    /// (``ChatCore/ChatClient/hasAccepted(_:)``).
    package func accepted(of tickets: [Ticket]) async throws(StorageError) -> Int {
        for (index, ticket) in tickets.enumerated() where try await !client.hasAccepted(ticket) { return index }
        return tickets.count
    }

    private func chosen(_ outgoing: OutgoingFiles) async throws -> [ChosenFile] {
        var files: [ChosenFile] = []
        for file in outgoing.files {
            files.append(
                ChosenFile(
                    try await client.source(at: file.url), name: file.name, type: file.type,
                    dimensions: file.dimensions, voice: file.voice,
                    thumbnail: file.thumbnail.map { .init(FileSource($0.bytes), type: $0.type) }))
        }
        return files
    }

    /// Makes an image the user's picture. When this returns, the client has copied the bytes.
    /// Throws if it was not accepted.
    func setPicture(_ file: OutgoingFile) async throws {
        try await client.setAvatar(FileSource(contentsOf: file.url), name: file.name)
    }

    /// The people of a joined room, as the server lists them; at most
    /// ``ChatWire/Limits/groupPeople``.
    public func people(of room: RoomName) async throws -> [Person] {
        var people: [Person] = []
        for try await page in client.people(of: room) {
            people += page.prefix(Int(Limits.groupPeople) - people.count)
            if people.count >= Int(Limits.groupPeople) { break }
        }
        return people
    }

    /// The invite links of a joined group that the user may see.
    public func links(of room: RoomName) async throws -> [InviteLink] { try await client.links(of: room) }

    /// What the server's directory tells of an open room; `nil` if that is nothing.
    public func description(of room: RoomName) async throws -> DirectoryEntry? {
        // The directory is sorted by name: a page that begins just before the room has it.
        let before = RoomName(String(room.text.dropLast()))
        return try await client.directoryPage(matching: room.text, after: before).rooms.first { $0.room == room }
    }

    /// The preview of the page that a message links to; `nil` if it has none.
    func preview(of question: ShownPreviews.Question) async throws -> LinkPreview? {
        try await client.preview(ofLinkIn: question.text, of: question.seq, in: question.room)
    }

    /// The file's local URL. It is downloaded if necessary.
    public func url(of file: Row.File) async throws -> URL {
        guard let shelf else { throw FileTrouble.noClient }
        return try await shelf.url(of: file) { [client] destination in
            try await client.download(file, to: destination)
        }
    }

    /// The number of the first message of a joined room since a time; `nil` if there is none.
    func firstMessage(in room: RoomName, since date: Date) async throws -> Seq? {
        try await client.firstMessage(in: room, since: date)
    }

    /// A page of the open rooms that match a search, after `after`.
    func directory(matching search: String, after: RoomName?) async throws -> DirectoryPage {
        try await client.directoryPage(matching: search, after: after)
    }

    /// A page of the messages of a joined room that match a search.
    func messages(matching question: MessageFinder.Question, in room: RoomName) async throws -> HitsPage {
        try await client.hits(of: question.search, in: room, before: question.before)
    }

    /// Disconnects and closes the journal. Accepted messages stay in it.
    public func close() async {
        listening.cancel()
        await client.shutDown()
    }
}

extension Settlement {
    /// Why the change was not made; `nil` if it was.
    fileprivate var refusal: WireError? {
        switch self {
        case .sent: nil
        case .failed(let error): error
        case .dropped: WireError(.report, localized("The message was not deleted, so its reports are still open."))
        }
    }
}
