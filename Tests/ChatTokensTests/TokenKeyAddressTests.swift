import ChatRooms
import ChatServer
import ChatWire
import Crypto
import Foundation
import Logging
import Testing

@testable import ChatTokens

/// Keys from an address, with a server that is a closure and a clock that is a number.
@Suite(.timeLimit(.minutes(5))) struct TokenKeyAddressTests {
    private final class World: Sendable {
        private let state = Locked((now: Int64(0), fetches: 0, answer: [UInt8]?.none))

        var fetches: Int { state.withLock { $0.fetches } }

        func pass(milliseconds: Int64) { state.withLock { $0.now += milliseconds * 1_000_000 } }
        func publish(_ keys: String?) {
            state.withLock { $0.answer = keys.map { Array("{\"keys\":[\($0)]}".utf8) } }
        }

        func address(_ download: (@Sendable () async throws -> [UInt8])? = nil) -> TokenKeyAddress {
            TokenKeyAddress(download: download ?? self.download, logger: logger, clock: clock)
        }

        func tokens() async throws -> SignedTokens {
            try await SignedTokens(
                SignedTokens.Configuration(keys: "https://example.org/keys", issuer: Signer.issuer),
                others: GuestTokens(), logger: logger, clock: clock, download: download)
        }

        private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

        private var clock: ServerClock {
            ServerClock { [self] in state.withLock { (Signer.now * 1_000 + $0.now / 1_000_000, $0.now) } }
        }

        @Sendable func download() throws -> [UInt8] {
            try state.withLock { state in
                state.fetches += 1
                guard let answer = state.answer else { throw KeyFault("nobody answers") }
                return answer
            }
        }
    }

    private let world = World()

    private func code(_ address: TokenKeyAddress, _ kid: String?) async -> WireError.Code? {
        do throws(WireError) { return try await address.keys(for: kid).contains(kid) ? nil : .tokenRefused } catch {
            return error.code
        }
    }

    @Test func `however many keys are made up, there is one fetch in 30 seconds`() async {
        world.publish(Signer.ecKey)
        let address = world.address()
        await address.fetch()
        for index in 0..<1_000 { #expect(await code(address, "made up \(index)") == .overloaded) }
        #expect(world.fetches == 1)
        world.pass(milliseconds: Limits.tokenKeysInterval)
        // This one has caused a fetch: it is certainly unknown. Those behind it may be new.
        #expect(await code(address, "made up") == .tokenRefused)
        for index in 0..<1_000 { #expect(await code(address, "made up \(index)") == .overloaded) }
        #expect(await code(address, "e") == nil)
        #expect(world.fetches == 2)
    }

    @Test func `a new key is found, and an old one is forgotten`() async {
        world.publish(Signer.ecKey)
        let address = world.address()
        #expect(await code(address, "e") == nil)
        world.publish(Signer.edKey)
        let error = await #expect(throws: WireError.self) { try await address.keys(for: "d") }
        #expect(error?.retry == UInt64(Limits.tokenKeysInterval))
        world.pass(milliseconds: Limits.tokenKeysInterval)
        #expect(await code(address, "d") == nil)
        #expect(await code(address, "e") == .overloaded)
        #expect(world.fetches == 2)
    }

    @Test func `known keys are fetched again when they are old, and kept when that fails`() async {
        world.publish(Signer.ecKey)
        let address = world.address()
        #expect(await code(address, "e") == nil)
        world.publish(nil)
        world.pass(milliseconds: Limits.tokenKeysLifetime - 1)
        #expect(await code(address, "e") == nil)
        #expect(world.fetches == 1)
        world.pass(milliseconds: 1)
        for _ in 0..<100 { #expect(await code(address, "e") == nil) }
        #expect(world.fetches == 2)
        // From now on nobody waits for the address: it is asked beside what they do.
        world.publish("{\"kty\":\"garbage\"")
        world.pass(milliseconds: Limits.tokenKeysInterval)
        for _ in 0..<100 { #expect(await code(address, "e") == nil) }
        await address.ended()
        #expect(world.fetches == 3)
        // A key that was taken away counts no more once that is known.
        world.publish(Signer.edKey)
        world.pass(milliseconds: Limits.tokenKeysInterval)
        #expect(await code(address, "e") == nil)
        await address.ended()
        #expect(await code(address, "e") != nil)
        #expect(world.fetches == 4)
    }

    @Test func `nobody waits for an address that has failed`() async {
        let (asked, answered) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
        let download: @Sendable () async throws -> [UInt8] = { [world] in
            if world.fetches > 0 {
                asked.continuation.yield()
                for await _ in answered.stream { break }
            }
            return try world.download()
        }
        world.publish(Signer.ecKey)
        let address = world.address(download)
        #expect(await code(address, "e") == nil)
        world.publish(nil)
        world.pass(milliseconds: Limits.tokenKeysLifetime)
        async let first = code(address, "e")
        for await _ in asked.stream { break }
        answered.continuation.yield()
        #expect(await first == nil)
        // The address hangs from now on.
        world.pass(milliseconds: Limits.tokenKeysInterval)
        #expect(await code(address, "e") == nil)
        for await _ in asked.stream { break }
        #expect(await code(address, "e") == nil)
        answered.continuation.yield()
        await address.ended()
        #expect(world.fetches == 3)
    }

    @Test func `a key may be new as long as its fetch fails`() async {
        world.publish(Signer.ecKey)
        let address = world.address()
        #expect(await code(address, "e") == nil)
        world.publish(nil)
        world.pass(milliseconds: Limits.tokenKeysInterval)
        // This token's own fetch fails: nothing is known about its key.
        #expect(await code(address, "d") == .overloaded)
        #expect(world.fetches == 2)
        world.publish(Signer.edKey)
        world.pass(milliseconds: Limits.tokenKeysInterval)
        #expect(await code(address, "d") == nil)
    }

    @Test func `a token that names no key is checked with the newest keys, too`() async throws {
        let old = Curve25519.Signing.PrivateKey()
        world.publish(Signer.edKey.replacing(#""kid":"d","#, with: ""))
        let tokens = try await world.tokens()
        func code(_ key: Curve25519.Signing.PrivateKey) async throws -> WireError.Code? {
            let token = try Signer.token(#"{"alg":"EdDSA"}"#) { try key.signature(for: $0) }
            do { return try await tokens.identity(of: token) == nil ? .tokenRefused : nil } catch {
                return (error as? WireError)?.code
            }
        }
        #expect(try await code(Signer.ed25519) == nil)
        #expect(try await code(old) == .overloaded)
        world.publish(
            Signer.edKey.replacing(
                Signer.base64URL(Signer.ed25519.publicKey.rawRepresentation),
                with: Signer.base64URL(old.publicKey.rawRepresentation)))
        world.pass(milliseconds: Limits.tokenKeysInterval)
        #expect(try await code(old) == nil)
        #expect(try await code(Signer.ed25519) == .overloaded)
        #expect(world.fetches == 2)
        world.pass(milliseconds: Limits.tokenKeysInterval)
        #expect(try await code(Signer.ed25519) == .tokenRefused)
        #expect(world.fetches == 3)
        await tokens.end()
    }

    @Test func `without keys, tokens can be tried again later`() async {
        let address = world.address()
        #expect(await code(address, nil) == .overloaded)
        #expect(await code(address, "e") == .overloaded)
        #expect(world.fetches == 1)
        world.publish(Signer.ecKey)
        world.pass(milliseconds: Limits.tokenKeysInterval)
        #expect(await code(address, "e") == nil)
    }

    @Test func `those who come together share one fetch`() async {
        world.publish(Signer.ecKey)
        let address = world.address()
        await withTaskGroup(of: Void.self) { tasks in
            for _ in 0..<200 { tasks.addTask { _ = try? await address.keys(for: "e") } }
        }
        #expect(world.fetches == 1)
    }

    @Test(arguments: [
        ("https://example.org/keys", true), ("http://127.0.0.1:8080/keys", true), ("http://localhost/keys", true),
        ("http://[::1]:8080/keys", true), ("http://example.org/keys", false), ("http://127.0.0.1.evil.example/", false),
        ("http://127.evil.example.org/", false), ("ftp://example.org/keys", false), ("https://", false),
        ("file:///etc/passwd", false), ("http://localhost.example.org/", false),
    ])
    func `only https is trusted, except on this machine`(_ address: String, _ isTaken: Bool) {
        #expect((KeyDownload(address) != nil) == isTaken)
    }
}
