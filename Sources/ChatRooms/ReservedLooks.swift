import ChatWire

extension NameRule {
    /// Why a server lets nobody be called `name`: ``check(_:)``, and that it must not look like a
    /// reserved name either.
    public static func refusal(of name: String) -> WireError? {
        if let error = check(name) { return error }
        guard ReservedLooks.contain(name) else { return nil }
        return WireError(.nameReserved, "This name looks like a reserved one: choose another.")
    }
}

/// What reserved names look like: `аdmin` with a Cyrillic а, `martIet` with a capital i, `Adm1n`,
/// `★ admin ★`.
enum ReservedLooks {
    static func contain(_ name: String) -> Bool {
        let spelled = String(String.UnicodeScalarView(name.unicodeScalars.map { digitsAsLetters[$0] ?? $0 }))
        return !folds(of: name).union(folds(of: spelled)).isDisjoint(with: looks)
    }

    /// Also in capitals, for letters that look like one in one case only.
    private static let looks = NameRule.reserved.reduce(into: Set<String>()) {
        $0.formUnion(folds(of: $1))
        $0.formUnion(folds(of: $1.uppercased()))
    }

    /// The looks of a name, with nothing in them but letters and digits: what decorates a reserved
    /// name does not make another of it.
    private static func folds(of name: String) -> Set<String> {
        Set(
            ConfusableSkeleton(of: name).looks.map { look in
                String(String.UnicodeScalarView(look.unicodeScalars.filter { $0.properties.isLetterOrDigit }))
            })
    }

    /// Digits and signs that are written for letters. They count for reserved names only: `b0b4`
    /// may well be beside `boba`.
    private static let digitsAsLetters: [Unicode.Scalar: Unicode.Scalar] = [
        "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s", "!": "i", "|": "i",
    ]
}

extension Unicode.Scalar.Properties {
    fileprivate var isLetterOrDigit: Bool {
        switch generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            true
        default: false
        }
    }
}
