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

    private func file(
        _ number: UInt64, of sender: Sender, name: String = "swift.jpg", digest: UInt8 = 7, size: UInt64 = 100,
        at: Int64 = 1_000
    ) -> FileRecord {
        FileRecord(
            attachment: ChatWire.Attachment(
                id: FileID(high: 9, low: number), name: name, type: "image/jpeg", size: size,
                dimensions: .init(width: 16, height: 12)),
            user: sender.user, digest: Array(repeating: digest, count: 32), at: at, place: .random())
    }

    private func message(_ file: FileRecord) -> Mutation {
        .message(text: file.attachment.name, attachment: file.attachment)
    }

    @Test func `after a restart, too`() throws {
        try withFiles { files in
            let record = file(1, of: ann)
            try files.withStore { store in
                _ = try store.append(Batch(drafts: [ann.draft(message(record))], files: [record]))
                _ = try store.append(Batch(drafts: [ann.draft(.delete(of: 1))]))
            }
            try files.withStore { store in
                try #expect(
                    store.append(Batch(files: [file(1, of: bob), file(1, of: ann)])).files == [.conflict, .recorded])
            }
        }
    }

    @Test func `a kill leaves message and file together, or neither`() throws {
        try withFiles { files in
            let record = file(1, of: ann)
            let store = try files.open()
            var images = [try files.image()]
            _ = try store.append(Batch(files: [record]))
            images.append(try files.image())
            for mutation in [message(record), .delete(of: 1)] {
                _ = try store.append([ann.draft(mutation)])
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
            let record = file(1, of: ann, name: "SECRET-NAME.jpg")
            try files.withStore { store in
                _ = try store.append(Batch(drafts: [ann.draft(message(record))], files: [record]))
            }
            func isFound() throws -> Bool {
                let image = try files.image()
                return [image.database, image.log].contains { $0?.range(of: Data("SECRET-NAME".utf8)) != nil }
            }
            try #expect(isFound())
            try files.withStore { _ = try $0.append([ann.draft(.edit(of: 1, text: "x")), ann.draft(.delete(of: 1))]) }
            try #expect(!isFound())
        }
    }

    @Test func `a changed attachment is noticed`() throws {
        try withFiles { files in
            let record = file(1, of: ann)
            try files.withStore { store in
                _ = try store.append(Batch(drafts: [ann.draft(message(record))], files: [record]))
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
