@testable import ChatWire
import ChatTesting
import Testing

@Suite struct `Invite links` {
    @Test func `a digest is that of the standard`() {
        func digest(_ text: String) -> String {
            SHA256.digest(text.utf8).map { word in
                let digits = String(word, radix: 16)
                return String(repeating: "0", count: 8 - digits.count) + digits
            }.joined()
        }
        // FIPS 180-4's examples, and texts around the length of a block.
        #expect(digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(digest("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(
            digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        #expect(
            digest(String(repeating: "a", count: 64))
                == "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb")
    }

    @Test func `a link's id is half the digest of its secret`() throws {
        let secret = try #require(InviteSecret("7g2k9q4v1c6m3r8t0d5f2h7j4n"))
        #expect(secret.link.text == "02325D28-0E4C-2CFB-E47D-413C7412B009")
    }

    @Test func `a code has the group and the secret, and nothing else is one`() throws {
        let (group, secret) = (RoomName.newGroup(), InviteSecret.random())
        let code = try #require(InviteCode(group, secret))
        #expect(code.text.utf8.count == 52)
        #expect(InviteCode(code.text) == code)
        #expect(InviteCode(.lobby, secret) == nil)
        let wrong = [
            "", String(code.text.dropLast()), code.text + "0", code.text.dropLast() + "w", code.text + " ",
            String(code.text.prefix(26)) + String(repeating: "v", count: 26), String(repeating: "é", count: 26),
        ]
        for text in wrong where text != code.text { #expect(InviteCode(text) == nil, "\(text)") }
    }

    @Test func `secrets are random`() {
        let texts = Set((0..<100).map { _ in InviteSecret.random().text })
        #expect(texts.count == 100)
        var sources = (SeededGenerator(seed: 1), SeededGenerator(seed: 1))
        #expect(InviteSecret.random(using: &sources.0) == InviteSecret.random(using: &sources.1))
    }
}
