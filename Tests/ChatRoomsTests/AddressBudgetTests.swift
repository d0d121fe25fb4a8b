import ChatRooms
import ChatWire
import Testing

@Suite struct AddressBudgetTests {
    private let second: Int64 = 1_000_000_000

    /// The number of messages of `bytes` that pass in ten seconds, if 1,000 a second are tried.
    private func passed(bytes: Int, _ budget: inout AddressBudget) -> Int {
        (0..<10_000).filter { budget.refusal(ofMessage: bytes, at: $0 * second / 1_000) == nil }.count
    }

    @Test func `small messages are held to their number, large ones to their bytes`() {
        var budget = AddressBudget(.init())
        let most = Limits.addressMessageBurst + 10 * Limits.addressMessagesPerSecond
        #expect((most - 10...most).contains(passed(bytes: 10, &budget)))
        budget = AddressBudget(.init())
        let bytes = Limits.addressMessageBytesBurst + 10 * Limits.addressMessageBytesPerSecond
        #expect((bytes - 100_000...bytes + 20_000).contains(16_384 * passed(bytes: 16_384, &budget)))
    }

    @Test func `introductions and files have limits of their own`() {
        var budget = AddressBudget(.init())
        for _ in 0..<Limits.addressHelloBurst { #expect(budget.refusalOfHello(at: 0) == nil) }
        #expect(budget.refusalOfHello(at: 0)?.code == .addressLimited)
        #expect(budget.refusalOfHello(at: 0)?.retry == 100)
        #expect(budget.refusal(ofMessage: 1, at: 0) == nil)
        let files = (0..<100).filter { _ in budget.refusal(ofUpload: UInt64(Limits.fileBytes), at: 0) == nil }
        #expect(files.count == Limits.addressUploadBytesBurst / Limits.fileBytes + 1)
    }

    @Test func `joins and read marks are bounded, and messages pass beside them`() {
        var budget = AddressBudget(.init())
        for _ in 0..<Limits.addressSignalBurst { #expect(budget.refusalOfSignal(at: 0) == nil) }
        #expect(budget.refusalOfSignal(at: 0)?.code == .addressLimited)
        #expect(budget.refusal(ofMessage: 1, at: 0) == nil)
        let passed = (1...10_000).filter { budget.refusalOfSignal(at: $0 * second / 1_000) == nil }
        #expect((10 * Limits.addressSignalsPerSecond - 1...10 * Limits.addressSignalsPerSecond).contains(passed.count))
    }

    @Test func `read marks count as what they take on the disk`() {
        let rates = AddressBudget.Rates(storedPerDay: 4 * 10 * UInt64(Limits.markStoredBytes))
        var budget = AddressBudget(rates)
        for _ in 0..<10 { #expect(budget.refusalOfMark(at: 0) == nil) }
        let refusal = budget.refusalOfMark(at: 0)
        #expect(refusal?.code == .addressLimited && refusal?.text.contains("stored") == true)
        // Nothing is stored by a join.
        #expect(budget.refusalOfSignal(at: 0) == nil)
        #expect(budget.refusalOfMark(at: 86_400 / 10 * second) == nil)
        budget = AddressBudget(.init(storedPerDay: nil))
        for _ in 0..<Limits.addressSignalBurst { #expect(budget.refusalOfMark(at: 0) == nil) }
        #expect(budget.refusalOfMark(at: 0)?.code == .addressLimited)
    }

    @Test func `a small file counts as more than its bytes`() {
        var budget = AddressBudget(.init())
        let most = Limits.addressUploadBytesBurst / Int(Limits.fileChargeLeast)
        let files = (0..<2 * most).filter { _ in budget.refusal(ofUpload: 1, at: 0) == nil }
        #expect((most...most + 1).contains(files.count))
    }

    @Test func `of an upload that failed, what did not come is given back`() {
        let (size, least) = (UInt64(Limits.fileBytes), Int(Limits.fileChargeLeast))
        for (received, givenBack) in [
            (nil, Limits.fileBytes), (0, Limits.fileBytes - least), (1_000_000, Limits.fileBytes - 1_000_000),
            (size, 0), (size + 1, 0),
        ] as [(UInt64?, Int)] {
            var budget = AddressBudget(.init())
            #expect(budget.refusal(ofUpload: size, at: 0) == nil)
            let left = budget.giveBack(upload: size, except: received)
            #expect(left == givenBack)
            #expect(budget.isFull(at: 0) == (received == nil))
        }
    }

    @Test func `what is stored in a day is bounded, files and messages each for themselves`() {
        let (mebibyte, day) = (1_048_576, 86_400 * second)
        var budget = AddressBudget(.init(messagesPerSecond: 1_000_000, storedPerDay: UInt64(4 * mebibyte)))
        for _ in 0..<4 { #expect(budget.refusal(ofUpload: UInt64(mebibyte), at: 0) == nil) }
        let file = budget.refusal(ofUpload: 1, at: 0)
        #expect(file?.code == .addressLimited)
        #expect(file?.text.hasPrefix("Your network address has stored as many files as it may in a day;") == true)
        let sent = (0..<mebibyte).filter { _ in budget.refusal(ofMessage: 512, at: 0) == nil }
        #expect(sent.count == mebibyte / 1_024, "a message counts as 512 bytes and its text")
        // A day later as many again, and not more.
        #expect(budget.isFull(at: day))
        #expect((0..<5).filter { _ in budget.refusal(ofUpload: UInt64(mebibyte), at: day) == nil }.count == 4)
        // What did not come was not stored.
        budget.giveBack(upload: UInt64(mebibyte), except: nil)
        #expect(budget.refusal(ofUpload: 1, at: day) == nil)
        // A site has eight times as much.
        let site = AddressBudget.Rates(storedPerDay: 4).ofSite
        #expect(site.storedFiles?.burst == 32 && site.storedMessages?.burst == 8)
    }

    @Test func `everything is in proportion to the messages, also at the extremes`() {
        let double = AddressBudget.Rates(messagesPerSecond: 2 * Limits.addressMessagesPerSecond)
        #expect(double.bytes.perSecond == 2 * Limits.addressMessageBytesPerSecond)
        #expect(double.hellos.burst == 2 * Limits.addressHelloBurst)
        for extreme in [Int.min, 0, 1, Int.max] {
            var budget = AddressBudget(.init(messagesPerSecond: extreme))
            _ = budget.refusal(ofMessage: .max, at: 0)
            _ = budget.refusal(ofUpload: .max, at: .max / 4)
            _ = budget.refusalOfHello(at: .max / 4)
        }
    }

    @Test func `a budget that is full again is as good as new`() {
        var budget = AddressBudget(.init())
        #expect(budget.isFull(at: 0))
        _ = budget.refusal(ofMessage: 1, at: 0)
        #expect(!budget.isFull(at: 0))
        #expect(budget.isFull(at: second))
    }

    @Test func `a table of buckets is bounded, and forgets the fullest first`() {
        var table = TokenBuckets<Int>(TokenBucket.Rate(2, within: 10), capacity: 100)
        #expect(table.take(-1, at: 0) == nil)
        #expect(table.take(-1, at: 0) == nil)
        for key in 0..<1_000 {
            #expect(table.take(key, at: 0) == nil)
            #expect(table.count <= 100)
        }
        #expect(table.take(-1, at: 0) != nil, "what is most exhausted is remembered longest")
        #expect(table.wait(5_000, at: 0) == nil)
    }

    @Test func `each refused request costs a longer pause, up to the longest, and the pauses end when no more come`() {
        var budget = AddressBudget(.init())
        for _ in 0..<Limits.addressRefusalBurst { #expect(budget.pause(ofRefusalAt: 0) == 0) }
        let pauses = (0..<1_000).map { _ in budget.pause(ofRefusalAt: 0) }
        #expect(pauses[0] == 10 && pauses[1] == 20 && pauses.last == Limits.refusalPauseLongest)
        #expect(pauses == pauses.sorted())
        // A client that keeps to its pauses is refused as often as the budget grows back.
        var now: Int64 = 0
        var count = 0
        while now < 60_000_000_000 {
            now += max(1, budget.pause(ofRefusalAt: now)) * 1_000_000
            count += 1
        }
        #expect((5_000...6_500).contains(count))
        let later = now + 60_000_000_000
        #expect(budget.pause(ofRefusalAt: later) == 0)
    }
}
