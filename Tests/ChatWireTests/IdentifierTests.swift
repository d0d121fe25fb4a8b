import ChatTesting
import ChatWire
import Foundation
import Testing

@Suite struct IdentifierTests {
    @Test func `an id is written as Foundation writes a UUID and read back`() throws {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<2_000 {
            let id = EventID.random(using: &random)
            let uuid = try #require(UUID(uuidString: id.text))
            #expect(uuid.uuidString == id.text)
            #expect(EventID(id.text) == id)
            #expect(EventID(id.text.lowercased()) == id)
            #expect(id.description == id.text)
        }
    }

    @Test func `the digits stand in order`() {
        let id = EventID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
        #expect(id.text == "01234567-89AB-CDEF-FEDC-BA9876543210")
        #expect(EventID(high: 0, low: 0).text == "00000000-0000-0000-0000-000000000000")
    }

    @Test(arguments: [
        "", "0", "01234567-89AB-CDEF-FEDC-BA987654321", "01234567-89AB-CDEF-FEDC-BA98765432100",
        "0123456789ABCDEFFEDCBA9876543210", "{01234567-89AB-CDEF-FEDC-BA987654321}",
        "01234567-89AB-CDEF-FEDC-BA987654321G", "01234567 89AB-CDEF-FEDC-BA9876543210",
        "0123456-789AB-CDEF-FEDC-BA9876543210", "01234567-89AB-CDEF-FEDCBA9876543210-",
        " 1234567-89AB-CDEF-FEDC-BA9876543210",
        "०1234567-89AB-CDEF-FEDC-BA9876543210", "01234567-89AB-CDEF-FEDC-BA98765432１",
    ])
    func `anything else is no id`(_ text: String) {
        #expect(EventID(text) == nil)
    }
}
