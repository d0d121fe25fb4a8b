import Testing

@testable import ChatUI

struct LayoutRuleTests {
    private let first = LayoutRule.Layout(metrics: RowMetrics(width: 400), height: 600, content: 9_000, offset: 8_400)

    /// Lays a list out as `first`, then changes it step by step. Returns whether each step is told.
    private func told(byHand: Bool = false, _ steps: [(inout LayoutRule.Layout) -> Void]) -> [Bool] {
        var (rule, layout) = (LayoutRule(), first)
        let isFirstTold = rule.isResized(layout, byHand: byHand)
        #expect(isFirstTold)
        return steps.map { step in
            step(&layout)
            return rule.isResized(layout, byHand: byHand)
        }
    }

    @Test func `a layout that changes nothing is not told`() {
        #expect(told([{ _ in }, { $0.offset = 100 }]) == [false, false])
    }

    @Test(arguments: [false, true])
    func `another visible part and another text size are told, also during a drag`(byHand: Bool) {
        let changes: [(inout LayoutRule.Layout) -> Void] = [
            { $0.height = 300 }, { $0.metrics.width = 800 }, { $0.metrics.textSize = "large" }, { _ in },
        ]
        #expect(told(byHand: byHand, changes) == [true, true, true, false])
    }

    @Test func `content of another height is told once`() {
        #expect(told([{ $0.content = 9_100 }, { _ in }, { $0.content = 9_000 }]) == [true, false, true])
    }

    @Test func `rows that are measured while the list is scrolled are not told`() {
        #expect(told(byHand: true, [{ $0.content = 9_100 }]) == [false])
        // VoiceOver scrolls, or a tap on the status bar.
        #expect(
            told([{ ($0.content, $0.offset) = (9_100, 8_390) }, { _ in }, { $0.content = 9_200 }])
                == [false, false, true])
    }
}
