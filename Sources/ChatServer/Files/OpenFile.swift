import NIOCore

/// A file that is open to be read or written. It holds a slot. Every call blocks.
final class OpenFile: Sendable {
    private let file: any DiskFile
    private let slot: DescriptorSlots.Slot

    /// - Parameter slot: Held as long as the file is open.
    init(_ file: any DiskFile, slot: DescriptorSlots.Slot) {
        self.file = file
        self.slot = slot
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(DiskError) {
        try file.write(bytes, at: offset)
    }

    /// Reads `count` bytes from `offset` on; fewer at the end of the file.
    func read(_ count: Int, at offset: UInt64) throws(DiskError) -> ByteBuffer { try file.read(count, at: offset) }

    func flush() throws(DiskError) { try file.flush() }
}
