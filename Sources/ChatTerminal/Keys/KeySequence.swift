/// What terminals send for keys that have no character: xterm's sequences, and those of the older
/// terminals that people still have.
enum KeySequence {
    private static let alt = 2
    private static let control = 4

    /// The key of a sequence that ends with `final`; `nil` for one without a meaning here.
    static func key(final: UInt8, numbers: [Int]) -> Key? {
        let modifiers = max((numbers.count > 1 ? numbers[1] : 1) - 1, 0)
        let isAlt = modifiers & alt != 0
        let isControl = modifiers & control != 0
        switch Character(Unicode.Scalar(final)) {
        case "A": return isAlt ? .altUp : isControl ? .controlUp : .up
        case "B": return isAlt ? .altDown : isControl ? .controlDown : .down
        case "C": return isAlt || isControl ? .wordRight : .right
        case "D": return isAlt || isControl ? .wordLeft : .left
        case "H": return isControl ? .controlHome : .home
        case "F": return isControl ? .controlEnd : .end
        case "Z": return .backTab
        case "I": return .focus(true)
        case "O": return .focus(false)
        case "P", "Q", "R", "S": return .function(Int(final - UInt8(ascii: "P")) + 1)
        case "~": return numbered(numbers.first ?? 0, isControl: isControl)
        case "u": return coded(numbers.first ?? 0, isAlt: isAlt, isControl: isControl)
        default: return nil
        }
    }

    private static func numbered(_ number: Int, isControl: Bool) -> Key? {
        switch number {
        case 1, 7: isControl ? .controlHome : .home
        case 4, 8: isControl ? .controlEnd : .end
        case 3: .delete
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        default: nil
        }
    }

    /// A key by its character's number, as some terminals send Enter and Tab with modifiers.
    private static func coded(_ number: Int, isAlt: Bool, isControl: Bool) -> Key? {
        switch number {
        case 13: return isAlt ? .altEnter : .enter
        case 9: return .tab
        case 27: return .escape
        case 127: return isAlt ? .altBackspace : .backspace
        default:
            guard let scalar = Unicode.Scalar(UInt32(number)), number >= 0x20 else { return nil }
            if isControl { return .control(Character(scalar)) }
            return isAlt ? .alt(Character(scalar)) : .text(String(scalar))
        }
    }

    /// The mouse in its SGR form: the button, and where, counted from 1.
    static func mouse(_ numbers: [Int], isPress: Bool) -> Key? {
        guard numbers.count == 3, isPress else { return nil }
        switch numbers[0] & ~0x1C {
        case 0: return .click(Place(x: numbers[1] - 1, y: numbers[2] - 1))
        case 64: return .wheelUp
        case 65: return .wheelDown
        default: return nil
        }
    }
}
