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
    private let shelf: FileShelf?
    private let listening: Task<Void, Never>

    /// Makes the client of an account. Throws ``ChatCore/StorageError`` if its journal can't be
    /// read.
    public typealias Opening = @Sendable (Account) async throws -> ClientSession

    /// Opens the client's journal. It does not connect yet.
    ///
    /// - Parameters:
    ///   - client: The account's client.
    ///   - shelf: Where downloaded files are kept; without it none are downloaded.
    public init(_ client: ChatClient, shelf: FileShelf? = nil) async throws(StorageError) {
        let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let (states, sink) = AsyncStream<ChatState>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let connection = try await client.connectionStates()
        let conversations = try await client.conversations()
        let outbox = try await client.outbox()
        let rooms = try await client.rooms()
        self.states = states
        self.client = client
        self.shelf = shelf
        // Ends with the client's streams, and at the latest with `close()`.
        listening = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await _ in connection { signal.yield() } }
                group.addTask { for await _ in conversations { signal.yield() } }
                group.addTask { for await _ in outbox { signal.yield() } }
                group.addTask { for await _ in rooms { signal.yield() } }
                // A single reader, so that states never go backwards.
                group.addTask {
                    for await _ in signals {
                        guard let chat = try? await client.chat() else { break }
                        sink.yield(ChatState(chat))
                    }
                }
                await group.next()
                group.cancelAll()
            }
            sink.finish()
        }
    }

    /// Passes an input to the client, in the order of the calls. Throws if a command could not be
    /// stored; then it was not accepted.
    public func handle(_ input: Input) async throws(StorageError) { try await client.handle(input) }

    /// Asks the server a question of a moderator.
    public func ask(_ question: ModerationQuestion) async -> Result<ModerationAnswer, WireError> {
        do {
            return .success(try await client.ask(question))
        } catch {
            return .failure(error as? WireError ?? WireError(.notConnected, "\(error)"))
        }
    }

    /// Sends a file with a message. When this returns, the client has copied the bytes. Throws if
    /// it was not accepted.
    public func send(_ file: OutgoingFile, to room: RoomName) async throws {
        try await client.send(
            file: file.url, name: file.name, type: file.type, text: file.text, to: room, replyTo: file.reply)
    }

    /// All people of a joined room, as the server lists them.
    public func people(of room: RoomName) async throws -> [Person] {
        var people: [Person] = []
        for try await page in client.people(of: room) { people += page }
        return people
    }

    /// The file's local URL. It is downloaded if necessary.
    public func url(of file: Row.File) async throws -> URL {
        guard let shelf else { throw FileTrouble.noClient }
        let source = if let ticket = file.local { try await client.source(of: ticket)?.url } else { nil as URL? }
        return try await shelf.url(of: file) { [client] destination in
            // A file that waits to be sent need not be downloaded.
            if let source {
                try FileManager.default.copyItem(at: source, to: destination)
            } else {
                try await client.download(Attachment(file), to: destination)
            }
        }
    }

    /// Disconnects and closes the journal. Accepted messages stay in it.
    public func close() async {
        listening.cancel()
        await client.shutDown()
    }
}

extension Attachment {
    fileprivate init(_ file: Row.File) {
        self.init(id: file.id, name: file.name, type: file.type, size: file.size, dimensions: file.dimensions)
    }
}
