import ChatCore
import ChatModel
import ChatWire
import Foundation
import Testing

struct ReservedCodesTests {
    @Test func `a client's own codes are none of a server's, and the protocol reserves them`() throws {
        let own: [WireError.Code] = [
            .cancelled, .fateUnknown, .fileMissing, .noSuchTicket, .otherLog, .outboxFull, .notKept, .notConnected,
            .otherUser,
        ]
        #expect(own.allSatisfy { !WireError.Code.all.contains($0) && $0.name != "unknown" })
        let page = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("docs/protocol.md")
        let numbers = own.map { "\($0.rawValue)" }
        let sentence = "The codes \(numbers.dropLast().joined(separator: ", ")) and \(numbers.last ?? "") are reserved"
        #expect(try String(contentsOf: page, encoding: .utf8).contains(sentence))
    }

    @Test func `an error in a log says its number, its name and its sentence`() {
        let error = WireError(.banned, "You are banned.")
        #expect("\(error)" == "137 banned: You are banned." && error.localizedDescription == "You are banned.")
        #expect((error as NSError).code == 137)
        #expect("\(WireError.Code(rawValue: 999))" == "999 unknown")
    }
}
