import ChatRooms
import ChatWire
import Testing

@Suite struct RefusalBudgetTests {
    private let second: Int64 = 1_000_000_000

    @Test func `a burst costs nothing, then come pauses that grow, then the end`() {
        var budget = RefusalBudget()
        var now = 100 * second
        for _ in 0..<Limits.refusalBurst { #expect(budget.count(at: now) == .goOn) }
        var pauses: [Int64] = []
        var refused = 0
        flood: while true {
            refused += 1
            switch budget.count(at: now) {
            case .goOn: break
            case .pause(let milliseconds):
                pauses.append(milliseconds)
                now += milliseconds * 1_000_000
            case .cut: break flood
            }
        }
        #expect(pauses.count == Limits.refusalPauses)
        #expect(pauses.first == Limits.refusalPauseFirst && pauses.last == Limits.refusalPauseLongest)
        #expect(pauses == pauses.sorted())
        #expect(refused < 300, "what a pause lets through is little")
    }

    @Test func `a connection within the rate is never paused`() {
        var budget = RefusalBudget()
        for number in 0..<10_000 as Range<Int64> {
            #expect(budget.count(at: number * second / Int64(Limits.refusalsPerSecond)) == .goOn)
        }
    }

    @Test func `pauses are forgotten`() {
        var budget = RefusalBudget(burst: 1)
        var now = 100 * second
        for _ in 0..<100 {
            #expect(budget.count(at: now) == .goOn)
            #expect(budget.count(at: now) == .pause(Limits.refusalPauseFirst))
            now += (Limits.refusalPausesForgotten + 1) * 1_000_000
        }
    }
}
