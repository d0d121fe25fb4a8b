import ChatRooms
import ChatTesting
import ChatWire
import Testing

@Suite struct NumberedNamesTests {
    private var source = SeededGenerator(seed: 1)

    @Test mutating func `the first numbers are small, the others of any`() {
        let names = Array(NumberedNames("ann", using: &source))
        #expect(names.prefix(3) == ["ann", "ann2", "ann3"])
        #expect(names.count < 10)
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: [
        String(repeating: "x", count: Limits.nameScalars), String(repeating: "é", count: Limits.nameScalars),
        String(repeating: "\u{1D540}", count: Limits.nameBytes / 4),
    ])
    func `a long name is shortened for its number`(_ name: String) {
        var source = SeededGenerator(seed: 1)
        for candidate in NumberedNames(name, using: &source) { #expect(NameRule.check(candidate) == nil) }
    }
}
