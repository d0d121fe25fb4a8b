import Testing

@testable import martlet

@Suite struct FrameBoundsTests {
    private static func bounds(_ bytes: [UInt8], at start: Int = 0, most: Int = 65_536) -> FrameBounds? {
        bytes.withUnsafeBytes { FrameBounds($0, at: start, most: most) }
    }

    private static func frame(_ length: Int, first: UInt8 = 0x81) -> [UInt8] {
        let header: [UInt8] =
            length < 126 ? [first, UInt8(length)] : [first, 126, UInt8(length >> 8), UInt8(length & 0xFF)]
        return header + [UInt8](repeating: 0x20, count: length)
    }

    @Test(arguments: [0, 1, 125, 126, 300, 65_535])
    func `a frame is found once it is all there`(length: Int) {
        let frame = FrameBoundsTests.frame(length)
        let found = FrameBoundsTests.bounds([0, 0, 0] + frame + [0x81], at: 3)
        #expect(found?.payload.count == length)
        #expect(found?.payload.upperBound == 3 + frame.count)
        #expect(found?.isWholeText == true && found?.isTooLong == false)
        for missing in [1, length, frame.count - 1] where missing > 0 && missing <= frame.count {
            #expect(FrameBoundsTests.bounds(Array(frame.dropLast(missing))) == nil)
        }
    }

    @Test(arguments: [0x01, 0x80, 0x82, 0x88, 0x89, 0xC1] as [UInt8])
    func `only a whole unfragmented text can be a delivery`(first: UInt8) {
        #expect(FrameBoundsTests.bounds(FrameBoundsTests.frame(5, first: first))?.isWholeText == false)
    }

    @Test func `a frame that is too long is noticed at once, also before all of it has arrived`() {
        #expect(FrameBoundsTests.bounds([0x81, 127])?.isTooLong == true)
        #expect(FrameBoundsTests.bounds([0x81, 0x85, 1, 2])?.isTooLong == true)
        #expect(FrameBoundsTests.bounds([0x81, 126, 0xFF, 0xFF], most: 1_000)?.isTooLong == true)
    }
}
