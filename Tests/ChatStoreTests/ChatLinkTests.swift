import ChatCore
import Testing

@testable import ChatStore

private let code = "3h8q0v5k2m9r1t7c4d6f8g0j2n7g2k9q4v1c6m3r8t0d5f2h7j4n"

struct ChatLinkTests {
    @Test(arguments: [
        "martlet://chat.example.org/lobby", "martlet://chat.example.org:8443/lobby/57",
        "martlet://localhost:8080/tea-room",
        "martlet://[::1]:8080/a", "martlet+http://192.168.1.20:8080/lobby/3", "martlet+http://chat.local/a",
        "martlet+http://localhost/a", "martlet+https://localhost:8443/a",
        "martlet://chat.example.org:8443/#join=" + code, "martlet+http://localhost/#join=" + code,
    ])
    func `a link names server, room and message, and reads as it is written`(text: String) {
        #expect(ChatLink(text)?.text == text)
    }

    @Test(arguments: [
        "martlet://chat.example.org/#join=", "martlet://chat.example.org#join=", "https://chat.example.org/#join=",
        "https://chat.example.org/#join=", "martlet://chat.example.org/g-3h8q0v5k2m9r1t7c4d6f8g0j2n#join=",
        "martlet+https://chat.example.org/g-3h8q0v5k2m9r1t7c4d6f8g0j2n/#join=",
    ])
    func `an invite link names server and code, for a browser too`(start: String) throws {
        let link = try #require(ChatLink(start + code))
        let read = try #require(InviteCode(code))
        #expect(link == ChatLink(server: try #require(ServerAddress("https://chat.example.org")), code: read))
        #expect(link.room == read.room && link.seq == nil)
    }

    @Test(arguments: [
        "https://chat.example.org", "https://chat.example.org:8443/chat", "http://192.168.1.20:8080",
        "http://localhost",
    ])
    func `an invite link for browsers names its server, path included`(address: String) throws {
        let server = try #require(ServerAddress(address))
        let read = try #require(InviteCode(code))
        #expect(ChatLink(server.link(with: read)) == ChatLink(server: server, code: read))
    }

    @Test func `the links of a server's page lead to the same place`() throws {
        let server = try #require(ServerAddress("https://chat.example.org/chat"))
        let tea = try #require(RoomName("tea"))
        #expect(ChatLink("https://chat.example.org/chat/#tea") == ChatLink(server: server, room: tea))
        #expect(ChatLink("https://chat.example.org/chat/#tea/57") == ChatLink(server: server, room: tea, seq: 57))
    }

    @Test func `a name and a code are of the user's server, and a link of its own`() throws {
        let server = try #require(ServerAddress("chat.example.org"))
        let tea = try #require(RoomName("tea"))
        #expect(ChatLink(joining: " #Tea\n", on: server) == ChatLink(server: server, room: tea))
        #expect(ChatLink(joining: code, on: server) == ChatLink(server: server, code: try #require(InviteCode(code))))
        let other = "https://other.example.org/#tea"
        #expect(ChatLink(joining: other, on: server) == ChatLink(other))
        #expect(ChatLink(joining: "two words", on: server) == nil && ChatLink(joining: "https://x", on: server) == nil)
    }

    @Test(arguments: ["http://192.168.1.20:8080", "http://chat.local", "http://localhost", "https://localhost"])
    func `a link keeps whether its server has TLS`(address: String) throws {
        let server = try #require(ServerAddress(address))
        #expect(ChatLink(ChatLink(server: server, room: .lobby).text)?.server == server)
    }

    @Test func `a link without TLS is not one with TLS`() throws {
        #expect(ChatLink("martlet://192.168.1.20:8080/lobby")?.server == ServerAddress("https://192.168.1.20:8080"))
        #expect(ChatLink("martlet+http://192.168.1.20:8080/lobby")?.server == ServerAddress("http://192.168.1.20:8080"))
    }

    @Test(arguments: [
        "martlet+ftp://a.example/lobby", "martlet+http://https://a.example/lobby", "martlet+http:///lobby",
        "https://chat.example.org/lobby", "martlet://", "martlet://chat.example.org", "martlet:///lobby",
        "martlet://a.example/Lobby",
        "martlet://a.example/lobby/0", "martlet://a.example/lobby/x", "martlet://a.example/lobby/+5",
        "martlet://a.example/lobby/1/2",
        "martlet://a.example/lobby/9007199254740992", "martlet://a.example/lobby?x", "martlet://u@a.example/lobby",
        "martlet://a.example/" + String(repeating: "a", count: 512),
        "https://a.example/#Tea", "https://a.example/#tea/0", "https://a.example/lobby#tea", "https://#tea",
        "https:///#tea", "https://a.example/?x#tea", "martlet://a.example/@0ej13ibh8s9fq9io71p072fat0",
        "https://a.example/#join=", "https://a.example/#join=x", "https://a.example/lobby#join=" + code,
        "martlet://a.example/lobby#join=" + code, "martlet:///#join=" + code, "ftp://a.example/#join=" + code,
        "https://a.example/#join=\(code)0", "https://a.example/#join=\(code)#join=\(code)",
    ])
    func `what is no link is refused`(text: String) {
        #expect(ChatLink(text) == nil)
    }
}
