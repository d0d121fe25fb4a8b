import ChatWire
import Testing

@Suite struct NameRuleTests {
    private func code(_ name: String) -> WireError.Code? { NameRule.check(name)?.code }

    private func name(_ value: UInt32) -> String {
        guard let scalar = Unicode.Scalar(value) else { return "" }
        return "a" + String(scalar) + "b"
    }

    @Test func `a name has 1 to 32 scalars and at most 64 bytes`() {
        #expect(code("") == .nameLength)
        #expect(code("x") == nil)
        #expect(code(String(repeating: "x", count: 32)) == nil)
        #expect(code(String(repeating: "x", count: 33)) == .nameLength)
        #expect(code(String(repeating: "é", count: 32)) == nil)
        #expect(code(String(repeating: "é", count: 33)) == .nameLength)
        #expect(code(String(repeating: "名", count: 21) + "x") == nil)
        #expect(code(String(repeating: "名", count: 21) + "é") == .nameLength)
        #expect(code(String(repeating: "😀", count: 16)) == nil)
        #expect(code(String(repeating: "😀", count: 16) + "x") == .nameLength)
    }

    @Test(arguments: [
        "ann", "Ann Lee", "Zoë", "李小龍", "Дмитрий", "علي", "O'Brien", "a_b-c.d", "guest-7F3A", "42", "🐦", "x@y", "ß",
    ])
    func `what people are called is allowed`(_ name: String) {
        #expect(code(name) == nil)
    }

    @Test(arguments: [" ann", "ann ", "an  n", " ", "  ", "a:b", ":", "\u{301}a", "\u{903}a", "a \u{301} "])
    func `spaces at the ends, two in a row, a colon and a mark at the beginning are refused`(_ name: String) {
        #expect(code(name) == .nameCharacters)
    }

    @Test(
        arguments: [
            0x00...0x1F, 0x7F...0xA0, 0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160, 0x1680...0x1680,
            0x17B4...0x17B5, 0x180B...0x180F, 0x2000...0x200F, 0x2028...0x202F, 0x205F...0x206F, 0x2800...0x2800,
            0x3000...0x3000, 0x3164...0x3164, 0xE000...0xE010, 0xFDD0...0xFDEF, 0xFE00...0xFE0F, 0xFEFF...0xFEFF,
            0xFFA0...0xFFA0, 0xFFF9...0xFFFB, 0xFFFE...0xFFFF, 0x378...0x379, 0x1D159...0x1D159, 0x1FFFE...0x1FFFF,
            0xE0000...0xE0FFF, 0xF0000...0xF0010, 0x10FFFE...0x10FFFF,
        ] as [ClosedRange<UInt32>])
    func `what is invisible, turns the direction or is nothing is refused`(_ values: ClosedRange<UInt32>) {
        for value in values where code(name(value)) != .nameCharacters { Issue.record("\(value) is accepted") }
    }

    @Test func `8 combining marks in a row are allowed and 9 are not`() {
        #expect(code("a" + String(repeating: "\u{301}", count: 8)) == nil)
        #expect(code("a" + String(repeating: "\u{301}", count: 9)) == .nameCharacters)
    }

    @Test(arguments: [
        "system", "admin", "Administrator", "ROOT", "moderator", "mod", "server", "Martlet", "support", "everyone",
        "here",
        "all", "channel", "room", "null", "undefined", "nil", "none", "true", "false", "anonymous", "deleted",
        "unknown", ".",
        "..", "-", "_", "a-d-m-i-n", "ad min", "_root_", "m.o.d", "@ann", "@", "-@here", "S Y S T E M",
    ])
    func `a reserved name is refused however it is spread`(_ name: String) {
        #expect(code(name) == .nameReserved)
    }

    @Test(arguments: ["admins", "modern", "allison", "nilsson", "roomy", "x.", "a@b"])
    func `a name that only contains a reserved one is allowed`(_ name: String) {
        #expect(code(name) == nil)
    }

    @Test func `each refusal says what to do`() {
        for name in ["", " a", "a:b", "\u{0}", "\u{200B}", "\u{A0}", "\u{E000}", "\u{301}", "root", "a\u{FE0F}"] {
            #expect(NameRule.check(name)?.text.hasSuffix(": choose another.") == true)
        }
    }
}
