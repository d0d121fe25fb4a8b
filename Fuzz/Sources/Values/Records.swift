import FuzzSupport
import ChatWire

@testable import ChatCore
@testable import ChatModel

/// A client's journal as a disk may leave it: what can be read is written as the same, and a client
/// begins on whatever it was.
enum Records {
    static func run(_ bytes: [UInt8]) {
        var input = FuzzInput(bytes)
        if input.byte() & 1 == 0 { return journal(input.all()) }
        var records: [Record] = []
        while !input.isEmpty {
            guard let record = try? Record(json: input.line()) else { continue }
            let json = record.json
            require((try? Record(json: json))?.json == json, "a record is read as it was written")
            records.append(record)
        }
        begin(on: records)
    }

    private static func journal(_ file: [UInt8]) {
        guard let contents = try? JournalFormat.read(JournalFormat.header + file) else { return }
        let again = try? JournalFormat.read(JournalFormat.file(contents.records))
        require(
            again?.records == contents.records && again?.rest == JournalFormat.Contents.Rest.none,
            "a journal is read as it was written")
        begin(on: contents.records.compactMap { try? Record(json: $0) })
    }

    private static func begin(on records: [Record]) {
        let restored = Restored(records)
        // Compares records, not what is restored: if two messages have one number, which no client
        // writes, the index by number differs.
        require(Restored(restored.records).records == restored.records, "a compacted journal says the same")
        var chat = Chat(device: DeviceID(high: 7, low: 7), name: nil, token: nil, restored: restored)
        var now = Now(monotonic: 0, wall: 1_795_223_116_000, random: 1)
        for item in restored.items { _ = chat.rows(of: item.room) }
        for input in [Input.start, .opened, .join(.lobby), .foreground(false), .closed(nil)] {
            now.monotonic += 1
            _ = chat.handle(input, at: now)
        }
        _ = chat.rows(of: .lobby)
    }
}
