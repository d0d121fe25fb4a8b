import Testing

@testable import Simulation

/// The checker can fail: each planted bug is found by the invariant that it breaks.
@Suite struct PlantedBugTests {
    @Test(arguments: PlantedBug.allCases)
    func `a planted bug is caught by the invariant it breaks`(bug: PlantedBug) {
        for seed in UInt64(1)...2_000 {
            let checker = Checker(World.run(seed, bug: bug))
            if bug.invariant.violation(checker) != nil { return }
        }
        Issue.record("\(bug.invariant) did not see \(bug.rawValue) in 2,000 seeds.")
    }
}
