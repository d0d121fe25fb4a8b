import ChatCore
import ChatNIO
import ChatTerminal
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Testing

@testable import martlet

@Suite struct ConnectionFailureTests {
    @Test(arguments: [
        (ECONNREFUSED, ConnectionFailure.refused), (ETIMEDOUT, .timedOut), (ENETUNREACH, .noRoute),
        (EHOSTUNREACH, .noRoute), (ENETDOWN, .noRoute), (ECONNRESET, .noChat), (EMFILE, nil),
    ]) func `the system's error has a reason, if it tells a person something`(code: Int32, wanted: ConnectionFailure?) {
        #expect(ConnectionFailure(IOError(errnoCode: code, reason: "connect"), host: "localhost") == wanted)
    }

    @Test func `what a server answers is a reason`() {
        let answers: [(WebSocketClientError, ConnectionFailure)] = [
            (.refused(status: 502), .status(502)), (.noHandshake, .noChat), (.tooLate, .timedOut),
        ]
        for (error, wanted) in answers { #expect(ConnectionFailure(error, host: "localhost") == wanted) }
        #expect(ConnectionFailure(ChannelError.connectTimeout(.seconds(10)), host: "localhost") == .timedOut)
        #expect(ConnectionFailure(CancellationError(), host: "localhost") == nil)
        guard
            case .untrusted(let reason) = ConnectionFailure(
                NIOSSLExtraError.failedToValidateHostname, host: "localhost")
        else {
            Issue.record("a certificate for another name")
            return
        }
        #expect(reason.contains("The certificate of localhost is for another name."))
    }

    @Test(arguments: ["127.0.0.1", "localhost"]) func `a port where nothing listens refuses`(host: String) async throws
    {
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(listener.localAddress?.port)
        try await listener.close()
        let address = try #require(ServerAddress("http://\(host):\(port)"))
        let transport = CommandTransport(address, security: nil)
        await #expect(throws: (any Error).self) { _ = try await transport.connect() }
        for await failure in transport.failures {
            #expect(failure == .refused)
            break
        }
    }

    @Test func `a name without an address is unknown`() async throws {
        let address = try #require(ServerAddress("http://nowhere.invalid:80"))
        let transport = CommandTransport(address, security: nil)
        await #expect(throws: (any Error).self) { _ = try await transport.connect() }
        for await failure in transport.failures {
            #expect(failure == .unknownHost)
            break
        }
        // Commands without a screen say it, too.
        #expect(transport.failure?.reason("nowhere.invalid") == "No address was found for nowhere.invalid.")
    }
}
