import ChatTesting
import Foundation
import Testing

@testable import ChatCore

@Suite struct JournalTests {
    private let path = "/ann/journal"

    private func record(_ number: Int) -> [UInt8] { Array("{\"record\":\(number)}".utf8) }

    private func records(_ numbers: Range<Int>) -> [[UInt8]] { numbers.map(record) }

    /// A journal of `batches`, each flushed.
    private func file(_ batches: [Range<Int>]) throws -> [UInt8] {
        let disk = FaultyFileSystem()
        let (journal, _) = try FileStorage(path: path, system: disk).open()
        for batch in batches {
            try journal.append(records(batch))
            try journal.sync()
        }
        return try #require(disk[path])
    }

    @Test func `a file that was cut anywhere has the records before the cut, and can be written`() throws {
        let whole = try file([0..<3, 3..<4, 4..<7])
        for cut in 0...whole.count {
            let disk = FaultyFileSystem()
            disk[path] = Array(whole.prefix(cut))
            let (journal, found) = try FileStorage(path: path, system: disk).open()
            #expect(found == records(0..<found.count) && journal.damage == nil)
            #expect(found.count < 7 || cut == whole.count)
            try journal.append([record(100)])
            try journal.sync()
            disk.kill()
            let (_, again) = try FileStorage(path: path, system: disk).open()
            #expect(again == found + [record(100)])
        }
    }

    @Test func `a file with any one byte garbled keeps what comes before it; what was kept behind it is set aside`()
        throws
    {
        let whole = try file([0..<3, 3..<4, 4..<5])
        let last = whole.count - record(4).count - JournalFormat.prefix
        for index in JournalFormat.header.count..<whole.count {
            var garbled = whole
            garbled[index] ^= 0x40
            let disk = FaultyFileSystem()
            disk[path] = garbled
            let (journal, found) = try FileStorage(path: path, system: disk).open()
            #expect(found == records(0..<found.count) && found.count < 5)
            // A damaged last record can't be told from one that was torn by a crash.
            #expect((journal.damage != nil) == (index < last))
            #expect(disk[path + ".damaged-1"] == (index < last ? garbled : nil))
        }
    }

    @Test func `a damaged file is set aside under a name of its own each time`() throws {
        var garbled = try file([0..<1, 1..<2])
        garbled[JournalFormat.header.count + JournalFormat.prefix] ^= 1
        let disk = FaultyFileSystem()
        for number in 1...3 {
            disk[path] = garbled
            _ = try FileStorage(path: path, system: disk).open()
            #expect(disk[path + ".damaged-\(number)"] == garbled)
            disk.kill()
        }
    }

    @Test(arguments: ["Martlet journal 2\n…", "SQLite format 3\0", "{}"])
    func `a file of someone else's, or of a newer version, is left alone`(text: String) {
        let disk = FaultyFileSystem()
        disk[path] = Array(text.utf8)
        #expect(throws: StorageError.self) { try FileStorage(path: path, system: disk).open() }
        #expect(disk[path] == Array(text.utf8))
    }

    /// Appends records, now and then replaces the file, and flushes; returns what was reported as
    /// durable, and all that was tried.
    private func work(_ disk: FaultyFileSystem, _ random: inout SeededGenerator) -> (kept: [[UInt8]], tried: [[UInt8]])
    {
        var (kept, tried): ([[UInt8]], [[UInt8]]) = ([], [])
        guard let (journal, found) = try? FileStorage(path: path, system: disk).open() else { return ([], []) }
        (kept, tried) = (found, found)
        for number in 0..<12 {
            tried.append(record(number))
            do {
                if random.oneIn(4) { try journal.replace(with: tried) } else { try journal.append([record(number)]) }
                if random.oneIn(2) { continue }
                try journal.sync()
                kept = tried
            } catch { return (kept, tried) }
        }
        return (kept, tried)
    }

    @Test func `a record that was reported as kept is there after a power cut or a kill at any operation`() throws {
        for seed in UInt64(0)..<400 {
            for isPower in [true, false] {
                var random = SeededGenerator(seed: seed)
                let disk = FaultyFileSystem(seed: seed)
                disk.fail(at: Int.random(in: 0..<50, using: &random), .dies)
                let (kept, tried) = work(disk, &random)
                if isPower { disk.cutPower() } else { disk.kill() }
                let (journal, found) = try FileStorage(path: path, system: disk).open()
                #expect(found.count >= kept.count && found == Array(tried.prefix(found.count)), "seed \(seed)")
                #expect(journal.damage == nil, "seed \(seed)")
            }
        }
    }

    /// After a flush that failed the next one succeeds, and has nothing to flush. So flushing again
    /// can't make durable what an earlier process wrote.
    @Test func `what is read when a journal is opened counts, even where an earlier opening failed to flush it`() throws
    {
        for failing in 0..<12 {
            let disk = FaultyFileSystem(seed: UInt64(failing))
            let (journal, _) = try FileStorage(path: path, system: disk).open()
            try journal.append(records(0..<3))
            try journal.sync()
            try journal.append([record(3)])
            disk.kill()
            disk.fail(at: disk.operations + failing)
            _ = try? FileStorage(path: path, system: disk).open()
            disk.kill()
            let (again, found) = try FileStorage(path: path, system: disk).open()
            #expect(found == records(0..<4))
            try again.append([record(4)])
            try again.sync()
            disk.cutPower()
            let (last, left) = try FileStorage(path: path, system: disk).open()
            #expect(left == records(0..<5) && last.damage == nil, "failing at \(failing)")
        }
    }

    @Test func `a journal can be read on a disk that is full, and refuses until there is space`() throws {
        let disk = FaultyFileSystem()
        let (journal, _) = try FileStorage(path: path, system: disk).open()
        try journal.append(records(0..<3))
        try journal.sync()
        disk.kill()
        for next in 0..<20 { disk.fail(at: disk.operations + next, .full) }
        let (again, found) = try FileStorage(path: path, system: disk).open()
        #expect(found == records(0..<3))
        #expect(throws: StorageError.self) { try again.append([record(3)]) }
        disk.heal()
        try again.replace(with: found)
        try again.append([record(3)])
        try again.sync()
        disk.cutPower()
        #expect(try FileStorage(path: path, system: disk).open().records == records(0..<4))
    }

    @Test func `a record that could not be read again is neither appended nor written with all others`() throws {
        let disk = FaultyFileSystem(seed: 1)
        let (journal, _) = try FileStorage(path: path, system: disk).open()
        try journal.append(records(0..<2))
        try journal.sync()
        for record in [[], [UInt8](repeating: 7, count: Limits.journalRecordBytes + 1)] {
            #expect(throws: StorageError.self) { try journal.append([record]) }
            #expect(throws: StorageError.self) { try journal.replace(with: records(0..<2) + [record]) }
        }
        try journal.append([record(2)])
        try journal.sync()
        disk.cutPower()
        #expect(try FileStorage(path: path, system: disk).open().records == records(0..<3))
    }

    /// A rename that reported an error may have happened all the same. Then the open file has no
    /// name any more.
    @Test func `what is kept after a replacement that failed anywhere is there`() throws {
        for seed in UInt64(0)..<100 {
            let disk = FaultyFileSystem(seed: seed)
            let (journal, _) = try FileStorage(path: path, system: disk).open()
            try journal.append(records(0..<3))
            try journal.sync()
            disk.fail(at: disk.operations + Int(seed % 6))
            try? journal.replace(with: records(0..<3))
            disk.heal()
            do {
                try journal.append([record(3)])
                try journal.sync()
            } catch {
                try journal.replace(with: records(0..<4))
            }
            disk.cutPower()
            #expect(try FileStorage(path: path, system: disk).open().records == records(0..<4), "seed \(seed)")
        }
    }

    @Test func `one account is open once, and another beside it`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("martlet-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let ann = FileStorage(folder: folder, account: "Ann/../x")
        let (journal, _) = try ann.open()
        try journal.append([record(1)])
        try journal.sync()
        #expect(throws: StorageError.self) { try ann.open() }
        _ = try FileStorage(folder: folder, account: "ann/../x").open()
        journal.close()
        let (again, found) = try ann.open()
        #expect(found == [record(1)])
        try again.replace(with: records(5..<7))
        try again.append([record(7)])
        again.close()
        #expect(try ann.open().records == records(5..<8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 4)
    }
}
