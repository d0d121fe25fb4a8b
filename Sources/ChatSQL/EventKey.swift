import ChatWire

/// The key of a row of `event`: its room's row and its number in that room, in one integer.
///
/// The events of a room are consecutive keys, in order.
package struct EventKey: Hashable {
    /// Ids in `room` stay below 2²³ and numbers below 2⁴⁰, so that a key is a positive 64-bit
    /// integer.
    package static let roomBits: UInt64 = 23
    package static let seqBits: UInt64 = 40

    /// The largest number that an event of a room can have.
    package static let last = Seq(1 << seqBits - 1)

    package let number: Int64

    package init(number: Int64) { self.number = number }

    /// `nil` past 2²³ rooms or 2⁴⁰ events in one room.
    package init?(room: Int64, seq: Seq) {
        guard room >= 0, room < 1 << EventKey.roomBits, seq <= EventKey.last else { return nil }
        number = room << Int64(EventKey.seqBits) | Int64(clamping: seq.number)
    }

    package var room: Int64 { number >> Int64(EventKey.seqBits) }
    package var seq: Seq { Seq(UInt64(number & (1 << Int64(EventKey.seqBits) - 1))) }
}
