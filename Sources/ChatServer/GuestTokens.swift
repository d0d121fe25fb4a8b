import ChatRooms
import ChatWire
import Crypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Guests' tokens: a user id and a code that only this server can make (HMAC-SHA256, truncated to
/// 128 bits).
///
/// Nothing is stored for a guest, so a thousand new guests write nothing. Anyone with the key can
/// make tokens, so it is in a file of its own, outside of the database; only where the log is in
/// PostgreSQL, it is there, so that another machine can go on. `martlet backup` includes it:
/// without it, every guest would get a new identity after a restore.
public struct GuestTokens: Authenticator {
    private let key: SymmetricKey
    /// What guests may do.
    public var access = GuestAccess.on
    /// `false`: guests choose their names.
    public var namesUsers: Bool { false }

    /// Makes and verifies tokens with `key`, which has 256 bits.
    public init(key: SymmetricKey) {
        self.key = key
    }

    /// Makes and verifies tokens with a key of 32 bytes, which is kept elsewhere.
    package init(keyBytes: [UInt8]) { self.init(key: SymmetricKey(data: keyBytes)) }

    /// The key. It is as old as the log, and no other server has it.
    package var keyBytes: [UInt8] { key.withUnsafeBytes { Array($0) } }

    /// Makes a key that is forgotten with the process: after a restart, guests get new identities.
    public init() {
        self.init(key: SymmetricKey(size: .bits256))
    }

    /// Reads the key from `file`, or creates it, readable by its owner only.
    ///
    /// - Throws: ``StartError`` with a sentence that says what to do.
    public init(keyFile file: String) throws(StartError) {
        do {
            let url = URL(fileURLWithPath: file)
            // An unreadable key is not replaced: every guest would get a new identity.
            if FileManager.default.fileExists(atPath: file) {
                let stored = try Data(contentsOf: url)
                guard stored.count == 32 else {
                    throw StartError(
                        "\(file) is not a key of 32 bytes. Remove it to have one made; guests then get new identities.")
                }
                key = SymmetricKey(data: stored)
                return
            }
            let fresh = SymmetricKey(size: .bits256)
            try KeyFile.make(file, fresh.withUnsafeBytes { Array($0) })
            key = fresh
        } catch let error as StartError {
            throw error
        } catch {
            throw StartError("Can't read the key of guest tokens in \(file): \(error)")
        }
    }

    /// A key for something else that servers with the same key of guest tokens share.
    package func derivedKey(for purpose: String) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Data(purpose.utf8), using: key))
    }

    /// The guest of a token.
    public func identity(of token: String) async throws -> UserIdentity? {
        if case .user(let identity) = answer(to: token) { identity } else { nil }
    }

    /// Always at once.
    public func answer(to token: String) -> TokenAnswer {
        user(of: token).flatMap { try? guest($0) }.map { .user($0) } ?? .refused
    }

    /// What ``access`` allows.
    public func guest(_ user: UserID) throws(WireError) -> UserIdentity { try access.identity(of: user) }

    /// The token with which `user` comes back: 64 hexadecimal digits, the same each time.
    public func token(for user: UserID) -> String {
        let body = bytes(of: user)
        return (body + code(of: body)).hexadecimal
    }

    /// The user of a token that was made with this key; `nil` for every other text.
    public func user(of token: String) -> UserID? {
        guard let bytes = unhex(token), bytes.count == 32 else { return nil }
        let body = Array(bytes.prefix(16))
        // Keys are compared in constant time.
        guard SymmetricKey(data: Array(bytes.dropFirst(16))) == SymmetricKey(data: code(of: body)) else { return nil }
        let halves = [body.prefix(8), body.suffix(8)].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        return UserID(high: halves[0], low: halves[1])
    }

    private func code(of body: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: body, using: key).prefix(16))
    }

    private func bytes(of user: UserID) -> [UInt8] {
        [user.high, user.low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) } }
    }

    private func unhex(_ text: String) -> [UInt8]? {
        let utf8 = Array(text.utf8)
        guard utf8.count == 64 else { return nil }
        var bytes: [UInt8] = []
        for pair in stride(from: 0, to: 64, by: 2) {
            guard let high = nibble(utf8[pair]), let low = nibble(utf8[pair + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private func nibble(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
