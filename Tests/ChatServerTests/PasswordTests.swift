import Testing

@testable import ChatServer

@Suite struct PasswordTests {
    /// A comparison that mixes up bits and bytes accepts one wrong password of a few hundred.
    @Test func `of thousands of passwords only the right one is accepted`() async throws {
        let passwords = Passwords(rounds: 2)
        let hash = try await passwords.hash("correct horse")
        for number in 0..<5_000 {
            #expect(try await !passwords.check("wrong horse \(number)", hash))
        }
        #expect(try await passwords.check("correct horse", hash))
        #expect(try await !passwords.check("correct horse", nil))
        await passwords.end()
    }
}
