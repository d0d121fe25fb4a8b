/// The key of a row of `event`: its room's row and its number in that room, in one integer.
///
/// The events of a room are consecutive keys, in order.
struct EventKey: Hashable {
    let number: Int64

    init(number: Int64) { self.number = number }

    /// `nil` past 2²³ rooms or 2⁴⁰ events in one room.
    init?(room: Int64, seq: UInt64) {
        guard room >= 0, room < 1 << Schema.roomBits, seq < 1 << Schema.seqBits else { return nil }
        number = room << Int64(Schema.seqBits) | Int64(seq)
    }

    var room: Int64 { number >> Int64(Schema.seqBits) }
    var seq: UInt64 { UInt64(number & (1 << Int64(Schema.seqBits) - 1)) }
}
