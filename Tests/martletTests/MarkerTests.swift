import Foundation
import Testing

@testable import martlet

@Suite struct MarkerTests {
    private static func text(_ marker: Marker, bytes: Int = 64) -> String {
        var text = [UInt8](repeating: UInt8(ascii: "."), count: bytes)
        marker.write(over: &text)
        return String(decoding: text, as: UTF8.self)
    }

    @Test(arguments: [
        Marker(run: 0, sender: 0, ref: 0, due: 0), Marker(run: .max, sender: .max, ref: .max, due: .max),
        Marker(run: 0x1234_ABCD, sender: 9_999, ref: 0x0102_03FF, due: 4_785_025_220_123),
    ])
    func `a marker is read as it was written`(marker: Marker) {
        #expect(Marker(MarkerTests.text(marker)) == marker)
        #expect(Marker(MarkerTests.text(marker, bytes: Marker.bytes)) == marker)
    }

    @Test func `a text that is too short, or someone's words, has no marker`() {
        let text = MarkerTests.text(Marker(run: 1, sender: 2, ref: 3, due: 4))
        #expect(Marker(String(text.prefix(Marker.bytes - 1))) == nil)
        #expect(Marker("Hello, everyone, this is no marker and never was one.") == nil)
        #expect(Marker(text.replacingOccurrences(of: "-", with: "_")) == nil)
        #expect(Marker("g" + text.dropFirst()) == nil)
        #expect(Marker("") == nil)
    }
}
