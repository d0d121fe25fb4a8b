/// A file of a ``FaultyFileSystem``: what can be read, and what is left of it after a power cut. It
/// is used under the lock of the file system.
final class FaultyFile {
    var bytes: [UInt8]
    /// How much of `bytes` was flushed.
    private var flushed: Int
    /// What the disk still has if the file was truncated and that is not flushed.
    private var uncut: [UInt8]?
    /// The bytes whose flush failed: they can be read, but the disk has zeros.
    private var lost: [Range<Int>] = []

    /// A file whose bytes are all on the disk.
    init(_ bytes: [UInt8] = []) {
        self.bytes = bytes
        flushed = bytes.count
    }

    var durable: [UInt8] { uncut ?? Array(onDisk.prefix(flushed)) }

    private var onDisk: [UInt8] {
        var bytes = bytes
        for index in lost.joined() { bytes[index] = 0 }
        return bytes
    }

    func sync() { (flushed, uncut) = (bytes.count, nil) }

    /// A flush failed.
    func forget() { if flushed < bytes.count { lost.append(flushed..<bytes.count) } }

    func truncate(to size: Int) {
        guard size < bytes.count else { return }
        if size < flushed {
            uncut = durable
            flushed = size
        }
        lost = lost.map { $0.clamped(to: 0..<size) }
        bytes.removeLast(bytes.count - size)
    }

    /// Cuts the power: keeps what was flushed, and random pieces of the rest, as a disk writes
    /// them.
    func cutPower(_ random: inout SeededGenerator) {
        var left = onDisk
        if let uncut, random.oneIn(2) {
            left = uncut
        } else if flushed < left.count {
            for start in stride(from: flushed, to: left.count, by: 16) where random.oneIn(3) {
                let garbles = random.oneIn(2)
                for index in start..<min(start + 16, left.count) {
                    left[index] = garbles ? UInt8.random(in: 0...255, using: &random) : 0
                }
            }
            left = Array(left.prefix(Int.random(in: flushed...left.count, using: &random)))
        }
        (bytes, flushed, uncut, lost) = (left, left.count, nil, [])
    }
}
