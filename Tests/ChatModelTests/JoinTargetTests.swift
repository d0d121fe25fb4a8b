import ChatModel
import ChatWire
import Testing

struct JoinTargetTests {
    private static let code = "3h8q0v5k2m9r1t7c4d6f8g0j2n7g2k9q4v1c6m3r8t0d5f2h7j4n"

    @Test func `a room's name, a code and a link are told apart`() throws {
        let code = try #require(InviteCode(JoinTargetTests.code))
        let tea = try #require(RoomName("tea-room"))
        #expect(try JoinTarget(" tea-room\n") == .room(tea) && JoinTarget("#Tea-Room") == .room(tea))
        for text in [JoinTargetTests.code, "#join=" + JoinTargetTests.code] {
            #expect(try JoinTarget(text) == .group(code))
        }
        let link = "https://chat.example.org/#join=" + JoinTargetTests.code
        #expect(try JoinTarget(link + "\n") == .link(try #require(LinkText(link))))
        #expect(try JoinTarget(link).place == .group(code))
    }

    @Test func `a client of one server refuses all links to other servers`() throws {
        for text in ["https://other.example/#tea", "martlet://other.example/x y"] {
            let error = #expect(throws: WireError.self) { try JoinTarget(text, host: "chat.example:8080") }
            #expect(error?.text == "This link leads to another server, other.example. Open it there.")
        }
        let place = try JoinTarget("martlet://Chat.Example:8080/tea/7", host: "chat.example:8080").place
        #expect(place == .room(try #require(RoomName("tea")), seq: 7))
    }

    @Test func `what is none of these has a reason, and what is right or empty has none`() {
        for right in ["", "lobby", JoinTargetTests.code] { #expect(JoinTarget.problem(of: right) == nil) }
        for wrong in ["Two words", "@0ej13ibh8s9fq9io71p072fat0", "#"] {
            #expect(JoinTarget.problem(of: wrong)?.contains("A room's name") == true)
        }
        for wrong in ["https://chat.example.org/", "https://chat.example.org/#join=1", "://", "x://y"] {
            #expect(JoinTarget.problem(of: wrong)?.contains("not a link") == true)
        }
    }
}
