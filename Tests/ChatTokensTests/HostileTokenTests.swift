import ChatRooms
import ChatWire
import Foundation
import Testing

@testable import ChatTokens

/// Tokens that must be refused, each for one reason. The same tokens without that are accepted.
@Suite struct HostileTokenTests {
    private let rule = TokenRule(issuer: Signer.issuer, audience: "martlet")

    private func identity(_ text: String, _ keys: TokenKeys, at seconds: Int64 = Signer.now) throws -> UserIdentity {
        let token = try SignedToken(text)
        try keys.verify(token)
        return try rule.identity(token.payload, at: seconds * 1_000)
    }

    private func refusal(_ text: String, _ keys: TokenKeys) -> WireError? {
        do {
            _ = try identity(text, keys)
            return nil
        } catch {
            return error as? WireError
        }
    }

    @Test func `a right token of each algorithm is taken, and means the same user`() async throws {
        let keys = try await Signer.keys(Signer.octKey, Signer.edKey, Signer.ecKey, Signer.rsaKey)
        let tokens = [
            Signer.token(#"{"alg":"HS256","kid":"h"}"#),
            try Signer.token(#"{"alg":"EdDSA","kid":"d","typ":"JWT"}"#, by: Signer.eddsa),
            try Signer.token(#"{"alg":"ES256","kid":"e"}"#, by: Signer.es256),
            try Signer.token(#"{"alg":"RS256","kid":"r"}"#, by: Signer.rs256),
        ]
        let identities = try tokens.map { try identity($0, keys) }
        #expect(Set(identities).count == 1)
        let ann = try #require(identities.first)
        #expect(ann.name == "Ann" && ann.sharesName && ann.role == .user && ann.mayWrite)
        #expect(ann.expires == (Signer.now + 600) * 1_000 + Limits.tokenLeeway)
    }

    @Test(arguments: [
        // Without a signature, and with the others' algorithms.
        (#"{"alg":"none","kid":"h"}"#, Signer.claims(), "algorithm"),
        (#"{"alg":"None"}"#, Signer.claims(), "algorithm"),
        (#"{"alg":"HS512","kid":"h"}"#, Signer.claims(), "algorithm"),
        (#"{"alg":"RS256","kid":"h"}"#, Signer.claims(), "another algorithm"),
        (#"{"alg":"HS256","kid":"r"}"#, Signer.claims(), "another algorithm"),
        (#"{"alg":"HS256","kid":"made up"}"#, Signer.claims(), "kid"),
        (#"{"alg":"HS256"}"#, Signer.claims(), "which key"),
        (#"{"alg":"HS256","kid":"h","kid":"r"}"#, Signer.claims(), "header"),
        (#"{"alg":"HS256","kid":7}"#, Signer.claims(), "header"),
        (#"{"kid":"h"}"#, Signer.claims(), "header"),
        (#"["HS256"]"#, Signer.claims(), "header"),
        (#"{"alg":"HS256","kid":"h","crit":["b64"],"b64":false}"#, Signer.claims(), "crit"),
        // Claims.
        (#"{"alg":"HS256","kid":"h"}"#, Signer.claims(["iss": "\"https://evil.example\""]), "iss"),
        (#"{"alg":"HS256","kid":"h"}"#, Signer.claims(["iss": nil]), "iss"),
        (#"{"alg":"HS256","kid":"h"}"#, Signer.claims(["aud": "\"another\""]), "aud"),
        (#"{"alg":"HS256","kid":"h"}"#, Signer.claims(["aud": "[\"another\",\"martlet2\"]"]), "aud"),
        (#"{"alg":"HS256","kid":"h"}"#, Signer.claims(["aud": nil]), "aud"),
        (#"{"alg":"HS256","kid":"h"}"#, Signer.claims(["aud": "7"]), "aud"),
        (#"{"alg":"HS256","kid":"h"}"#, Signer.claims(["exp": nil]), "exp"),
        (#"{"alg":"HS256","kid":"h"}"#, Signer.claims(["exp": "\(Signer.now - 60)"]), "expired"),
        (#"{"alg":"HS256","kid":"h"}"#, Signer.claims(["exp": "\"never\""]), "exp"),
        (#"{"alg":"HS256","kid":"h"}"#, Signer.claims(["exp": "1e300"]), "exp"),
        (#"{"alg":"HS256","kid":"h"}"#, Signer.claims(["exp": "-1"]), "exp"),
        (#"{"alg":"HS256","kid":"h"}"#, Signer.claims(["exp": "99999999999999999999999999999999"]), "exp"),
        (#"{"alg":"HS256","kid":"h"}"#, Signer.claims(["nbf": "\(Signer.now + 61)"]), "not valid yet"),
        (#"{"alg":"HS256","kid":"h"}"#, Signer.claims(["nbf": "true"]), "nbf"),
        (#"{"alg":"HS256","kid":"h"}"#, Signer.claims(["sub": nil]), "sub"),
        (#"{"alg":"HS256","kid":"h"}"#, Signer.claims(["sub": "\"\""]), "sub"),
        (#"{"alg":"HS256","kid":"h"}"#, Signer.claims(["sub": "42"]), "sub"),
        (#"{"alg":"HS256","kid":"h"}"#, Signer.claims(["sub": "\"\(String(repeating: "a", count: 256))\""]), "sub"),
        (#"{"alg":"HS256","kid":"h"}"#, Signer.claims(["martlet_role": "[\"administrator\"]"]), "martlet_role"),
        (#"{"alg":"HS256","kid":"h"}"#, Signer.claims(["martlet_role": "\"root\""]), "martlet_role"),
        (#"{"alg":"HS256","kid":"h"}"#, Signer.claims(["martlet_role": "true"]), "martlet_role"),
        (#"{"alg":"HS256","kid":"h"}"#, Signer.claims(["martlet_role": "null"]), "martlet_role"),
        (#"{"alg":"HS256","kid":"h"}"#, "[1]", "claims"),
        (#"{"alg":"HS256","kid":"h"}"#, "{", "claims"),
    ])
    func `a wrong token is refused, with a reason`(_ header: String, _ claims: String, _ reason: String) async throws {
        let keys = try await Signer.keys(Signer.octKey, Signer.rsaKey)
        let refused = try #require(refusal(Signer.token(header, claims), keys))
        #expect(refused.code == .tokenRefused)
        #expect(refused.text.contains(reason), "\(refused.text)")
    }

    @Test func `a public key is no secret`() async throws {
        // Signed with HS256, and with each text that is known of the RSA key as the secret.
        let keys = try await Signer.keys(Signer.rsaKey)
        let rsa = try #require(Signer.rsa)
        let pem = rsa.publicKey.pemRepresentation
        for known in [Array(pem.utf8), Array((pem + "\n").utf8), Array(rsa.publicKey.derRepresentation)] {
            for header in [#"{"alg":"HS256","kid":"r"}"#, #"{"alg":"HS256"}"#] {
                let token = Signer.token(header, by: { Signer.hs256($0, known) })
                #expect(refusal(token, keys)?.code == .tokenRefused)
            }
        }
        let files = [pem, pem.replacing("\n", with: "\r\n")]
        for file in files {
            let keys = try await KeyText.keys(Array(file.utf8))
            let token = Signer.token(#"{"alg":"HS256"}"#, by: { Signer.hs256($0, Array(file.utf8)) })
            #expect(refusal(token, keys)?.text.contains("another algorithm") == true)
        }
    }

    @Test func `what was changed after the signature is refused`() async throws {
        let keys = try await Signer.keys(Signer.octKey)
        let token = Signer.token()
        let other = Signer.token(claims: ["sub": "\"43\""])
        let parts = token.split(separator: ".")
        let others = other.split(separator: ".")
        for forged in [
            "\(parts[0]).\(others[1]).\(parts[2])", "\(parts[0]).\(parts[1]).\(others[2])",
            "\(parts[0]).\(parts[1]).", "\(parts[0]).\(parts[1]).AAAA", token + "A", token + "==", token + ".",
            "." + token, token.replacing(".", with: ".."), "..", "a.b.c", " " + token, token + "\n",
        ] {
            #expect(refusal(forged, keys)?.code == .tokenRefused, "\(forged)")
        }
        #expect(refusal(token, keys) == nil)
    }

    @Test func `no other character anywhere in a token makes one that counts`() async throws {
        let keys = try await Signer.keys(Signer.octKey)
        let token = Array(Signer.token().utf8)
        for position in token.indices {
            for other in "AQgw048_-.= é\0".utf8 where other != token[position] {
                var forged = token
                forged[position] = other
                let text = String(decoding: forged, as: UTF8.self)
                #expect(refusal(text, keys)?.code == .tokenRefused, "\(position)")
            }
        }
    }

    @Test func `every other signature of the same length is refused, for every algorithm`() async throws {
        let keys = try await Signer.keys(Signer.octKey, Signer.edKey, Signer.ecKey, Signer.rsaKey)
        for (header, length) in [
            (#"{"alg":"HS256","kid":"h"}"#, 32), (#"{"alg":"EdDSA","kid":"d"}"#, 64),
            (#"{"alg":"ES256","kid":"e"}"#, 64), (#"{"alg":"RS256","kid":"r"}"#, 256),
        ] {
            for bytes in [Data(count: length), Data(repeating: 0xFF, count: length), Data(), Data(count: 4_000)] {
                let token = Signer.token(header, by: { _ in bytes })
                #expect(refusal(token, keys)?.code == .tokenRefused)
            }
        }
    }

    @Test func `clocks may differ by a minute`() async throws {
        let keys = try await Signer.keys(Signer.octKey)
        let late = Signer.token(claims: ["exp": "\(Signer.now - 59).5"])
        #expect(refusal(late, keys) == nil)
        #expect(refusal(Signer.token(claims: ["nbf": "\(Signer.now + 60)"]), keys) == nil)
        #expect(throws: WireError.self) { try identity(late, keys, at: Signer.now + 2) }
    }

    @Test func `a token that is too long or too deep is refused`() async throws {
        let keys = try await Signer.keys(Signer.octKey)
        let long = Signer.token(claims: ["x": "\"\(String(repeating: "a", count: Limits.signedTokenBytes))\""])
        #expect(refusal(long, keys)?.text.contains("longer") == true)
        let deep = String(repeating: "[", count: 3_000) + String(repeating: "]", count: 3_000)
        #expect(refusal(Signer.token(claims: ["x": deep]), keys)?.code == .tokenRefused)
        let kid = String(repeating: "k", count: 4_000)
        #expect(refusal(Signer.token(#"{"alg":"HS256","kid":"\#(kid)"}"#), keys)?.code == .tokenRefused)
    }
}

extension Signer {
    static func token(claims changes: [String: String?]) -> String { token(#"{"alg":"HS256"}"#, claims(changes)) }
}
