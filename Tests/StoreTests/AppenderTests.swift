import ChatRooms
@testable import ChatSQL
@testable import ChatSQLite
import ChatTesting
import ChatWire
import GRDB
import Testing

@Suite struct `The appender's table of devices` {
    /// With the limit at 50,000 it had twice the entries that it could ever use: 98,304.
    @Test func `has room for one commit beyond its limit, then forgets all, and doubles no more`() throws {
        #expect(Limits.appenderDevices.isMultiple(of: Limits.commitBatch))
        let batches = Limits.appenderDevices / Limits.commitBatch + 2
        try withFiles { files in
            try files.withStore { store in
                try store.pool.write { db in
                    var appender = Appender(epoch: store.epoch)
                    for batch in 0..<batches {
                        // Out of turn, so nothing is written.
                        let newEvents = (0..<Limits.commitBatch).map {
                            Sender(UInt64(batch * Limits.commitBatch + $0 + 1))
                                .newEvent(.message(text: "x"), number: 2, after: 1)
                        }
                        let appended = try appender.append(
                            Batch(newEvents: newEvents), except: [:], readsAhead: true, damaged: DamagedRows(), db)
                        #expect(appended.outcomes.allSatisfy { $0 == .outOfTurn })
                        let isFull = batch == batches - 1
                        #expect(appender.devices.count == (isFull ? 1 : batch + 1) * Limits.commitBatch)
                        #expect(appender.devices.capacity <= 24_576)
                    }
                }
            }
        }
    }
}
