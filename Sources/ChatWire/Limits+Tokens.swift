/// The maximums of signed tokens and of the keys that verify them.
extension Limits {
    /// Bytes of a signed token.
    public static let signedTokenBytes = 8_192
    /// Bytes of the subject of a signed token (`sub`), as in OpenID Connect.
    package static let tokenSubjectBytes = 255
    /// Milliseconds that an issuer's clock may be ahead or behind.
    package static let tokenLeeway: Int64 = 60_000
    /// Milliseconds for which a token may be valid: ten years. One that is valid for longer has its
    /// end in milliseconds, not in seconds.
    package static let tokenLifetime: Int64 = 10 * 366 * 86_400_000
    /// Milliseconds before a token expires at which the server asks the connection for another one.
    package static let tokenNotice: Int64 = 60_000
    /// Signed tokens that are being verified, or wait to be. Each takes 0.02 to 0.2 ms of one
    /// thread.
    package static let signedTokensQueued = 1_024
    /// Bytes of the shortest secret of HS256 (RFC 7518 section 3.2).
    package static let tokenSecretBytes = 32
    /// Bits of the shortest and the longest RSA key.
    package static let tokenRSABits = 2_048...8_192
    /// Keys that a set may have.
    package static let tokenKeys = 64
    /// Keys without a name that a set may have. Each of them is tried.
    package static let namelessTokenKeys = 4
    /// Bytes of a file with keys, and of the answer from an address with keys: 256 KiB.
    package static let tokenKeysBytes = 262_144
    /// Milliseconds between two checks whether a file with keys has changed.
    package static let tokenKeyFileInterval: Int64 = 1_000
    /// Milliseconds for which keys from an address are used before they are fetched again.
    package static let tokenKeysLifetime: Int64 = 600_000
    /// Milliseconds between two fetches, however many tokens name an unknown key.
    package static let tokenKeysInterval: Int64 = 30_000
    /// Milliseconds that a fetch may take.
    package static let tokenKeysDeadline: Int64 = 5_000
}
