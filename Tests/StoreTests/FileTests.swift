import ChatRooms
@testable import ChatSQLite
import ChatTesting
import ChatWire
import Foundation
import GRDB
import Testing

@Suite struct `Files are recorded, taken by one message, and forgotten` {
    let ann = Sender(1)
    let bob = Sender(2, name: "bob")

    @Test func `after a restart, too`() throws {
        try withFiles { files in
            let record = ann.file(1)
            try files.withStore { store in
                _ = try store.append(Batch(newEvents: [ann.newEvent(.message(with: record))], files: [record]))
                _ = try store.append(Batch(newEvents: [ann.newEvent(.delete(of: 1))]))
            }
            try files.withStore { store in
                try #expect(
                    store.append(Batch(files: [bob.file(1), ann.file(1)])).files == [.conflict, .recorded])
            }
        }
    }

    @Test func `a kill leaves message and file together, or neither`() throws {
        try withFiles { files in
            let record = ann.file(1)
            let store = try files.open()
            var images = [try files.image()]
            _ = try store.append(Batch(files: [record]))
            images.append(try files.image())
            for mutation in [Mutation.message(with: record), .delete(of: 1)] {
                _ = try store.append([ann.newEvent(mutation)])
                images.append(try files.image())
            }
            try store.close()
            let taken = record.attachment
            let shown: [([ChatWire.Attachment?], Bool?)] = [
                ([], nil), ([], false), ([taken], true), ([nil, nil], nil),
            ]
            for (image, shown) in zip(images, shown) {
                try files.restore(image)
                try files.withStore { store in
                    try #expect(store.log(of: .lobby).map(\.attachment) == shown.0)
                    try #expect(store.file(taken.id)?.isTaken == shown.1)
                }
            }
        }
    }

    @Test func `closed, no database file has a trace of a deleted attachment`() throws {
        try withFiles { files in
            let record = ann.file(1, name: "SECRET-NAME.jpg")
            try files.withStore { store in
                _ = try store.append(Batch(newEvents: [ann.newEvent(.message(with: record))], files: [record]))
            }
            func isFound() throws -> Bool {
                let image = try files.image()
                return [image.database, image.log].contains { $0?.range(of: Data("SECRET-NAME".utf8)) != nil }
            }
            try #expect(isFound())
            try files.withStore {
                _ = try $0.append([ann.newEvent(.edit(of: 1, text: "x")), ann.newEvent(.delete(of: 1))])
            }
            try #expect(!isFound())
        }
    }

    @Test func `a changed attachment is noticed`() throws {
        try withFiles { files in
            let record = ann.file(1)
            try files.withStore { store in
                _ = try store.append(Batch(newEvents: [ann.newEvent(.message(with: record))], files: [record]))
            }
            let database = try DatabaseQueue(path: files.database)
            try database.write { db in
                try db.execute(sql: "UPDATE event SET attachment = replace(attachment, 'jpeg', 'webp')")
            }
            try database.close()
            try files.withStore { store in
                try #expect(store.log(of: .lobby).map(\.content) == [.damaged])
                #expect(store.condition.damagedRows == 1)
            }
        }
    }
}
