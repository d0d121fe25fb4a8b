import Testing

@testable import ChatStore

struct ChatLinkTests {
    @Test(arguments: [
        "martlet://chat.example.org/lobby", "martlet://chat.example.org:8443/lobby/57",
        "martlet://localhost:8080/tea-room",
        "martlet://[::1]:8080/a",
    ])
    func `a link names server, room and message, and reads as it is written`(text: String) {
        #expect(ChatLink(text)?.text == text)
    }

    @Test(arguments: [
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
