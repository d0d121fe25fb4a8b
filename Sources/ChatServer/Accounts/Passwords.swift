import ChatRooms
import ChatWire
import Crypto
import CryptoExtras
import Foundation

/// Derives and checks passwords by scrypt with OWASP's parameters (N = 2¹⁵, r = 8, p = 3: 32 MiB),
/// one at a time, on a thread of its own. Addresses take turns.
struct Passwords: Sendable {
    private let thread: BoundedThread
    private let rounds: Int
    /// Checked for an unknown name, so that the answer takes the same time.
    private let hashOfNobody: PasswordHash

    /// - Parameters:
    ///   - rounds: scrypt's N; fewer for tests
    ///   - queue: runs the work instead of a thread; `nil` for a thread
    init(rounds: Int = 1 << 15, on queue: WorkQueue? = nil, clock: ServerClock = ServerClock()) {
        self.rounds = rounds
        thread = BoundedThread(
            limit: Limits.passwordQueue, full: .passwordsBusy, isPolite: true, on: queue, clock: clock)
        hashOfNobody = Self.blank(rounds: rounds, key: [UInt8](repeating: 0, count: 32))
    }

    func hash(_ password: String, for client: ClientAddress? = nil) async throws(WireError) -> PasswordHash {
        let rounds = rounds
        return try await thread.run(for: client) { () throws(WireError) in
            var hash = Self.blank(rounds: rounds, key: [])
            hash.key = try Self.key(of: password, hash).withUnsafeBytes { Array($0) }
            return hash
        }
    }

    private static func blank(rounds: Int, key: [UInt8]) -> PasswordHash {
        PasswordHash(salt: salt(), key: key, rounds: rounds, blockSize: 8, parallelism: 3)
    }

    /// Whether `password` has this hash. With `nil` it answers `false` after the same time.
    ///
    /// - Throws: 201 (`overloaded`) if too many wait
    func check(_ password: String, _ hash: PasswordHash?, for client: ClientAddress? = nil) async throws(WireError)
        -> Bool
    {
        let stored = hash ?? hashOfNobody
        let isRight = try await thread.run(for: client) { () throws(WireError) in
            // Keys are compared in constant time.
            try Self.key(of: password, stored) == SymmetricKey(data: stored.key)
        }
        return isRight && hash != nil
    }

    func end() async { await thread.end() }

    private static func salt() -> [UInt8] { SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) } }

    private static func key(of password: String, _ hash: PasswordHash) throws(WireError) -> SymmetricKey {
        do {
            // Equal texts have equal bytes on every keyboard (NFC).
            let bytes = Array(password.precomposedStringWithCanonicalMapping.utf8)
            return try KDF.Scrypt.deriveKey(
                from: bytes, salt: hash.salt, outputByteCount: 32, rounds: hash.rounds, blockSize: hash.blockSize,
                parallelism: hash.parallelism)
        } catch {
            throw .accountsBusy
        }
    }
}
