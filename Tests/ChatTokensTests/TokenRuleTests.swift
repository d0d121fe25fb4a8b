import ChatRooms
import ChatWire
import Testing

@testable import ChatTokens

@Suite struct TokenRuleTests {
    private var rule = TokenRule(issuer: Signer.issuer, audience: "martlet")

    private func identity(_ changes: [String: String?] = [:]) throws -> UserIdentity {
        try rule.identity(Array(Signer.claims(changes).utf8), at: Signer.now * 1_000)
    }

    @Test func `issuer and subject make a user, who is none of this server's own`() throws {
        let ann = try identity()
        #expect(try identity(["name": "\"Anna\""]).user == ann.user)
        #expect(try identity(["sub": "\"43\""]).user != ann.user)
        #expect(UserID(subject: "42", issuer: "https://example.com") != ann.user)
        // Neither can be moved into the other.
        #expect(UserID(subject: "b", issuer: "a\0") != UserID(subject: "\0b", issuer: "a"))
        #expect(UserID(subject: "1", issuer: "a1\0") != UserID(subject: "1", issuer: "a"))
        #expect(!ann.user.isIssued && ann.user.isDerived)
        // It must not change: messages belong to it.
        #expect(ann.user.text == "7C825D6B-9508-57D8-879C-87513D1801D9")
        #expect(ann.user == UserID(subject: "42", issuer: Signer.issuer))
    }

    @Test func `names are the issuer's, by the rules for names`() throws {
        #expect(try identity(["name": "\"Ann O'Neill\""]).name == "Ann O'Neill")
        #expect(try identity(["name": nil]).name?.hasPrefix("user-") == true)
        for (name, code) in [
            ("admin", WireError.Code.nameReserved), ("аdmin", .nameReserved), ("a:b", .nameCharacters),
            (String(repeating: "n", count: 33), .nameLength), ("", .nameLength),
        ] {
            let error = #expect(throws: WireError.self) { try identity(["name": "\"\(name)\""]) }
            #expect(error?.code == code, "\(name)")
        }
    }

    @Test mutating func `a name that an account has gets a number`() throws {
        let reservations = NameReservations()
        _ = reservations.reserve(ConfusableSkeleton(of: "ann"), for: .issued())
        rule.reservations = reservations
        #expect(try identity().name == "Ann2")
        _ = reservations.reserve(ConfusableSkeleton(of: "ANN2"), for: .issued())
        #expect(try identity().name == "Ann3")
        #expect(try identity(["name": "\"Bob\""]).name == "Bob")
    }

    @Test func `roles are the issuer's`() throws {
        #expect(try identity().role == .user)
        #expect(try identity(["martlet_role": "\"user\""]).role == .user)
        #expect(try identity(["martlet_role": "\"administrator\""]).role == .administrator)
    }

    @Test func `a token is valid for ten years at most, so its end is in seconds`() throws {
        let most = Signer.now + Limits.tokenLifetime / 1_000
        #expect(try identity(["exp": "\(most)"]).name == "Ann")
        for end in [most + 1, (Signer.now + 600) * 1_000] {
            let error = #expect(throws: WireError.self) { try identity(["exp": "\(end)"]) }
            #expect(error?.code == .tokenRefused)
            #expect(error?.text.contains("in seconds since 1970") == true)
        }
    }

    @Test func `an audience is one of several, and times have fractions`() throws {
        #expect(try identity(["aud": "[\"other\",\"martlet\"]"]).name == "Ann")
        let expires = try identity(["exp": "\(Signer.now + 1).5"]).expires
        #expect(expires == Signer.now * 1_000 + 1_500 + Limits.tokenLeeway)
        #expect(try identity(["exp": "\(Signer.now + 1).123456789012345678"]).expires == expires.map { $0 - 377 })
    }
}
