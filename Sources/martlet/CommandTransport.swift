import ChatCore
import ChatCoreNIO
import ChatCoreTLS
import ChatTerminal
import NIOConcurrencyHelpers

/// The transport of `send`, `tail` and `chat`. It also reports why no connection was made. If the
/// server can't be trusted, the client would retry forever, but a command must end.
struct CommandTransport: Transport {
    let address: ServerAddress
    /// What is wrong with the server; at most one element. Iterated once.
    let distrust: AsyncStream<UntrustedServer>
    /// Why the last attempt to connect failed; `nil` after one that did not. Iterated once, and
    /// only the newest is kept.
    let failures: AsyncStream<ConnectionFailure?>
    /// Whether a server that can't be trusted ends the command. A screen says so, and goes on: its
    /// user can read and write meanwhile.
    var endsOnDistrust = true
    private let transport: NIOTransport
    private let found: AsyncStream<UntrustedServer>.Continuation
    private let failed: AsyncStream<ConnectionFailure?>.Continuation
    private let newest = NIOLockedValueBox<ConnectionFailure?>(nil)

    init(_ address: ServerAddress, security: ConnectionSecurity?) {
        self.address = address
        transport = NIOTransport(address, security: security)
        (distrust, found) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
        (failures, failed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The newest of ``failures``. It is set before the client learns that the attempt has failed.
    var failure: ConnectionFailure? { newest.withLockedValue { $0 } }

    private func tell(_ failure: ConnectionFailure?) {
        newest.withLockedValue { $0 = failure }
        failed.yield(failure)
    }

    func connect() async throws -> any TransportConnection {
        do {
            let connection = try await transport.connect()
            tell(nil)
            return connection
        } catch {
            if !(error is CancellationError) { tell(ConnectionFailure(error, host: address.host)) }
            if endsOnDistrust, let reason = UntrustedServer(error, host: address.host) {
                found.yield(reason)
                // The command ends and says why. It waits for that here, so that the client does
                // not report the failure, too.
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
