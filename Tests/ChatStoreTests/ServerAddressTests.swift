import ChatWire
import Foundation
import Testing

@testable import ChatStore

struct ServerAddressTests {
    @Test(arguments: [
        ("chat.example.org", "wss://chat.example.org/v1"), (" Chat.Example.org/path?x ", "wss://chat.example.org/v1"),
        ("chat.example.org:8443", "wss://chat.example.org:8443/v1"),
        ("http://chat.example.org", "ws://chat.example.org/v1"),
        ("https://localhost", "wss://localhost/v1"), ("localhost", "ws://localhost:8080/v1"),
        ("192.168.1.20:9000", "ws://192.168.1.20:9000/v1"), ("172.32.0.1", "wss://172.32.0.1/v1"),
        ("mac.local", "ws://mac.local:8080/v1"), ("[::1]:8080", "ws://[::1]:8080/v1"),
        ("[2001:DB8::1]", "wss://[2001:db8::1]/v1"),
        ("10.0.0.1", "ws://10.0.0.1:8080/v1"), ("8.8.8.8", "wss://8.8.8.8/v1"), ("10.0.0.256", "wss://10.0.0.256/v1"),
    ])
    func `an address says host, port and whether it is safe`(text: String, socket: String) {
        #expect(ServerAddress(text)?.socket?.absoluteString == socket)
    }

    @Test(arguments: [
        "", " ", "https://", "ftp://a.example", "a b", "user@a.example", "a..b", "-a.example", "a.example:0",
        "a.example:65536",
        "a.example:80x", "a.example:", "[::1", "[a.example]", "a_b.example", "bücher.example", ":8080",
        String(repeating: "a.", count: 126) + "aa",
    ])
    func `what is no address is refused`(text: String) {
        #expect(ServerAddress(text) == nil)
    }

    @Test(arguments: [
        "chat.example.org", "http://chat.example.org:8080", "https://localhost:1", "[::1]", "ws://10.0.0.1",
    ])
    func `the text of an address reads as the same address`(text: String) throws {
        let address = try #require(ServerAddress(text))
        #expect(ServerAddress(address.text) == address)
        #expect(try JSONDecoder().decode(ServerAddress.self, from: JSONEncoder().encode(address)) == address)
    }

    @Test func `a form is complete when everything in it is right, and empty fields are not scolded`() {
        var form = ServerForm()
        #expect(!form.isComplete && form.addressProblem == nil && form.nameProblem == nil)
        form.address = "chat.example.org"
        form.name = " ann "
        #expect(form.isComplete)
        #expect(form.account(id: AccountID(high: 1, low: 2))?.account.name == "ann")
        form.name = "admin"
        #expect(!form.isComplete && form.nameProblem?.contains("reserved") == true)
        form.room = "Two words"
        #expect(form.roomProblem != nil)
    }

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
