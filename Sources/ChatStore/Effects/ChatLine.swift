import ChatCore

/// A client of one account, as the store needs it: what to tell it, and what it tells.
public struct ChatLine: Sendable {
    /// How things stand, now and whenever they changed; who is slow gets the newest. Ends when the line is closed.
    public let states: AsyncStream<ChatState>
    private let client: ChatClient
    private let listening: Task<Void, Never>

    /// Makes the client of an account. Throws ``ChatCore/StorageError`` where its journal can't be read.
    public typealias Opening = @Sendable (Account) async throws -> ChatLine

    /// Opens the client's journal; it does not connect yet.
    public init(_ client: ChatClient) async throws(StorageError) {
        let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let (states, sink) = AsyncStream<ChatState>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let connection = try await client.connectionStates()
        let conversations = try await client.conversations()
        let outbox = try await client.outbox()
        self.states = states
        self.client = client
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
    public func tell(_ input: Input) async throws(StorageError) { try await client.handle(input) }

    /// Disconnects, and lets go of the journal; what was accepted stays in it.
    public func close() async {
        listening.cancel()
        await client.shutDown()
    }
}
