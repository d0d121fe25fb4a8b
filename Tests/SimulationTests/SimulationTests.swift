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

    /// Seeds that failed once. Any change of the code changes their schedules. The tests that last
    /// are those of the values that were at fault.
    @Test(
        arguments: [
            // An app that takes each message once missed those between its position and the newest
            // page (``LogReader``).
            20_023_813, 20_078_323,
            // A reaction was missing on a message that the timeline had given up, and the journal
            // had not (`TimelineTests`).
            9_017_652,
            // What an app had written, and not flushed before it ended, counted as accepted when it
            // was read (`EngineTests`).
            9_006_728,
            // After a backup replaced the log, mutations that were sent again came late into it. No
            // client can prevent that (`CheckerTests`).
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
