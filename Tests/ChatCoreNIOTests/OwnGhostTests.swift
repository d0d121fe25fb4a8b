import ChatCore
import ChatWire
import Foundation
import Testing

@testable import ChatCoreNIO

/// A client whose first connection breaks on its side only: the server has let it in, and does not
/// know that it is gone.
@Suite(.timeLimit(.minutes(5))) struct OwnGhostTests {
    @Test(arguments: [false, true])
    func `a client that reconnects before the server notices waits for its name`(_ isRestarted: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ghost-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withServer { addresses in
            let network = BrokenOnce(transport: try addresses.transport)
            var ann = client(network, in: folder)
            try await ann.start()
            if isRestarted {
                for await state in try await ann.connectionStates() where state.connection.trouble != nil { break }
                await ann.shutDown()
                ann = client(network, in: folder)
                try await ann.start()
            }
            for await state in try await ann.connectionStates() {
                if case .delayed(let error) = state.connection.trouble {
                    #expect(error.code == .nameTaken)
                    await network.end()
                }
                #expect(!state.connection.hasGivenUp)
                if state.connection.phase == .connected { break }
            }
            #expect(try await ann.chat().identity?.name == "ann")
            await ann.shutDown()
            #expect(await network.wasNoticed)
        }
    }

    @Test func `a name of another user is refused at once`() async throws {
        try await withServer { addresses in
            var holder = try await Talk(addresses.transport)
            _ = try await holder.enter("ann")
            let ann = ChatClient(transport: try addresses.transport, name: "ann")
            try await ann.start()
            for await state in try await ann.connectionStates() where state.connection.trouble != nil {
                #expect(state.connection.hasGivenUp)
                break
            }
            await ann.shutDown()
        }
    }

    private func client(_ network: BrokenOnce, in folder: URL) -> ChatClient {
        ChatClient(
            transport: network, storage: FileStorage(folder: folder, account: "ann"), name: "ann", clock: Hasty())
    }
}

/// The system's clock, with the luck of those whose every back-off is short.
private struct Hasty: ClientClock {
    private let clock = SystemClock()

    var now: Now {
        var now = clock.now
        now.random = .max / 50
        return now
    }

    func sleep(milliseconds: Int64) async throws { try await clock.sleep(milliseconds: milliseconds) }
}

/// A network on which the first connection's hello arrives, and nothing comes back.
private actor BrokenOnce: Transport {
    private let transport: NIOTransport
    private var ghost: (any TransportConnection)?
    private(set) var wasNoticed = false

    init(transport: NIOTransport) { self.transport = transport }

    nonisolated func connect() async throws -> any TransportConnection {
        let connection = try await transport.connect()
        return await isFirst(connection) ? HalfDead(connection: connection) : connection
    }

    private func isFirst(_ connection: any TransportConnection) -> Bool {
        if ghost != nil || wasNoticed { return false }
        ghost = connection
        return true
    }

    /// The server notices.
    func end() async {
        wasNoticed = true
        await ghost?.close(.normal)
        ghost = nil
    }
}

private struct HalfDead: TransportConnection {
    let connection: any TransportConnection

    /// It ends when the welcome would have come: then the server has let us in.
    var events: AsyncStream<TransportEvent> {
        AsyncStream { [connection] in
            for await event in connection.events {
                if case .received(.welcome) = event { break }
            }
            return nil
        }
    }

    func send(_ frame: ClientFrame) async throws { try await connection.send(frame) }

    func close(_ code: CloseCode) async {}
}
