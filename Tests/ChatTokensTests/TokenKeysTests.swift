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
        let set = " \n{\"keys\":[\(Signer.octKey),\(Signer.ecKey)]}"
        #expect(try await verifies(Signer.token(#"{"alg":"HS256","kid":"h"}"#), set))
        #expect(try await !verifies(Signer.token(#"{"alg":"HS256","kid":"e"}"#), set))
        #expect(try await verifies(Signer.token(), "{\"keys\":[\(Signer.octKey)]}"))
    }

    @Test func `what is no key, or a weak one, is refused with what to do`() async throws {
        let (octKey, ecKey) = (Signer.octKey, Signer.ecKey)
        let short = Signer.base64URL(Data(count: 31))
        for (text, reason) in [
            ("", "empty"), ("short", "at least 32 bytes"), ("a secret of many words, which has 40 bytes", "one word"),
            ("<html>" + String(repeating: "x", count: 99), "page"),
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

    /// If a public key counted as a secret, everyone who has it could sign.
    @Test func `no form of a public key is taken as a secret`() async throws {
        let rsa = try #require(Signer.rsa).publicKey
        let ssh = "AAAAC3NzaC1lZDI1NTE5AAAAIEXuUQLMrtyG1MbNQq6HtGkBR3kq3zU3XbMQ7w5cDMOy"
        var texts = [
            "\nssh-ed25519 \(ssh) ann@example.org", "ann ssh-ed25519 \(ssh)", ssh, "\"\(ssh)\"",
            "sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29tAAAAIEXuUQLMrtyG1MbNQ=",
            "---- BEGIN SSH2 PUBLIC KEY ----\n\(ssh)\n---- END SSH2 PUBLIC KEY ----",
            "[\(Signer.ecKey)]", "\"\(Signer.p256.publicKey.pemRepresentation.replacing("\n", with: "\\n"))\"",
            "\u{FEFF}{\"keys\":[\(Signer.ecKey)]}", "\u{FEFF}\(ssh)",
        ]
        for der in [
            rsa.derRepresentation, rsa.pkcs1DERRepresentation, Signer.p256.publicKey.derRepresentation,
            Data([0x30, 0x2A, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 3, 0x21, 0])
                + Signer.ed25519.publicKey.rawRepresentation,
            Signer.p256.publicKey.x963Representation,
        ] {
            let hex = der.map { String(format: "%02x", $0) }.joined()
            texts += [der.base64EncodedString(), der.base64EncodedString() + "\n", Signer.base64URL(der), hex]
            texts += [der.base64EncodedString(options: .lineLength64Characters), hex.uppercased()]
        }
        for text in texts { #expect(await fault(text) != nil, "\(text)") }
        for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32] {
            let text = try #require(Signer.p256.publicKey.pemRepresentation.data(using: encoding))
            await #expect(throws: KeyFault.self) { try await KeyText.keys(Array(text)) }
        }
        for secret in [
            "correct-horse-battery-staple-and-more", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
            "303132333435363738396162636465663031323334353637383961626364656", "$ecret/With+Signs=AndMore~1234567",
            "-_begins-with-a-hyphen-as-base64url-may", String(repeating: "0123456789abcdef", count: 8),
        ] {
            #expect(await fault(secret) == nil, "\(secret)")
        }
    }

    @Test func `a key that can't be used does not take the others along`() async throws {
        let broken = [
            #"{"kty":"EC","crv":"P-256","kid":"a","x":"AA","y":"AA"}"#, #"{"kty":"RSA","kid":"b","n":7,"e":"AQAB"}"#,
            #"{"kty":"OKP","crv":"Ed25519","kid":"c","x":"AA"}"#, #"{"kid":"d"}"#,
        ]
        for key in broken {
            let keys = try await Signer.keys(key, Signer.ecKey, isPublished: true)
            #expect(keys.contains("e"), "\(key)")
        }
        // Keys for other purposes do not count.
        let others = Array(repeating: #"{"kty":"EC","crv":"P-384"}"#, count: Limits.tokenKeys + 1)
        let keys = try await Signer.keys(others.joined(separator: ","), Signer.ecKey, isPublished: true)
        #expect(keys.contains("e"))
    }

    @Test func `keys of other kinds are left out, and a published secret is none`() async throws {
        let other = #"{"kty":"RSA","alg":"RSA-OAEP","use":"enc","n":"AA","e":"AQAB"},{"kty":"new"}"#
        let keys = try await Signer.keys(other, Signer.ecKey, Signer.octKey, isPublished: true)
        #expect(keys.contains("e") && !keys.contains("h") && !keys.hasSecret)
        await #expect(throws: KeyFault.self) { try await Signer.keys(Signer.octKey, isPublished: true) }
    }
}
