import Crypto
import CryptoExtras
import Foundation

@testable import ChatTokens

/// Signs tokens, right ones and wrong ones.
enum Signer {
    static let secret = Array("0123456789abcdef0123456789abcdef".utf8)
    static let rsa = try? _RSA.Signing.PrivateKey(keySize: .bits2048)
    static let p256 = P256.Signing.PrivateKey()
    static let ed25519 = Curve25519.Signing.PrivateKey()

    /// Seconds since 1970-01-01 UTC.
    static let now: Int64 = 1_795_223_116
    static let issuer = "https://example.org"

    /// JSON of valid claims. `nil` as a value leaves a claim out.
    static func claims(_ changes: [String: String?] = [:]) -> String {
        let usual: [String: String?] = [
            "iss": "\"\(issuer)\"", "aud": "\"martlet\"", "sub": "\"42\"", "name": "\"Ann\"", "exp": "\(now + 600)",
        ]
        let claims = usual.merging(changes) { $1 }.compactMapValues(\.self)
        return "{" + claims.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    static func token(_ header: String = #"{"alg":"HS256"}"#, _ claims: String = claims()) -> String {
        token(header, claims, by: hs256)
    }

    static func token(
        _ header: String, _ claims: String = claims(), by sign: (Data) throws -> Data
    ) rethrows -> String {
        let signed = base64URL(Data(header.utf8)) + "." + base64URL(Data(claims.utf8))
        return signed + "." + base64URL(try sign(Data(signed.utf8)))
    }

    static func hs256(_ data: Data) -> Data { hs256(data, secret) }

    static func hs256(_ data: Data, _ secret: [UInt8]) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: data, using: SymmetricKey(data: secret)))
    }

    static func es256(_ data: Data) throws -> Data { try p256.signature(for: data).rawRepresentation }
    static func eddsa(_ data: Data) throws -> Data { try ed25519.signature(for: data) }

    static func rs256(_ data: Data) throws -> Data {
        try rsa?.signature(for: SHA256.hash(data: data), padding: .insecurePKCS1v1_5).rawRepresentation ?? Data()
    }

    static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    // MARK: Keys

    static var octKey: String { #"{"kty":"oct","kid":"h","k":"\#(base64URL(Data(secret)))"}"# }
    static var edKey: String {
        #"{"kty":"OKP","crv":"Ed25519","kid":"d","x":"\#(base64URL(ed25519.publicKey.rawRepresentation))"}"#
    }
    static var ecKey: String {
        let point = p256.publicKey.rawRepresentation
        let (x, y) = (base64URL(point.prefix(32)), base64URL(point.suffix(32)))
        return #"{"kty":"EC","crv":"P-256","kid":"e","alg":"ES256","use":"sig","x":"\#(x)","y":"\#(y)"}"#
    }
    static var rsaKey: String {
        guard let numbers = try? rsa?.publicKey.getKeyPrimitives() else { return "{}" }
        return
            #"{"kty":"RSA","kid":"r","n":"\#(base64URL(numbers.modulus))","e":"\#(base64URL(numbers.publicExponent))"}"#
    }

    static func keys(_ keys: String..., isPublished: Bool = false) async throws -> TokenKeys {
        try await TokenKeys(
            keySet: Array(#"{"keys":[\#(keys.joined(separator: ","))]}"#.utf8), isPublished: isPublished)
    }
}
