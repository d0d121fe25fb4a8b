import ChatWire

extension NameRule {
    /// Why a server lets nobody choose the name `name`: ``check(_:)``, and that it must neither
    /// look like a reserved name (`аdmin` with a Cyrillic а) nor be made of one (`Admin2`,
    /// `martlet-bot`).
    public static func refusal(of name: String) -> WireError? {
        refusal(ofGiven: name) ?? (ReservedLooks.isMadeOfOne(name) ? .nameReserved : nil)
    }

    /// Why a user may not have the name `name`, although somebody else gave it: ``check(_:)``, and
    /// that it must not look like a reserved name. The operator may call a program `support-bot`,
    /// and another system its user `Ann (Support)`.
    public static func refusal(ofGiven name: String) -> WireError? {
        check(name) ?? (ReservedLooks.contain(name) ? .nameReserved : nil)
    }
}

extension WireError {
    fileprivate static let nameReserved = WireError(
        .nameReserved, "This name looks like a reserved one: choose another.")
}

/// What reserved names look like: `аdmin` with a Cyrillic а, `martIet` with a capital i, `Adm1n`,
/// `★ admin ★`.
enum ReservedLooks {
    static func contain(_ name: String) -> Bool { !folds(of: name).isDisjoint(with: looks) }

    /// Whether a name is a reserved one with a number behind it, or has a word in it that claims an
    /// office (``officeLooks``), also in the plural.
    static func isMadeOfOne(_ name: String) -> Bool {
        let stem = withoutNumber(name.unicodeScalars[...])
        if !stem.isEmpty, stem.count < name.unicodeScalars.count, contain(String(stem)) { return true }
        return name.unicodeScalars.split { !$0.isOfWord }.contains { word in
            let folds = folds(of: String(withoutNumber(word)))
            return folds.contains { fold in
                officeLooks.contains(fold) || fold.hasSuffix("s") && officeLooks.contains(String(fold.dropLast()))
            }
        }
    }

    /// The name up to its last letter; empty if it has none.
    private static func withoutNumber(_ name: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        let end = name.lastIndex(where: \.isLetter)
        return end.map { name[...$0] } ?? name[name.startIndex..<name.startIndex]
    }

    private static let looks = looks(of: NameRule.reserved)

    /// The looks of those reserved names that say what somebody is. The others are common words and
    /// names: `Root Beer`, `All Stars`, `Nils`.
    private static let officeLooks = looks(of: [
        "system", "admin", "administrator", "moderator", "mod", "server", "martlet", "support",
    ])

    /// The looks of these names, in lower case and in capitals: some letters look alike in one case
    /// only.
    private static func looks(of names: [String]) -> Set<String> {
        names.reduce(into: []) {
            $0.formUnion(folds(of: $1))
            $0.formUnion(folds(of: $1.uppercased()))
        }
    }

    /// The looks of a name, reduced to letters and digits: decoration does not make another name of
    /// a reserved one. Digits that may be written for letters count as these letters.
    private static func folds(of name: String) -> Set<String> {
        Set(
            ConfusableSkeleton.looks(of: name, spelled: .everywhere).map { look in
                String(
                    String.UnicodeScalarView(
                        look.unicodeScalars.filter { $0.properties.isLetter || $0.properties.isDigit }))
            })
    }
}

extension Unicode.Scalar {
    fileprivate var isLetter: Bool { properties.isLetter || StyledLetters.plain(self) != nil }

    fileprivate var isOfWord: Bool { isLetter || properties.isDigit || properties.isMark }
}

extension Unicode.Scalar.Properties {
    fileprivate var isLetter: Bool {
        switch generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }

    fileprivate var isDigit: Bool {
        switch generalCategory {
        case .decimalNumber, .letterNumber, .otherNumber: true
        default: false
        }
    }
}
