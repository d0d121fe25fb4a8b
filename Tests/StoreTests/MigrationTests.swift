import ChatRooms
import ChatSQLite
import ChatTesting
import ChatWire
import Foundation
import Testing

@Suite struct `Databases of earlier versions go on` {
    @Test func `version 0.1.0's messages are there, and can be edited, deleted and reacted to`() throws {
        let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/schema-v1.db")
        try withFiles { files in
            try Data(contentsOf: fixture).write(to: URL(fileURLWithPath: files.database))
            let garden = try room("garden")
            for _ in 0..<2 {
                try files.withStore { store in
                    try #expect(
                        store.log(of: .lobby).prefix(3).compactMap(\.text) == (1...3).map { "message \($0) é" })
                    try #expect(store.log(of: garden).first?.text == String(repeating: "x", count: 5_000))
                }
            }
            try files.withStore { store in
                let first = try #require(try store.log(of: .lobby).first)
                let edit = Draft(
                    room: .lobby, id: .random(), at: 1, author: first.author, idempotencyKey: nil,
                    mutation: .edit(of: 1, text: "edited"))
                _ = try store.appended(edit)
                _ = try store.appended(Sender(1).draft(.react(of: 2, emoji: "👍", on: true)))
                let log = try store.log(of: .lobby)
                #expect(log[0].content == .message(Message(text: "edited", edited: 4)))
                let reaction = Reaction(emoji: "👍", users: [Sender(1).user])
                #expect(log[1].content == .message(Message(text: "message 2 é", reactions: [reaction])))
            }
        }
    }
}
