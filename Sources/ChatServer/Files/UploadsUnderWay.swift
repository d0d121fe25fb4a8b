import ChatRooms
import ChatWire

/// The uploads under way: who may begin one, the room that is kept for them on the disk, and which one gives way when all slots are taken.
///
/// Slots are shared by holder: an address, or a user where the address is local and may stand for everyone. When all are taken, a
/// newcomer gets a slot of the holder with the most, if that one has two more; else that of an upload which is slower than
/// ``Limits/fileBytesPerSecondWhenFull``; else it is refused for now.
struct UploadsUnderWay {
    typealias Ticket = UInt64

    struct Admission: Hashable {
        var ticket: Ticket
        /// An upload that must be ended: its slot is the newcomer's.
        var ends: Ticket?
    }

    private enum Holder: Hashable {
        case address(ClientAddress)
        case user(UserID)
    }

    private struct Upload {
        var user: UserID
        var holder: Holder
        var id: FileID
        var size: UInt64
        var begun: Int64
        var received: Int64 = 0
        /// Its slot is another's by now, and its bytes are on the disk still.
        var isEnding = false
    }

    private var uploads: [Ticket: Upload] = [:]
    private var last: Ticket = 0

    /// Bytes promised to all.
    var bytes: UInt64 { uploads.values.reduce(0) { $0 + $1.size } }

    /// Lets one more in, for as long as its ticket is not given back.
    /// - Parameter now: nanoseconds of a clock that does not go back
    mutating func begin(
        _ user: UserID, at address: ClientAddress, _ id: FileID, size: UInt64, now: Int64
    ) throws(FileRefusal) -> Admission {
        let slots = uploads.filter { !$0.value.isEnding }
        guard slots.values.count(where: { $0.user == user }) < Limits.uploadsPerUser else {
            throw .tooManyOfUser
        }
        let holder = address.isLocal ? Holder.user(user) : .address(address)
        guard slots.values.count(where: { $0.holder == holder }) < Limits.uploadsPerAddress else {
            throw .tooManyOfAddress
        }
        var ends: Ticket?
        if slots.count >= Limits.uploads {
            guard uploads.count < 2 * Limits.uploads, let slot = Self.slot(for: holder, among: slots, now: now) else {
                throw .overloaded
            }
            uploads[slot]?.isEnding = true
            ends = slot
        }
        last += 1
        uploads[last] = Upload(user: user, holder: holder, id: id, size: size, begun: now)
        return Admission(ticket: last, ends: ends)
    }

    mutating func received(_ bytes: Int, of ticket: Ticket) { uploads[ticket]?.received += Int64(clamping: bytes) }

    mutating func end(_ ticket: Ticket) { uploads[ticket] = nil }

    /// What is promised to a user, and under which ids: of those the record may be there already, and must not count twice.
    func promised(to user: UserID) -> (bytes: UInt64, ids: [FileID]) {
        let own = uploads.values.filter { $0.user == user }
        return (own.reduce(0) { $0 + $1.size }, own.map(\.id))
    }

    /// The upload whose slot a newcomer gets.
    private static func slot(for newcomer: Holder, among slots: [Ticket: Upload], now: Int64) -> Ticket? {
        let held = Dictionary(grouping: slots.values, by: \.holder).mapValues(\.count)
        let most = held.values.max() ?? 0
        if most > held[newcomer, default: 0] + 1 {
            return slots.filter { held[$0.value.holder] == most }
                .min { rate(of: $0.value, now) < rate(of: $1.value, now) }?.key
        }
        let slowest = slots.min { rate(of: $0.value, now) < rate(of: $1.value, now) }
        return slowest.flatMap { rate(of: $0.value, now) < Limits.fileBytesPerSecondWhenFull ? $0.key : nil }
    }

    /// Bytes a second since it began; one that has just begun counts as fast.
    private static func rate(of upload: Upload, _ now: Int64) -> Int64 {
        let milliseconds = (now - upload.begun) / 1_000_000
        guard milliseconds >= Limits.fileRateKnown else { return .max }
        return upload.received.multipliedReportingOverflow(by: 1_000).partialValue / milliseconds
    }
}
