import ArgumentParser
import ChatCore
import Testing

@testable import martlet

@Suite struct ArgumentTests {
    @Test(arguments: [
        ("kitchen", "kitchen"), ("Kitchen", "kitchen"), ("#kitchen", "kitchen"),
        ("https://chat.example/#kitchen/12", "kitchen"), ("martlet://CHAT.example/kitchen", "kitchen"),
    ]) func `the room of chat is a name or a link`(text: String, room: String) throws {
        let server = try #require(ServerAddress("https://chat.example"))
        #expect(try ChatCommand.room(text, on: server).text == room)
    }

    @Test(arguments: [
        ("@1", "is not a room's name"), ("No Room", "is not a room's name"),
        ("https://other.example/#kitchen", "leads to another server"), ("https://chat.example/x", "is not a link"),
    ]) func `another room is refused with a reason`(text: String, reason: String) throws {
        let server = try #require(ServerAddress("https://chat.example"))
        let error = #expect(throws: ValidationError.self) { try ChatCommand.room(text, on: server) }
        #expect(error?.message.contains(reason) == true)
    }

    @Test(arguments: ["0", "-1"]) func `send waits for at least a second`(seconds: String) {
        #expect(throws: (any Error).self) { try Send.parse(["lobby", "x", "--timeout=\(seconds)"]) }
        #expect(throws: Never.self) { try Send.parse(["lobby", "x", "--timeout=1"]) }
    }
}
