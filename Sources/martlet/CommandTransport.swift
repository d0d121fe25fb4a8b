import ChatCore
import ChatCoreNIO
import ChatCoreTLS

/// The transport of `send`, `tail` and `chat`. It also reports a server that can't be trusted: the client
/// would retry forever, but a command must end.
struct CommandTransport: Transport {
    let address: ServerAddress
    /// What is wrong with the server; at most one element. Iterated once.
    let distrust: AsyncStream<UntrustedServer>
    private let transport: NIOTransport
    private let found: AsyncStream<UntrustedServer>.Continuation

    init(_ address: ServerAddress, security: ConnectionSecurity?) {
        self.address = address
        transport = NIOTransport(address, security: security)
        (distrust, found) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    func connect() async throws -> any TransportConnection {
        do { return try await transport.connect() } catch {
            if let reason = UntrustedServer(error, host: address.host) {
                found.yield(reason)
                // The command ends and says why. The client does not hear of it, and says nothing besides.
                try await Task.sleep(for: .seconds(86_400))
            }
            throw error
        }
    }

    var files: (any FileTransport)? { transport.files }
    var requests: (any RequestTransport)? { transport.requests }

    /// Throws if the server can't be trusted. Returns when the task is cancelled.
    func watchTrust() async throws {
        for await reason in distrust { throw CommandFailure(reason.advice) }
    }
}
