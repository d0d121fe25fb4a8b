import ChatRooms
import ChatWire

/// The running uploads: which one may begin, the disk space promised to them, and which one must
/// end when all slots are taken.
///
/// Slots are shared among holders: an address (of IPv6, a site), or a user if the address is local
/// and may stand for everyone. When all are taken, a new upload gets a slot of the holder with the
/// most, if that holder has at least two more. Otherwise it gets the slot of an upload slower than
/// ``Limits/fileBytesPerSecondWhenFull``, of its own holder or of one with more slots. Otherwise it
/// is refused for now. So a holder of one slot, however slow, loses it only to one who has none.
struct UploadsUnderWay {
    typealias Ticket = UInt64

    struct Admission: Hashable {
        var ticket: Ticket
        /// An upload that must end: the new one gets its slot.
        var ends: Ticket?
    }

    private enum Holder: Hashable {
        case address(ClientAddress)
        case user(UserID)
    }

    private struct Upload {
        var user: UserID
        var address: ClientAddress
        var id: FileID
        var size: UInt64
        var begun: Int64
        var received: Int64 = 0
        /// It has lost its slot, but its bytes are still on the disk.
        var isEnding = false
    }

    /// Uploads at once, of all users.
    private let limit: Int
    private var uploads: [Ticket: Upload] = [:]
    private var last: Ticket = 0

    init(limit: Int = Limits.uploads) { self.limit = limit }

    /// The bytes promised to all uploads.
    var bytes: UInt64 { uploads.values.reduce(0) { $0 + $1.size } }

    /// Admits an upload, until its ticket is returned.
    ///
    /// - Parameter now: Nanoseconds of a clock that does not go back.
    mutating func begin(
        _ user: UserID, at address: ClientAddress, _ id: FileID, size: UInt64, now: Int64
    ) throws(HTTPRefusal) -> Admission {
        let slots = uploads.filter { !$0.value.isEnding }
        guard slots.values.count(where: { $0.user == user }) < Limits.uploadsPerUser else {
            throw .tooManyOfUser
        }
        if !address.isLocal {
            guard slots.values.count(where: { $0.address == address }) < Limits.uploadsPerAddress else {
                throw .tooManyOfAddress
            }
            let site = address.ofSite
            guard slots.values.count(where: { $0.address.ofSite == site }) < Limits.uploadsPerSite else {
                throw .tooManyOfSite
            }
        }
        var ends: Ticket?
        if slots.count >= limit {
            guard uploads.count < 2 * limit,
                let slot = Self.slot(for: Self.holder(user, address), among: slots, now: now)
            else {
                throw .overloaded
            }
            uploads[slot]?.isEnding = true
            ends = slot
        }
        last += 1
        uploads[last] = Upload(user: user, address: address, id: id, size: size, begun: now)
        return Admission(ticket: last, ends: ends)
    }

    mutating func received(_ bytes: Int, of ticket: Ticket) { uploads[ticket]?.received += Int64(clamping: bytes) }

    mutating func end(_ ticket: Ticket) { uploads[ticket] = nil }

    /// The bytes promised to a user, as they count in the quota, and the files' ids. A record may
    /// exist for some of them already; those must not count twice.
    func promised(to user: UserID) -> (bytes: UInt64, ids: [FileID]) {
        let own = uploads.values.filter { $0.user == user }
        return (own.reduce(0) { $0 + FileLimits.charge(ofSize: $1.size) }, own.map(\.id))
    }

    private static func holder(_ user: UserID, _ address: ClientAddress) -> Holder {
        address.isLocal ? .user(user) : .address(address.ofSite)
    }

    /// The upload whose slot the new one gets.
    private static func slot(for newcomer: Holder, among slots: [Ticket: Upload], now: Int64) -> Ticket? {
        let held = Dictionary(grouping: slots.values) { holder($0.user, $0.address) }.mapValues(\.count)
        let most = held.values.max() ?? 0
        let own = held[newcomer, default: 0]
        if most > own + 1 {
            return slots.filter { held[holder($0.value.user, $0.value.address)] == most }
                .min { rate(of: $0.value, now) < rate(of: $1.value, now) }?.key
        }
        let slowest = slots.filter { slot in
            let holder = holder(slot.value.user, slot.value.address)
            return holder == newcomer || held[holder, default: 0] > own
        }.min { rate(of: $0.value, now) < rate(of: $1.value, now) }
        return slowest.flatMap { rate(of: $0.value, now) < Limits.fileBytesPerSecondWhenFull ? $0.key : nil }
    }

    /// Bytes a second since it began. An upload that has just begun counts as fast.
    private static func rate(of upload: Upload, _ now: Int64) -> Int64 {
        let milliseconds = (now - upload.begun) / 1_000_000
        guard milliseconds >= Limits.fileRateKnown else { return .max }
        return upload.received.multipliedReportingOverflow(by: 1_000).partialValue / milliseconds
    }
}
