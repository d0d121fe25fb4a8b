import Testing

@testable import Simulation

/// The checker can fail. The command `Simulation --bugs` plants each bug, and says which seed shows
/// it to which invariants.
@Suite struct PlantedBugTests {
    @Test(arguments: Invariant.allCases)
    func `every invariant has a planted bug that it catches`(invariant: Invariant) {
        #expect(PlantedBug.allCases.contains { $0.invariant == invariant })
    }
}
