import ChatCore
import ChatRooms
import ChatServer
import ChatWire
import Foundation
import Testing

@testable import ChatCoreNIO

/// Tokens that expire, between the SDK and the real server.
@Suite(.timeLimit(.minutes(5))) struct ExpiringTokenTests {
    /// Issues one token for each lifetime in milliseconds, and accepts these tokens.
    private final class Issuer: Authenticator, TokenProvider {
        private let user = UserID.issued()
        private let state: Locked<(lifetimes: [Int64], given: [String: Int64], isStrict: Bool)>

        /// - Parameter isStrict: whether the second token is refused
        init(_ lifetimes: [Int64], isStrict: Bool = false) {
            state = Locked((lifetimes.reversed(), [:], isStrict))
        }

        var given: Int { state.withLock { $0.given.count } }

        private var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

        func identity(of token: String) async throws -> UserIdentity? {
            state.withLock { state in
                if state.isStrict, token == "token 2" { return nil }
                return state.given[token].map { UserIdentity(user: user, name: "ann", expires: $0) }
            }
        }

        func token(replacing refused: String?) async throws -> String? {
            state.withLock { state in
                #expect(refused == (state.given.isEmpty ? nil : "token \(state.given.count)"))
                guard let lifetime = state.lifetimes.popLast() else { return nil }
                let token = "token \(state.given.count + 1)"
                state.given[token] = now + lifetime
                return token
            }
        }
    }

    private func connected(_ client: ChatClient) async throws {
        try await client.start()
        for await state in try await client.connectionStates() where state.phase == .connected { break }
    }

    /// The first token lasts long enough for a machine that is busy with other tests to connect.
    @Test func `a client gets a newer token, and its connection goes on`() async throws {
        let issuer = Issuer([8_000, 3_600_000])
        try await withServer(as: issuer) { addresses in
            let client = ChatClient(transport: try addresses.transport, name: "ann", tokens: issuer)
            try await connected(client)
            let end = ContinuousClock.now + .milliseconds(9_500)
            while ContinuousClock.now < end {
                #expect(try await client.chat().connection.phase == .connected)
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(issuer.given == 2)
            #expect(try await client.chat().identity?.token == "token 2")
            await client.shutDown()
        }
    }

    @Test func `a client without a newer token is closed, asks for one and comes back`() async throws {
        let issuer = Issuer([2_000, 2_000, 3_600_000], isStrict: true)
        try await withServer(as: issuer) { addresses in
            let client = ChatClient(transport: try addresses.transport, name: "ann", tokens: issuer)
            try await connected(client)
            while try await client.chat().identity?.token != "token 3" {
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(try await client.chat().connection.phase == .connected)
            #expect(issuer.given == 3)
            await client.shutDown()
        }
    }
}
