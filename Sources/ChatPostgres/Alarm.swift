import ChatRooms
import Foundation

/// Wakes a thread that waits for a descriptor. Rung several times, it wakes at least once.
final class Alarm: Sendable {
    private let reading: Int32
    private let writing: Int32

    init() throws(StoreError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .unusable("There are no descriptors left for the bus.") }
        (reading, writing) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(reading)
        close(writing)
    }

    func ring() {
        var byte: UInt8 = 0
        // A full pipe wakes, too.
        _ = write(writing, &byte, 1)
    }

    /// Returns when it is rung, when the descriptor can be read, or after the time.
    func wait(for descriptor: Int32?, milliseconds: Int64) {
        var waited = [pollfd(fd: reading, events: Int16(POLLIN), revents: 0)]
        if let descriptor { waited.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
        _ = poll(&waited, nfds_t(waited.count), Int32(clamping: milliseconds))
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(reading, &bytes, bytes.count) == bytes.count {}
    }
}
