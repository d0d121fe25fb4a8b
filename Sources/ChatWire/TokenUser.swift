extension UserID {
    /// The id of a user whom signed tokens name (`docs/accounts.md`): half of a digest of issuer
    /// and subject, so it is the same on every server. An app needs it to write to its own users by
    /// their ids in its own system.
    ///
    /// - Parameters:
    ///   - subject: The user's id in the other system: `sub` of their tokens, byte for byte.
    ///   - issuer: `iss` of the tokens: the server's `--token-issuer`.
    public init(subject: String, issuer: String) {
        let text = "martlet user of a signed token\0\(issuer.utf8.count)\0\(issuer)\0\(subject)"
        let (high, low) = SHA256.half(text.utf8)
        self = .derived(high: high, low: low)
    }

    /// The id of a user of another system: a UUID of version 5 (RFC 9562 section 5.5), which is
    /// made of a name.
    ///
    /// So it is never the id of a guest, an account or a SwiftChat user.
    package static func derived(high: UInt64, low: UInt64) -> UserID {
        UserID(high: high & ~0xF000 | 0x5000, low: low & ~(0b11 << 62) | 0b10 << 62)
    }

    /// Whether the id is one of ``derived(high:low:)``.
    package var isDerived: Bool { high & 0xF000 == 0x5000 }
}
