import ChatTesting
import Testing

@testable import Simulation

/// A few seeds with every `swift test`; the command `Simulation` runs thousands.
@Suite struct SimulationTests {
    @Test(arguments: UInt64(1)...20)
    func `every invariant holds, with all faults`(seed: UInt64) {
        let history = World.run(seed)
        let violations = Checker(history).violations()
        #expect(violations.isEmpty, "\(Report(history, violations).text)")
    }

    /// Seeds that failed once. A schedule changes with any change of the code: what lasts are the
    /// tests of the values that were at fault.
    @Test(
        arguments: [
            // An app that takes each message once missed those between where it was and the newest
            // page (``LogReader``).
            20_023_813, 20_078_323,
            // A reaction was missing on a message that the timeline had given up, and the journal
            // had not (`TimelineTests`).
            9_017_652,
            // What an app had written, and not flushed before it ended, counted as accepted when it
            // was read (`EngineTests`).
            9_006_728,
            // What was sent again after a backup replaced the log came late there, which no client
            // can prevent (`CheckerTests`).
            986_762_594_143, 986_762_659_737,
        ] as [UInt64])
    func `seeds that failed once hold`(seed: UInt64) {
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
