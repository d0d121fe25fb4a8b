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
        var held = [slots.take(), slots.take()]
        #expect(held.allSatisfy { $0 != nil } && slots.take() == nil)
        held.removeLast()
        #expect(slots.take() != nil)
        #expect(slots.take() != nil, "the one before was given back at once")
        held = []
    }
}
