import ChatRooms
import Testing

@Suite struct FairQueueTests {
    private typealias Queue = FairQueue<String, String, Int>

    private let millisecond: Int64 = 1_000_000
    private let second: Int64 = 1_000_000_000

    private func owner(_ group: String, _ member: String) -> Queue.Owner { .init(group: group, member: member) }

    @Test func `equals go in the order in which they came`() {
        var queue = Queue(total: 10, perMember: 10)
        for (number, member) in ["a", "b", "a", "c"].enumerated() { add(number, "x", member, to: &queue) }
        let order = (0..<5).map { _ in queue.next(at: 0)?.work }
        #expect(order == [0, 1, 2, 3, nil])
    }

    @Test func `a member that has cost little goes before a hundred that have cost much, also in one group`() {
        var queue = Queue(total: 1_000, perMember: 16)
        for number in 0..<100 {
            queue.charge(16 * millisecond, to: owner("local", "guest \(number)"), at: 0)
            add(number, "local", "guest \(number)", to: &queue)
        }
        queue.charge(millisecond, to: owner("local", "control"), at: 0)
        add(1_000, "local", "control", to: &queue)
        let first = queue.next(at: 0)?.work
        let second = queue.next(at: 0)?.work
        #expect(first == 1_000 && second == 0)
    }

    @Test func `a new member does not go before one that asks for little`() {
        var queue = Queue(total: 10, perMember: 10)
        for number in 0..<100 { queue.charge(16 * millisecond, to: owner("x", "guest \(number)"), at: 0) }
        queue.charge(millisecond, to: owner("x", "control"), at: 0)
        add(1, "x", "stranger", to: &queue)
        add(2, "x", "control", to: &queue)
        let first = queue.next(at: 0)?.owner.member
        #expect(first == "control")
    }

    @Test func `a series of new groups does not go before a group that asks for little`() {
        var queue = Queue(total: 1_000, perMember: 10)
        for number in 0..<100 { queue.charge(16 * millisecond, to: owner("early \(number)", "ann"), at: 0) }
        queue.charge(millisecond, to: owner("control", "ben"), at: 0)
        for number in 0..<100 { add(number, "late \(number)", "ann", to: &queue) }
        add(1_000, "control", "ben", to: &queue)
        let first = queue.next(at: 0)?.work
        #expect(first == 1_000)
    }

    @Test func `an address gets no more for having many users`() {
        var queue = Queue(total: 1_000, perMember: 20)
        for round in 0..<20 {
            for number in 0..<10 { add(round, "many", "guest \(number)", to: &queue) }
            add(round, "one", "ann", to: &queue)
        }
        var served = ["many": 0, "one": 0]
        for _ in 0..<20 {
            guard let (_, owner) = queue.next(at: 0) else { break }
            served[owner.group, default: 0] += 1
            queue.charge(millisecond, to: owner, at: 0)
        }
        #expect(served == ["many": 10, "one": 10])
    }

    @Test func `costs are forgotten with time`() {
        var queue = Queue(total: 10, perMember: 10)
        queue.charge(1_000 * millisecond, to: owner("x", "early"), at: 0)
        queue.charge(100 * millisecond, to: owner("x", "late"), at: 60 * second)
        add(1, "x", "late", to: &queue)
        add(2, "x", "early", to: &queue)
        let first = queue.next(at: 60 * second)?.work
        #expect(first == 2)
    }

    @Test func `what may wait is bounded, of all, of a group and of a member`() {
        var queue = Queue(total: 5, perMember: 2)
        let asked = [
            ("x", "ann"), ("x", "ann"), ("x", "ann"), ("x", "bob"), ("x", "carl"), ("y", "ann"), ("y", "bob"),
            ("z", "dora"),
        ]
        var added: [Bool] = []
        for (group, member) in asked { added.append(isAdded(1, group, member, to: &queue)) }
        #expect(added == [true, true, false, true, false, true, true, true])
        #expect(queue.count == 5)
    }

    @Test func `a newcomer takes a place of the group, and then of the member, with at least two more`() {
        var queue = Queue(total: 6, perMember: 9)
        for number in 0..<6 { add(number, "x", "ann", to: &queue) }
        func replaced(_ work: Int, _ group: String, _ member: String) -> Int? {
            if case .replaced(let other) = queue.add(work, of: owner(group, member)) { other } else { nil }
        }
        #expect(replaced(10, "y", "ben") == 5 && replaced(11, "y", "ben") == 4)
        // In the group with the most, from one member to another.
        #expect(replaced(12, "x", "cleo") == 3 && replaced(13, "x", "cleo") == 2)
        #expect(replaced(14, "x", "cleo") == nil)
        #expect(replaced(15, "z", "dora") == 13 && replaced(16, "z", "dora") == 1)
        #expect(replaced(17, "z", "dora") == nil)
        #expect(queue.count == 6)
        var works: [Int] = []
        while let next = queue.next(at: 0) { works.append(next.work) }
        #expect(works == [0, 10, 11, 12, 15, 16])
    }

    private func isAdded(_ work: Int, _ group: String, _ member: String, to queue: inout Queue) -> Bool {
        if case .refused = queue.add(work, of: owner(group, member), perGroup: 3) { false } else { true }
    }

    private func add(_ work: Int, _ group: String, _ member: String, to queue: inout Queue) {
        guard case .added = queue.add(work, of: owner(group, member)) else {
            Issue.record("there is no place for \(work)")
            return
        }
    }
}
