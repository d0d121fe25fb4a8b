import ChatRooms
import ChatWire
import Foundation
import Testing

@testable import ChatSQLite
import ChatTesting

@Suite struct `A backup is a tar file` {
    @Test(arguments: [0, 1, 511, 512, 513, TarHeader.largeSize - 1] as [UInt64])
    func `a header is read as it was written`(size: UInt64) throws {
        let header = TarHeader(name: "files/" + FilePlace(high: 1, low: 2).text, size: size, at: 1_795_223_116)
        #expect(TarHeader(block: header.block) == header)
        #expect((size + UInt64(TarHeader.padding(size))) % 512 == 0)
    }

    @Test func `a header with any byte altered is refused, or says the same`() {
        let header = TarHeader(name: "martlet.db", size: 4_096, at: 7)
        for index in 0..<TarHeader.blockBytes {
            var block = header.block
            block[index] ^= 1
            let read = TarHeader(block: block)
            #expect(read == nil || read == header, "byte \(index)")
        }
    }

    @Test(arguments: [8_589_934_592, 99_999_999_999, UInt64.max])
    func `a size beyond eight octal digits is in a pax record, which counts itself`(size: UInt64) {
        let record = TarHeader.paxSize(size)
        #expect(String(decoding: record, as: UTF8.self).hasPrefix("\(record.count) size="))
        #expect(TarHeader.paxSize(in: record) == size)
    }

    @Test func `members come back in their order, to the byte`() throws {
        try withFolder { folder in
            let members: [(name: String, bytes: [UInt8])] = (0..<8).map { index in
                ("member-\(index)", [UInt8](repeating: UInt8(index), count: index * 300))
            }
            var writer = TarWriter(try ByteFile.make(folder + "/a.tar"), at: 0)
            for member in members {
                try writer.begin(member.name, size: UInt64(member.bytes.count))
                try writer.write(member.bytes)
                try writer.end(UInt64(member.bytes.count))
            }
            try writer.finish()
            var reader = TarReader(try #require(try ByteFile.open(folder + "/a.tar")))
            for member in members {
                let header = try #require(try reader.next())
                #expect(header.name == member.name)
                // What is not read of a member is passed over.
                if header.size != 600 { #expect(try reader.read() == member.bytes) }
            }
            #expect(try reader.next() == nil)
            #expect(writer.count == reader.count + 512)
        }
    }

    @Test func `an archive that was altered or cut is refused, and nothing traps`() throws {
        try withFolder { folder in
            let paths = DataPaths(folder + "/data")
            let store = try SQLiteStore(path: paths.database)
            _ = try store.append([Sender(1).newEvent("hello")])
            try store.close()
            _ = try Backup.write(paths, to: folder + "/a.tar")
            let good = try Array(Data(contentsOf: URL(fileURLWithPath: folder + "/a.tar")))
            var random = SeededGenerator(seed: 42)
            for round in 0..<200 {
                var bytes = good
                let at = Int.random(in: 0..<good.count - 1_024, using: &random)
                if round.isMultiple(of: 4) { bytes.removeSubrange(at...) } else { bytes[at] ^= 1 << UInt8(round % 8) }
                try Data(bytes).write(to: URL(fileURLWithPath: folder + "/b.tar"))
                // Some bytes say nothing: those that fill a member up.
                if let read = try? BackupReader.verify(folder + "/b.tar") { #expect(read.events == 1) }
            }
        }
    }

    @Test func `a manifest is read as it was written`() {
        let manifest = BackupManifest(
            at: 1_795_223_116_490, epoch: 77, events: 3, files: 1, absent: [FileID(high: 1, low: 9)], digest: "00ff")
        #expect(BackupManifest(json: manifest.json) == manifest)
        #expect(BackupManifest(json: Array("{}".utf8)) == nil)
    }
}
