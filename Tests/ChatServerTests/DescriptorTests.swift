import ChatRooms
import NIOCore
import NIOPosix
import Testing

@testable import ChatServer

@Suite struct DescriptorTests {
    @Test(arguments: [0, 1, 64, 100, 256, 300, 1_024, 65_536, 1_048_576, Int.max])
    func `there is always one connection, and never more than there is room for`(limit: Int) {
        let budget = DescriptorBudget(limit: limit, eventLoops: 4)
        #expect(budget.connections >= 1 && budget.files >= 8)
        if limit >= 256 { #expect(budget.connections + budget.files <= limit - 60) }
        #expect((budget.warning == nil) == (budget.connections >= 1_000))
    }

    @Test func `shells and systemd give room for what is to be expected`() {
        #expect(DescriptorBudget(limit: 300, eventLoops: 2).connections > 150)
        #expect(DescriptorBudget(limit: 1_024, eventLoops: 8).connections > 700)
        #expect(DescriptorBudget(limit: 524_288, eventLoops: 64).connections > 400_000)
        #expect(DescriptorBudget(limit: 100, eventLoops: .max).connections == 1)
    }

    @Test func `a file holds its slot until it is closed`() {
        let slots = DescriptorSlots(2)
        var held = [slots.take(isReader: false), slots.take(isReader: true)]
        #expect(held.allSatisfy { $0 != nil } && slots.take(isReader: false) == nil)
        held.removeLast()
        #expect(slots.take(isReader: false) != nil)
        #expect(slots.take(isReader: true) != nil, "the one before was given back at once")
        held = []
    }

    @Test func `downloads leave a quarter of the slots to uploads`() {
        let slots = DescriptorSlots(16)
        var readers = (0..<12).map { _ in slots.take(isReader: true) }
        #expect(readers.allSatisfy { $0 != nil } && slots.take(isReader: true) == nil)
        let writers = (0..<4).map { _ in slots.take(isReader: false) }
        #expect(writers.allSatisfy { $0 != nil } && slots.take(isReader: false) == nil)
        readers.removeLast()
        #expect(slots.take(isReader: true) != nil)
        withExtendedLifetime((readers, writers)) {}
    }

    @Test(arguments: [(8, 4), (32, 4), (128, 16), (512, 64), (Int.max, 64)])
    func `an address downloads an eighth of what can be open, within limits`(openAtOnce: Int, most: Int) throws {
        let downloads = DownloadsUnderWay(openAtOnce: openAtOnce)
        let far = ClientAddress(.v4(1), isLocal: false)
        let held = try (0..<most).map { _ in try downloads.begin(at: far) }
        let refused = #expect(throws: HTTPRefusal.self) { try downloads.begin(at: far) }
        #expect(refused?.error.text.hasPrefix("\(most) files") == true)
        _ = try downloads.begin(at: ClientAddress(.v4(2), isLocal: false))
        withExtendedLifetime(held) {}
    }
}
