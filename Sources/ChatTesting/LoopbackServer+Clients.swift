import ChatCore
import ChatRooms

// Connected clients for tests, each in one line.
extension LoopbackServer {
    /// A guest's client that is connected and, if there is a room, in it. End it with `shutDown()`.
    ///
    /// - Parameters:
    ///   - storage: What the client keeps its messages in.
    ///   - clock: By default real time, so that a client connects again after ``goAway()``. With a
    ///     ``ManualClientClock`` the test says when.
    /// - Throws: The server's refusal of the name or the room.
    public nonisolated func client(
        _ name: String, in room: RoomName? = nil, storage: any Storage = MemoryStorage(),
        clock: any ClientClock = SystemClock()
    ) async throws -> ChatClient {
        let client = ChatClient(transport: transport, storage: storage, name: name, clock: clock)
        do {
            try await client.start()
            try await client.waitUntilConnected()
            if let room {
                try await client.join(room)
                try await client.waitUntilJoined(room)
            }
        } catch {
            await client.shutDown()
            throw error
        }
        return client
    }

    /// The clients of two guests, both connected and in the room.
    ///
    /// ```swift
    /// let (ann, bob) = try await server.clients("ann", "bob", in: .lobby)
    /// try await ann.send("Hello, Bob", to: .lobby)
    /// ```
    public nonisolated func clients(
        _ first: String, _ second: String, in room: RoomName? = nil, clock: any ClientClock = SystemClock()
    ) async throws -> (ChatClient, ChatClient) {
        let one = try await client(first, in: room, clock: clock)
        do {
            return (one, try await client(second, in: room, clock: clock))
        } catch {
            await one.shutDown()
            throw error
        }
    }
}
