import ChatRooms
import ChatWire
import Testing

@Suite struct `A photo is as wide as it is shown` {
    /// A JPEG of 1,600 by 1,200 stored pixels, whose Exif has `orientation` as its second entry.
    private static func photo(orientation: UInt8, isLittleEndian: Bool, first: [UInt8] = []) -> [UInt8] {
        func number(_ value: UInt8, of count: Int) -> [UInt8] {
            let digits = [value] + Array(repeating: 0, count: count - 1)
            return isLittleEndian ? digits : digits.reversed()
        }
        func entry(_ tag: UInt8, _ value: UInt8) -> [UInt8] {
            let name: [UInt8] = isLittleEndian ? [tag, 1] : [1, tag]
            return name + number(3, of: 2) + number(1, of: 4) + number(value, of: 2) + [0, 0]
        }
        let tiff = Array((isLittleEndian ? "II" : "MM").utf8) + number(42, of: 2) + number(8, of: 4) + number(2, of: 2)
        let content = Array("Exif\0\0".utf8) + tiff + entry(0x0F, 7) + entry(0x12, orientation) + [0, 0, 0, 0]
        let exif: [UInt8] = [0xFF, 0xE1, 0, UInt8(content.count + 2)] + content
        let frame: [UInt8] = [0xFF, 0xC0, 0, 17, 8, 4, 176, 6, 64, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
        return [0xFF, 0xD8] + first + exif + frame
    }

    @Test(arguments: UInt8(0)...9, [false, true])
    func `a quarter's turn exchanges width and height`(orientation: UInt8, isLittleEndian: Bool) {
        let found = FileType(head: Self.photo(orientation: orientation, isLittleEndian: isLittleEndian)).dimensions
        let stored = Attachment.Dimensions(width: 1_600, height: 1_200)
        #expect(found == ((5...8).contains(orientation) ? .init(width: 1_200, height: 1_600) : stored))
    }

    @Test func `the first Exif counts, and what else is in such a segment does not`() {
        let upright = Array(Self.photo(orientation: 1, isLittleEndian: false).dropFirst(2).dropLast(19))
        let other: [UInt8] = [0xFF, 0xE1, 0, 6] + Array("http".utf8)
        for (first, width) in [(upright, 1_600), (other, 1_200)] as [([UInt8], UInt64)] {
            let head = Self.photo(orientation: 6, isLittleEndian: false, first: first)
            #expect(FileType(head: head).dimensions?.width == width)
        }
    }

    @Test func `cut or changed anywhere, it is read within its bounds`() {
        for isLittleEndian in [false, true] {
            let whole = Self.photo(orientation: 6, isLittleEndian: isLittleEndian)
            for place in whole.indices {
                // Behind the width come 10 bytes that are not asked for.
                let dimensions = FileType(head: Array(whole[..<place])).dimensions
                #expect((dimensions == nil) == (place < whole.count - 10))
                for byte in [0, 1, 0x7F, 0xFF] as [UInt8] {
                    var changed = whole
                    changed[place] = byte
                    _ = FileType(head: changed)
                }
            }
        }
    }
}
