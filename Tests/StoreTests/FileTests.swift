import ChatRooms
@testable import ChatSQLite
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

    @Test(arguments: StoreKind.allCases)
    func `what was recorded is found, and counts for its user`(kind: StoreKind) throws {
        try kind.withStore { store in
            let files = [file(1, of: ann), file(2, of: ann, size: 5), file(3, of: bob, size: 1)]
            let appended = try store.append(Batch(files: files))
            #expect(appended.files == [.recorded, .recorded, .recorded] && appended.removed.isEmpty)
            for file in files { try #expect(store.file(file.attachment.id) == file) }
            try #expect(store.file(FileID(high: 9, low: 4)) == nil)
            try #expect(store.fileBytes(of: ann.user, except: []) == 105)
            try #expect(store.fileBytes(of: ann.user, except: [files[0].attachment.id]) == 5)
            try #expect(store.fileBytes(of: bob.user, except: []) == 1)
            try #expect(store.filePlaces() == Set(files.map(\.place)))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `the same bytes of the same user are the same file, anything else is another`(kind: StoreKind) throws {
        try kind.withStore { store in
            let first = file(1, of: ann)
            _ = try store.append(Batch(files: [first]))
            let later = [file(1, of: ann, name: "other.jpg"), file(1, of: ann, digest: 8), file(1, of: bob)]
            try #expect(
                store.append(Batch(files: later)).files == [.alreadyThere(first), .conflict, .conflict])
            try #expect(store.file(first.attachment.id) == first)
            try #expect(store.filePlaces() == [first.place])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a message takes a file, even in the batch that records it, and no other may have it`(kind: StoreKind) throws {
        try kind.withStore { store in
            let record = file(1, of: ann)
            let draft = ann.draft(message(record), number: 1)
            let appended = try store.append(Batch(drafts: [draft], files: [record]))
            guard case .appended(let event)? = appended.outcomes.first else { throw NotAppended() }
            #expect(event.content == draft.mutation.content)
            try #expect(store.log(of: .lobby) == [event])
            try #expect(store.file(record.attachment.id)?.isTaken == true)
            try #expect(store.refusal(ann.draft(message(record), number: 2)) == .noSuchFile)
            // Under the number it had, it is what it was.
            try #expect(store.append(ann.draft(message(record), number: 1)) == .alreadyThere(event))
            try #expect(store.log(of: .lobby) == [event])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a file that is not there, not theirs or not as it was answered is refused, and nothing changed`(
        kind: StoreKind
    ) throws {
        try kind.withStore { store in
            let record = file(1, of: ann, name: "caf\u{E9}.jpg")
            _ = try store.append(Batch(files: [record]))
            var wrong = Array(repeating: record.attachment, count: 6)
            wrong[0].id = FileID(high: 9, low: 2)
            wrong[1].name = "cafe\u{301}.jpg"
            wrong[2].type = "image/png"
            wrong[3].size += 1
            wrong[4].dimensions = nil
            wrong[5].dimensions?.width += 1
            let garden = try room("garden")
            for attachment in wrong {
                let draft = ann.draft(.message(text: "x", attachment: attachment), number: 1, in: garden)
                try #expect(store.refusal(draft) == .noSuchFile, "\(attachment)")
            }
            try #expect(store.refusal(bob.draft(message(record), in: garden)) == .noSuchFile)
            try #expect(store.head(of: garden) == 0)
            try #expect(store.file(record.attachment.id) == record)
            // The number stayed free.
            try #expect(store.appended(ann.draft(message(record), number: 1, in: garden)).seq == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a deletion wipes the attachment and the record, and tells where the bytes are`(kind: StoreKind) throws {
        try kind.withStore { store in
            let record = file(1, of: ann)
            let sent = ann.draft(message(record), number: 1)
            _ = try store.append(Batch(drafts: [sent, ann.draft(.edit(of: 1, text: "edited"))], files: [record]))
            try #expect(store.log(of: .lobby).first?.attachment == record.attachment)
            let deleted = try store.append(Batch(drafts: [ann.draft(.delete(of: 1))]))
            #expect(deleted.removed == [record.place])
            try #expect(store.log(of: .lobby).first?.content == .deleted(by: 3))
            try #expect(store.file(record.attachment.id) == nil)
            try #expect(store.fileBytes(of: ann.user, except: []) == 0)
            try #expect(store.append(Batch(drafts: [ann.draft(.delete(of: 1))])).removed == [])
            try #expect(store.append(sent) == .alreadyThere(store.log(of: .lobby)[0]))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `the id of a deleted file stays its owner's`(kind: StoreKind) throws {
        try kind.withStore { store in
            let record = file(1, of: ann)
            _ = try store.append(Batch(drafts: [ann.draft(message(record))], files: [record]))
            _ = try store.append(Batch(drafts: [ann.draft(.delete(of: 1))]))
            try #expect(store.append(Batch(files: [file(1, of: bob)])).files == [.conflict])
            try #expect(store.file(record.attachment.id) == nil)
            let again = file(1, of: ann, digest: 8)
            try #expect(store.append(Batch(files: [again])).files == [.recorded])
            try #expect(store.file(record.attachment.id) == again)
        }
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

    @Test(arguments: StoreKind.allCases)
    func `the newest file that no message took is known`(kind: StoreKind) throws {
        try kind.withStore { store in
            try #expect(store.newestUnusedFile() == nil)
            let files = [file(1, of: ann, at: 10), file(2, of: ann, at: 20), file(3, of: ann, at: 30)]
            _ = try store.append(Batch(drafts: [ann.draft(message(files[2]))], files: files))
            try #expect(store.newestUnusedFile() == 20)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `what no message took in time is forgotten`(kind: StoreKind) throws {
        try kind.withStore { store in
            let files = [file(1, of: ann, at: 10), file(2, of: ann, at: 10), file(3, of: ann, at: 20)]
            _ = try store.append(Batch(files: files))
            let appended = try store.append(Batch(drafts: [ann.draft(message(files[1]))], unusedBefore: 20))
            #expect(appended.removed == [files[0].place])
            try #expect(store.filePlaces() == [files[1].place, files[2].place])
            try #expect(store.refusal(ann.draft(message(files[0]))) == .noSuchFile)
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
