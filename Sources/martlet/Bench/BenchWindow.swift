/// The messages of one sender that are under way. The reference of a message names its slot, so
/// replies may arrive in any order.
struct BenchWindow {
    private var places: [(ref: UInt32, due: UInt64)]
    private var free: [UInt8]
    private var count: UInt32 = 0

    /// - Parameter capacity: 1…256 messages
    init(capacity: Int) {
        let capacity = min(max(capacity, 1), 256)
        places = Array(repeating: (0, 0), count: capacity)
        free = (0..<capacity).reversed().map { UInt8($0) }
    }

    var inFlight: Int { places.count - free.count }
    var isFull: Bool { free.isEmpty }
    /// The reference of a message that is under way.
    var anyRef: UInt32? { places.first { $0.ref != 0 }?.ref }

    /// Sends a message that was due at `due`.
    ///
    /// - Returns: Its reference, never 0; `nil` if the window is full.
    mutating func open(due: UInt64) -> UInt32? {
        guard let place = free.popLast() else { return nil }
        count = count == 0xFF_FFFF ? 1 : count + 1
        let ref = count << 8 | UInt32(place)
        places[Int(place)] = (ref, due)
        return ref
    }

    /// A message was answered.
    ///
    /// - Returns: When it was due; `nil` if no such message is under way.
    mutating func close(_ ref: UInt32) -> UInt64? {
        let place = UInt8(truncatingIfNeeded: ref)
        guard ref != 0, Int(place) < places.count, places[Int(place)].ref == ref else { return nil }
        places[Int(place)].ref = 0
        free.append(place)
        return places[Int(place)].due
    }
}
