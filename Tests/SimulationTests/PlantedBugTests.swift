import Testing

@testable import Simulation

/// The checker can fail. The command `Simulation --bugs` says which seed shows each bug, and which other invariants it breaks.
@Suite struct PlantedBugTests {
    @Test(arguments: PlantedBug.allCases)
    func `a planted bug is caught by the invariant it breaks`(bug: PlantedBug) {
        #expect(bug.caught(within: 400) != nil, "\(bug.invariant) did not see \(bug.rawValue).")
    }

    @Test(arguments: Invariant.allCases)
    func `every invariant has a planted bug that it catches`(invariant: Invariant) {
        #expect(PlantedBug.allCases.contains { $0.invariant == invariant })
    }
}
