import ChatStore
import ChatWire
import Testing

@Suite struct JoinTargetTests {
    private static let link = "https://chat.example.org/#join=3h8q0v5k2m9r1t7c4d6f8g0j2n7g2k9q4v1c6m3r8t0d5f2h7j4n"

    @Test func `a room's name and a link are told apart`() throws {
        #expect(JoinTarget(" tea-room\n") == .room(try #require(RoomName("tea-room"))))
        #expect(JoinTarget("\(JoinTargetTests.link)\n") == .link(try #require(ChatLink(JoinTargetTests.link))))
        #expect(JoinTarget("https://chat.example.org/") == nil)
    }

    @Test func `what is neither has a reason, and what is right or empty has none`() {
        for right in ["", "lobby", JoinTargetTests.link] { #expect(JoinTarget.problem(of: right) == nil) }
        #expect(JoinTarget.problem(of: "Two words")?.contains("A room's name") == true)
        #expect(JoinTarget.problem(of: "https://chat.example.org/#join=1")?.contains("not a link") == true)
    }
}
