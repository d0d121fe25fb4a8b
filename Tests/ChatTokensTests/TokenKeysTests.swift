import ChatWire
import Crypto
import CryptoExtras
import Foundation
import Testing

@testable import ChatTokens

@Suite struct TokenKeysTests {
    private func fault(_ text: String) async -> String? {
        do {
            _ = try await KeyText.keys(Array(text.utf8))
            return nil
        } catch {
            return error.description
        }
    }

    private func verifies(_ token: String, _ file: String) async throws -> Bool {
        let keys = try await KeyText.keys(Array(file.utf8))
        let token = try SignedToken(token)
        return (try? keys.verify(token)) != nil
    }

    @Test func `a file has a set, public keys in PEM, or a secret`() async throws {
        let rsa = try #require(Signer.rsa)
        let es256 = try Signer.token(#"{"alg":"ES256","kid":"any"}"#, by: Signer.es256)
        let eddsa = try Signer.token(#"{"alg":"EdDSA"}"#, by: Signer.eddsa)
        let rs256 = try Signer.token(#"{"alg":"RS256"}"#, by: Signer.rs256)
        let pems = [
            Signer.p256.publicKey.pemRepresentation, Signer.ed25519.publicKey.pemRepresentation,
            rsa.publicKey.pemRepresentation,
        ].joined(separator: "\n")
        for token in [es256, eddsa, rs256] { #expect(try await verifies(token, "About\n" + pems)) }
        #expect(try await !verifies(Signer.token(), pems))
        let secret = String(decoding: Signer.secret, as: UTF8.self)
        for end in ["", "\n", "\r\n"] { #expect(try await verifies(Signer.token(), secret + end)) }
        #expect(try await !verifies(Signer.token(), secret + " "))
        let set = " \n{\"keys\":[\(Signer.octKey),\(Signer.ecKey)]}"
        #expect(try await verifies(Signer.token(#"{"alg":"HS256","kid":"h"}"#), set))
        #expect(try await !verifies(Signer.token(#"{"alg":"HS256","kid":"e"}"#), set))
        #expect(try await verifies(Signer.token(), "{\"keys\":[\(Signer.octKey)]}"))
    }

    @Test func `what is no key, or a weak one, is refused with what to do`() async throws {
        let (octKey, ecKey) = (Signer.octKey, Signer.ecKey)
        let short = Signer.base64URL(Data(count: 31))
        for (text, reason) in [
            ("", "empty"), ("too short", "at least 32 bytes"), ("<html>" + String(repeating: "x", count: 99), "page"),
            (Signer.p256.pemRepresentation, "private"), ("{\"keys\":[]}", "no key"), ("{}", "keys"),
            ("{\"keys\":[7]}", "keys"),
            ("{\"keys\":[{\"kty\":\"oct\",\"kid\":\"a\",\"k\":\"\(short)\"}]}", "the key a: a secret"),
            ("{\"keys\":[\(octKey),\(octKey)]}", "same \"kid\""),
            ("{\"keys\":[\(octKey),\(ecKey.replacing("\"e\"", with: "\"h\""))]}", "same \"kid\""),
            ("{\"keys\":[{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"AA\",\"y\":\"AA\"}]}", "P-256"),
            ("{\"keys\":[{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"AA\"}]}", "Ed25519"),
            (
                "{\"keys\":[{\"kty\":\"RSA\",\"n\":\"\(Signer.base64URL(Data(repeating: 0xA5, count: 128)))\",\"e\":\"AQAB\"}]}",
                "2048"
            ),
            ("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----", "P-256"),
            ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ ann@example.org", "ssh-keygen"),
            ("{\"keys\":[{\"kty\":\"EC\",\"crv\":\"P-256\",\"alg\":\"RS256\",\"x\":\"AA\",\"y\":\"AA\"}]}", "no key"),
            ("{\"keys\":[\(ecKey.replacing("\"sig\"", with: "\"enc\""))]}", "no key"),
        ] {
            let fault = await fault(text)
            #expect(fault?.contains(reason) == true, "\(text): \(fault ?? "taken")")
        }
        let der = Array(try #require(Signer.rsa).publicKey.derRepresentation)
        let error = await #expect(throws: KeyFault.self) { try await KeyText.keys(der) }
        #expect(error?.description.contains("DER") == true)
    }

    @Test func `keys of other kinds are left out, and a published secret is none`() async throws {
        let other = #"{"kty":"RSA","alg":"RSA-OAEP","use":"enc","n":"AA","e":"AQAB"},{"kty":"new"}"#
        let keys = try await Signer.keys(other, Signer.ecKey, Signer.octKey, isPublished: true)
        #expect(keys.contains("e") && !keys.contains("h") && !keys.hasSecret)
        await #expect(throws: KeyFault.self) { try await Signer.keys(Signer.octKey, isPublished: true) }
    }
}
