import Testing

@testable import Simulation

/// The checker can fail. The command `Simulation --bugs` shows it for every planted bug; these are quick to find.
@Suite struct PlantedBugTests {
    @Test(arguments: [PlantedBug.acknowledgedBeforeSync, .numbersForgotten, .recoveryOffByOne, .epochKept, .swapped])
    func `a planted bug is caught by the invariant it breaks`(bug: PlantedBug) {
        #expect(bug.firstSeed(among: 200) != nil, "\(bug.invariant) did not see \(bug.rawValue).")
    }
}
