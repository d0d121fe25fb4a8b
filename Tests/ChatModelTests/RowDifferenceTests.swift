import ChatTesting
import ChatWire
import Testing

@testable import ChatModel

@Suite struct RowDifferenceTests {
    private func row(_ number: Seq, _ day: Int64 = 0) -> Row { Row(id: .event(number), content: .day(day)) }

    /// As a view applies it.
    private func apply(_ difference: RowDifference, to old: [Row], _ new: [Row]) -> [Row] {
        var rows = old
        for index in difference.removed.reversed() { rows.remove(at: index) }
        for index in difference.inserted { rows.insert(new[index], at: index) }
        for index in difference.updated { rows[index] = new[index] }
        return rows
    }

    @Test func `what it says turns any list into any other`() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2_000 {
            let old = (0..<20).filter { _ in random.chance(0.6) }.map { row(Seq(count: $0)) }
            var new = (0..<20).filter { _ in random.chance(0.6) }.map {
                row(Seq(count: $0), random.chance(0.2) ? 1 : 0)
            }
            if random.chance(0.3) { new.shuffle(using: &random) }
            let difference = RowDifference(from: old, to: new)
            #expect(apply(difference, to: old, new) == new)
        }
    }

    @Test func `only what changed is said`() {
        let old = (1...600).map { row(Seq(count: $0)) }
        #expect(RowDifference(from: old, to: old).isEmpty)
        var new = Array(old.dropFirst(3))
        new[10] = row(14, 1)
        new.append(row(601))
        #expect(
            RowDifference(from: old, to: new) == RowDifference(removed: [0, 1, 2], inserted: [597], updated: [10]))
        // One that moved to the end is one removal and one insertion.
        #expect(
            RowDifference(from: [row(1), row(2), row(3)], to: [row(2), row(3), row(1)])
                == RowDifference(removed: [0], inserted: [2], updated: []))
    }
}
