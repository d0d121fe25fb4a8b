import Testing

@testable import ChatWire

@Suite struct WaitingTimeTests {
    @Test(arguments: [
        (0, 0, "0 s"), (1, 1, "1 s"), (1_000, 1, "1 s"), (1_250, 2, "2 s"), (120_000, 120, "120 s"),
        (120_001, 180, "3 min"), (7_200_000, 7_200, "120 min"), (7_200_001, 10_800, "3 h"),
        (172_800_000, 172_800, "48 h"), (172_800_001, 259_200, "3 days"), (604_799_000, 604_800, "7 days"),
        (UInt64.max, 18_446_744_073_744_000, "213503982335 days"),
    ])
    func `a time is rounded up to a unit that people use`(milliseconds: UInt64, seconds: UInt64, text: String) {
        let time = WaitingTime(milliseconds: milliseconds)
        #expect(time.seconds == seconds && time.text == text)
    }
}
