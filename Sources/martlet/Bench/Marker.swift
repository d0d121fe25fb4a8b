/// The beginning of every message of a load: its sender, and when it was due. Its fields have fixed
/// positions, so a delivery is recognised without parsing JSON.
struct Marker: Hashable, Sendable {
    /// The length of a marker, and so the minimum length of a text.
    static let bytes = 39

    /// The same for all messages of one run: eight digits.
    var run: UInt32
    /// The number of the connection that sent it.
    var sender: UInt16
    /// The sender's reference for it.
    var ref: UInt32
    /// Nanoseconds of the generator's clock.
    var due: UInt64

    init(run: UInt32, sender: UInt16, ref: UInt32, due: UInt64) {
        self.run = run
        self.sender = sender
        self.ref = ref
        self.due = due
    }

    /// Writes it over the first bytes of `text`, which has at least ``bytes``.
    func write(over text: inout [UInt8]) {
        guard text.count >= Marker.bytes else { return }
        text.withUnsafeMutableBufferPointer { text in
            var position = 0
            for (number, digits) in [(UInt64(run), 8), (UInt64(sender), 4), (UInt64(ref), 8), (due, 16)] {
                if position > 0 {
                    text[position] = UInt8(ascii: "-")
                    position += 1
                }
                for place in (0..<digits).reversed() {
                    let digit = UInt8(truncatingIfNeeded: number >> UInt64(place * 4)) & 0xF
                    text[position] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
                    position += 1
                }
            }
        }
    }

    /// Reads the marker that begins at `start`; `nil` if there is none.
    init?(_ bytes: UnsafeRawBufferPointer, at start: Int) {
        guard start >= 0, bytes.count - start >= Marker.bytes,
            bytes[start + 8] == UInt8(ascii: "-"), bytes[start + 13] == UInt8(ascii: "-"),
            bytes[start + 22] == UInt8(ascii: "-"),
            let run = Marker.number(bytes, start, 8), let sender = Marker.number(bytes, start + 9, 4),
            let ref = Marker.number(bytes, start + 14, 8), let due = Marker.number(bytes, start + 23, 16)
        else { return nil }
        self.init(
            run: UInt32(truncatingIfNeeded: run), sender: UInt16(truncatingIfNeeded: sender),
            ref: UInt32(truncatingIfNeeded: ref), due: due)
    }

    init?(_ text: String) {
        var text = text
        let marker = text.withUTF8 { Marker(UnsafeRawBufferPointer($0), at: 0) }
        guard let marker else { return nil }
        self = marker
    }

    @inline(__always)
    private static func number(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ digits: Int) -> UInt64? {
        var number: UInt64 = 0
        for position in start..<(start + digits) {
            let byte = bytes[position]
            let digit = byte <= UInt8(ascii: "9") ? byte &- UInt8(ascii: "0") : byte &- UInt8(ascii: "a") &+ 10
            guard digit < 16 else { return nil }
            number = number << 4 | UInt64(digit)
        }
        return number
    }
}
