import Testing

@testable import ChatUI

struct ScrollRuleTests {
    private typealias Rule = ScrollRule<Int>

    /// Rows of 100 points, the visible part 300 points high and beginning at `offset`.
    private func moved(_ rule: inout Rule, rows: [Int], offset: Double, byReader: Bool = true) {
        let placed = rows.enumerated().map { index, row in
            Rule.Placed(row: row, top: Double(index) * 100 - offset, bottom: Double(index + 1) * 100 - offset)
        }
        let below = Double(rows.count) * 100 - offset - 300
        rule.moved(placed.filter { $0.bottom > 0 && $0.top < 300 }, below: below, height: 300, byReader: byReader)
    }

    @Test func `older rows before the first leave the first whole row where it is`() {
        var rule = Rule()
        moved(&rule, rows: Array(10..<20), offset: 130)
        #expect(!rule.isFollowing)
        #expect(rule.placement { (5..<20).contains($0) } == .keep(12, top: 70))
    }

    @Test func `a reader at the bottom stays there, to within a few points`() {
        var rule = Rule()
        moved(&rule, rows: Array(0..<10), offset: 700 - Rule.nearBottom)
        #expect(rule.placement { _ in true } == .bottom)
        moved(&rule, rows: Array(0..<10), offset: 699 - Rule.nearBottom)
        #expect(rule.placement { _ in true } == .keep(7, top: 33))
    }

    @Test func `content that grows does not end the following, a hand does`() {
        var rule = Rule()
        moved(&rule, rows: Array(0..<10), offset: 100, byReader: false)
        #expect(rule.isFollowing)
        moved(&rule, rows: Array(0..<10), offset: 100)
        #expect(!rule.isFollowing)
        rule.follow()
        #expect(rule.placement { _ in true } == .bottom)
    }

    @Test func `a row that went away hands its place to the next`() {
        var rule = Rule()
        moved(&rule, rows: Array(0..<10), offset: 100)
        #expect(rule.placement { $0 != 1 } == .keep(2, top: 100))
        #expect(rule.placement { $0 > 100 } == .asItComes)
    }

    @Test func `one row higher than the screen serves as anchor though it is cut off`() {
        var rule = Rule()
        rule.moved([.init(row: 4, top: -200, bottom: 900)], below: 600, height: 300, byReader: true)
        #expect(rule.placement { _ in true } == .keep(4, top: -200))
    }
}
