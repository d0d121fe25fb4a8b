import ChatTesting
import Testing

@testable import Simulation

/// A few seeds with every `swift test`; the command `Simulation` runs thousands.
@Suite struct SimulationTests {
    @Test(arguments: UInt64(1)...20)
    func `whatever fails, every invariant holds`(seed: UInt64) {
        let history = World.run(seed)
        let violations = Checker(history).violations()
        #expect(violations.isEmpty, "\(Report(history, violations).text)")
    }

    @Test(arguments: UInt64(1)...10)
    func `a seed replays exactly`(seed: UInt64) {
        let first = World.run(seed)
        let second = World.run(seed)
        #expect(lines(first) == lines(second))
    }

    private func lines(_ history: History) -> [String] {
        history.entries.indices.map { Report(history, []).line($0) }
    }
}
