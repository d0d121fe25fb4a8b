import ChatWire
import JWTKit

/// A key that verifies signed tokens, with its one algorithm.
struct TokenKey: Sendable {
    /// The accepted algorithms. `none` is not among them.
    enum Algorithm: String, CaseIterable, Sendable {
        case hs256 = "HS256"
        case es256 = "ES256"
        case eddsa = "EdDSA"
        case rs256 = "RS256"
    }

    /// The name (`kid`) by which tokens choose the key.
    let id: String?
    let algorithm: Algorithm
    private let verifier: any JWTAlgorithm

    /// A secret of HS256. The issuer signs with the same one.
    init(secret: [UInt8], id: String?) async throws(KeyFault) {
        guard secret.count >= Limits.tokenSecretBytes else {
            throw KeyFault(
                "a secret of HS256 has at least \(Limits.tokenSecretBytes) bytes, and this one has \(secret.count)")
        }
        let keys = await JWTKeyCollection().add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256)
        try await self.init(keys, .hs256, id)
    }

    init(es256 key: ES256PublicKey, id: String?) async throws(KeyFault) {
        try await self.init(await JWTKeyCollection().add(ecdsa: key), .es256, id)
    }

    init(eddsa key: EdDSA.PublicKey, id: String?) async throws(KeyFault) {
        try await self.init(await JWTKeyCollection().add(eddsa: key), .eddsa, id)
    }

    init(rs256 key: Insecure.RSA.PublicKey, id: String?) async throws(KeyFault) {
        let bits = ((try? key.getKeyPrimitives().modulus.count) ?? 0) * 8
        guard Limits.tokenRSABits.contains(bits) else { throw .rsaSize }
        try await self.init(await JWTKeyCollection().add(rsa: key, digestAlgorithm: .sha256), .rs256, id)
    }

    private init(_ keys: JWTKeyCollection, _ algorithm: Algorithm, _ id: String?) async throws(KeyFault) {
        guard let verifier = try? await keys.getKey(), verifier.name == algorithm.rawValue else {
            throw KeyFault("it is not a key of \(algorithm.rawValue)")
        }
        self.id = id
        self.algorithm = algorithm
        self.verifier = verifier
    }

    /// Whether this key made the token's signature, with this key's algorithm.
    func verifies(_ token: SignedToken) -> Bool {
        guard token.algorithm == algorithm, isLength(token.signature.count) else { return false }
        return (try? verifier.verify(token.signature, signs: token.signed)) ?? false
    }

    private func isLength(_ count: Int) -> Bool {
        switch algorithm {
        case .hs256: count == 32
        case .es256, .eddsa: count == 64
        case .rs256: count <= Limits.tokenRSABits.upperBound / 8
        }
    }
}

/// Why keys can't be used. The description is the end of a sentence.
struct KeyFault: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    static let rsaSize = KeyFault(
        "an RSA key has \(Limits.tokenRSABits.lowerBound) to \(Limits.tokenRSABits.upperBound) bits")
}
