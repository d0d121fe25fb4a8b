import ChatCore
import Testing

@testable import ChatStore

struct ChatLinkTests {
    @Test(arguments: [
        "martlet://chat.example.org/lobby", "martlet://chat.example.org:8443/lobby/57",
        "martlet://localhost:8080/tea-room",
        "martlet://[::1]:8080/a", "martlet+http://192.168.1.20:8080/lobby/3", "martlet+http://chat.local/a",
        "martlet+http://localhost/a", "martlet+https://localhost:8443/a",
    ])
    func `a link names server, room and message, and reads as it is written`(text: String) {
        #expect(ChatLink(text)?.text == text)
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
    ])
    func `what is no link is refused`(text: String) {
        #expect(ChatLink(text) == nil)
    }
}
