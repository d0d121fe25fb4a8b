import ChatCore
import ChatModel
import ChatWire
import Foundation

/// A client of one account, as the store needs it: what to tell it, and what it tells.
public struct ClientSession: Sendable {
    /// How things stand, now and whenever they changed; who is slow gets the newest. Ends when the line is closed.
    public let states: AsyncStream<ChatState>
    private let client: ChatClient
    private let shelf: FileShelf?
    private let listening: Task<Void, Never>

    /// Makes the client of an account. Throws ``ChatCore/StorageError`` where its journal can't be read.
    public typealias Opening = @Sendable (Account) async throws -> ClientSession

    /// Opens the client's journal; it does not connect yet.
    ///
    /// - Parameter shelf: Where fetched files are kept; without it none are fetched.
    public init(_ client: ChatClient, shelf: FileShelf? = nil) async throws(StorageError) {
        let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let (states, sink) = AsyncStream<ChatState>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let connection = try await client.connectionStates()
        let conversations = try await client.conversations()
        let outbox = try await client.outbox()
        self.states = states
        self.client = client
        self.shelf = shelf
        // Ends with the client's streams, and at the latest with `close()`.
        listening = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await _ in connection { signal.yield() } }
                group.addTask { for await _ in conversations { signal.yield() } }
                group.addTask { for await _ in outbox { signal.yield() } }
                // One reader: what it reads is never older than what it read before.
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

    /// Tells the client, in the order of the calls. Throws where an intent could not be kept: then it was not accepted.
    public func handle(_ input: Input) async throws(StorageError) { try await client.handle(input) }

    /// Sends a file with a message. Its bytes are the client's when this returns. Throws where it was not accepted.
    public func send(_ file: OutgoingFile, to room: RoomName) async throws {
        try await client.send(
            file: file.url, name: file.name, type: file.type, text: file.text, to: room, replyTo: file.reply)
    }

    /// Where a file is on this device; fetched from the server where it is not.
    public func url(of file: Row.File) async throws -> URL {
        guard let shelf else { throw FileTrouble.noClient }
        let source = if let ticket = file.local { try await client.source(of: ticket)?.url } else { nil as URL? }
        return try await shelf.url(of: file) { [client] destination in
            // What waits here to be sent need not be fetched.
            if let source {
                try FileManager.default.copyItem(at: source, to: destination)
            } else {
                try await client.download(Attachment(file), to: destination)
            }
        }
    }

    /// Disconnects, and lets go of the journal; what was accepted stays in it.
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
