import ChatRooms
import ChatSQLite
import ChatTesting
import ChatWire
import Foundation
import GRDB
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
                let edit = NewEvent(
                    room: .lobby, id: .random(), at: 1, author: first.author, idempotencyKey: nil,
                    mutation: .edit(of: 1, text: "edited"))
                _ = try store.appended(edit)
                _ = try store.appended(Sender(1).newEvent(.react(of: 2, emoji: "👍", on: true)))
                let log = try store.log(of: .lobby)
                #expect(log[0].content == .message(Message(text: "edited", edited: 4)))
                let reaction = Reaction(emoji: "👍", users: [Sender(1).user])
                #expect(log[1].content == .message(Message(text: "message 2 é", reactions: [reaction])))
            }
        }
    }

    @Test func `open rooms of before are in the directory, groups, direct rooms and own logs are not`() throws {
        try withFiles { files in
            let (ann, bob) = (Sender(1), Sender(2))
            let group = RoomName.newGroup()
            let direct = try #require(RoomName.direct(ann.user, bob.user))
            let names = ["d-day", "g-force", "zoo"]
            try files.withStore { store in
                for name in names { _ = try store.appended(ann.newEvent("hello", in: try room(name))) }
                _ = try store.appended(ann.newEvent(.settings(SettingsChange(title: "Tea")), in: group))
                _ = try store.appended(ann.newEvent("hello", in: direct))
                let block = Mutation.block(bob.user, on: true)
                _ = try store.appended(ann.newEvent(block, in: .own(ann.user)))
            }
            let database = try DatabaseQueue(path: files.database)
            try database.write { db in
                try db.execute(
                    sql: """
                        ALTER TABLE room_record DROP COLUMN links;
                        DROP INDEX room_open;
                        ALTER TABLE room DROP COLUMN open;
                        DROP INDEX action_by_user;
                        DROP INDEX action_about;
                        DROP TABLE draft;
                        DROP INDEX event_with_at;
                        DROP TABLE held;
                        ALTER TABLE action DROP COLUMN held;
                        ALTER TABLE action DROP COLUMN about_name;
                        DELETE FROM grdb_migrations WHERE identifier >= 'v15 ' AND identifier < 'v2';
                        """)
            }
            try database.close()
            try files.withStore { store in
                let page = try store.directory(matching: WordSearch(), after: nil, limit: 10, scan: 3)
                #expect(page.rooms.map(\.room.text) == names && page.next == nil)
                #expect(try store.links(of: group) == InviteLinks())
                let secret = InviteSecret.random()
                _ = try store.appended(ann.newEvent(.link(LinkChange(making: secret.link)), in: group))
                #expect(try store.links(of: group).all.count == 1)
            }
        }
    }
}
