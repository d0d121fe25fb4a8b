import ChatCore
import ChatModel
import ChatWire
import Foundation
import Testing

struct ReservedCodesTests {
    @Test func `a client's own codes are none of a server's, and the protocol reserves them`() throws {
        let own: [WireError.Code] = [
            .fateUnknown, .fileMissing, .noSuchTicket, .otherLog, .outboxFull, .notKept, .notConnected, .otherUser,
        ]
        #expect(own.allSatisfy { !WireError.Code.all.contains($0) })
        let page = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("docs/protocol.md")
        let numbers = own.map { "\($0.rawValue)" }
        let sentence = "The codes \(numbers.dropLast().joined(separator: ", ")) and \(numbers.last ?? "") are reserved"
        #expect(try String(contentsOf: page, encoding: .utf8).contains(sentence))
    }
}
