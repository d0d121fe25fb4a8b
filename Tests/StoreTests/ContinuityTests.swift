import ChatRooms
@testable import ChatSQLite
import ChatTesting
import ChatWire
import Foundation
import Testing

@Suite struct `The epoch changes only when continuity is lost` {
    let ann = Sender(1)

    private func fill(_ files: DatabaseFiles, _ count: Int) throws -> Epoch {
        try files.withStore { store in
            _ = try store.append((0..<count).map { ann.newEvent("\($0)") })
            return store.epoch
        }
    }

    @Test func `it stays over reopening`() throws {
        try withFiles { files in
            let empty = try fill(files, 0)
            for count in [0, 1, 5, 0] { try #expect(fill(files, count) == empty) }
        }
    }

    @Test func `two databases have two epochs`() throws {
        let epochs = try (0..<5).map { _ in try withFiles { files in try fill(files, 1) } }
        #expect(Set(epochs).count == epochs.count)
    }

    @Test func `a kill at any moment leaves it, and every acknowledged message`() throws {
        try withFiles { files in
            var images: [(image: DatabaseFiles.Image, acknowledged: Int)] = []
            let epoch = try files.withStore { store in
                images.append((try files.image(), 0))
                for number in 1...40 {
                    _ = try store.append([ann.newEvent("\(number)", number: UInt64(number))])
                    images.append((try files.image(), number))
                }
                return store.epoch
            }
            for (before, after) in zip(images, images.dropFirst()) {
                // Killed after the watermark, and between the commit and the watermark.
                for watermark in [after.image.watermark, before.image.watermark] {
                    var image = after.image
                    image.watermark = watermark
                    try files.restore(image)
                    try files.withStore { store in
                        #expect(store.epoch == epoch)
                        #expect(!store.continuityLost)
                        try #expect(store.head(of: .lobby) == Seq(count: Int(after.acknowledged)))
                    }
                }
            }
        }
    }

    @Test func `a kill while the database is made leaves one that can be opened`() throws {
        try withFiles { files in
            try files.overwrite(files.database, Data())
            try files.withStore { #expect(!$0.continuityLost) }
            try files.overwrite(files.watermark, nil)
            try files.withStore { #expect(!$0.continuityLost) }
        }
    }

    @Test(arguments: ["overwritten", "renamed", "without its watermark", "the folder copied", "the folder replaced"])
    func `an older copy put back changes it`(how: String) throws {
        try withFiles { files in
            let epoch = try fill(files, 10)
            let backup = try files.image()
            try #expect(fill(files, 3) == epoch)
            switch how {
            case "overwritten":
                try files.overwrite(files.database, backup.database)
            case "renamed":
                let other = files.folder + "/backup.db"
                try files.overwrite(other, backup.database)
                try FileManager.default.removeItem(atPath: files.database)
                try FileManager.default.moveItem(atPath: other, toPath: files.database)
            case "without its watermark":
                try files.restore(backup)
                try files.overwrite(files.watermark, nil)
            case "the folder replaced":
                // On ext4, as by `rm -r` and `cp -r`: the new file gets the old one's inode.
                for path in [files.database, files.watermark] { try FileManager.default.removeItem(atPath: path) }
                try files.restore(backup)
            default:
                // Copied while the old files are still there, as onto another machine: never the
                // same file.
                let copy = DatabaseFiles(folder: files.folder + "/copy")
                try FileManager.default.createDirectory(atPath: copy.folder, withIntermediateDirectories: true)
                try copy.restore(backup)
                try expectNewEpoch(copy, epoch, head: 10)
                return
            }
            try expectNewEpoch(files, epoch, head: 10)
        }
    }

    @Test func `a file made anew is another one, though it gets the inode of the old`() throws {
        try withFiles { files in
            // Whether an inode comes back at once is up to the file system and to who else makes
            // files.
            for _ in 0..<200 {
                let first = try DataFolder.makeFile(files.database).file
                try #expect(DataFolder.makeFile(files.database).file == first)
                try FileManager.default.removeItem(atPath: files.database)
                try #expect(DataFolder.makeFile(files.database).file != first)
                try FileManager.default.removeItem(atPath: files.database)
            }
        }
    }

    private func expectNewEpoch(_ files: DatabaseFiles, _ old: Epoch, head: Seq) throws {
        let fresh = try files.withStore { store in
            #expect(store.continuityLost)
            #expect(store.epoch != old)
            try #expect(store.head(of: .lobby) == head)
            return store.epoch
        }
        // Once, and no more.
        try files.withStore { store in
            #expect(store.epoch == fresh)
            #expect(!store.continuityLost)
        }
    }

    @Test func `a log that lost its end changes it`() throws {
        try withFiles { files in
            let store = try files.open()
            _ = try store.append([ann.newEvent("first")])
            let early = try files.image()
            _ = try store.append([ann.newEvent("second")])
            var late = try files.image()
            try store.close()
            late.log = early.log
            try files.restore(late)
            try expectNewEpoch(files, store.epoch, head: 1)
        }
    }

    @Test func `a damaged watermark counts as none`() throws {
        try withFiles { files in
            let epoch = try fill(files, 2)
            let image = try files.image()
            let whole = try #require(image.watermark)
            var flipped = whole
            flipped[20] ^= 1
            for watermark in [flipped, whole.dropLast(), whole + [0], Data()] {
                try files.restore(image)
                try files.overwrite(files.watermark, Data(watermark))
                try expectNewEpoch(files, epoch, head: 2)
            }
        }
    }
}
