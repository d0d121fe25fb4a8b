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
    /// Checked for names that do not exist, so that they take the same time.
    private let nobodys: PasswordHash

    /// - Parameter rounds: scrypt's N; fewer for tests
    init(rounds: Int = 1 << 15) {
        self.rounds = rounds
        thread = BoundedThread(limit: Limits.passwordQueue, full: .passwordsBusy, isPolite: true)
        nobodys = PasswordHash(
            salt: Self.salt(), key: [UInt8](repeating: 0, count: 32), rounds: rounds, blockSize: 8, parallelism: 3)
    }

    func hash(_ password: String, for client: ClientAddress? = nil) async throws(WireError) -> PasswordHash {
        let rounds = rounds
        return try await thread.run(for: client) { () throws(WireError) in
            var hash = PasswordHash(salt: Self.salt(), key: [], rounds: rounds, blockSize: 8, parallelism: 3)
            hash.key = try Self.key(of: password, hash).withUnsafeBytes { Array($0) }
            return hash
        }
    }

    /// Whether this is the password. Without a hash it takes as long, and is not.
    func check(_ password: String, _ hash: PasswordHash?, for client: ClientAddress? = nil) async throws(WireError)
        -> Bool
    {
        let stored = hash ?? nobodys
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
