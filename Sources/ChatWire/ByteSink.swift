/// A reusable byte buffer: an array that keeps its capacity when it is emptied, and is filled
/// through a pointer.
///
/// It is this module's only place that writes through a pointer. A writer reserves space first and
/// gets a buffer of that size; writes beyond it are dropped.
struct ByteSink {
    /// The used bytes, followed by spare bytes with any content.
    private var storage: [UInt8] = []
    private(set) var count = 0

    init(capacity: Int) {
        storage = Array(repeating: 0, count: max(capacity, 0))
    }

    var last: UInt8? { count > 0 ? storage[count - 1] : nil }

    mutating func removeAll() { count = 0 }

    func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        storage.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
    }

    /// Appends what `fill` writes, at most `most` bytes.
    @inline(__always)
    mutating func append(most: Int, _ fill: (inout Room) -> Void) {
        if storage.count - count < most { grow(by: most) }
        let start = count
        count = storage.withUnsafeMutableBufferPointer { storage in
            var room = Room(storage: storage, position: start)
            fill(&room)
            return room.position
        }
    }

    @inline(never)
    private mutating func grow(by most: Int) {
        storage.append(contentsOf: repeatElement(0, count: max(most, storage.count, 256)))
    }

    struct Room {
        fileprivate let storage: UnsafeMutableBufferPointer<UInt8>
        fileprivate(set) var position: Int

        @inline(__always)
        mutating func append(_ byte: UInt8) {
            guard position < storage.count else { return }
            storage[position] = byte
            position += 1
        }

        @inline(__always)
        mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
            guard let source = bytes.baseAddress, let base = storage.baseAddress else { return }
            guard storage.count - position >= bytes.count else { return }
            (base + position).update(from: source, count: bytes.count)
            position += bytes.count
        }
    }
}
