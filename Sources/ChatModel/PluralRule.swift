/// Which form of a sentence a language uses for a number of things (Unicode CLDR, “Language Plural
/// Rules”, cardinal numbers, as far as whole numbers need them).
enum PluralRule: Sendable {
    /// The forms that a translation may have. Each has at least `other`.
    enum Form: String, CaseIterable, Sendable { case zero, one, two, few, many, other }

    /// Japanese, Chinese, Korean, Vietnamese, Thai, Indonesian, Malay.
    case same
    /// One thing is `one`: English, German, and most others.
    case one
    /// None and one are `one`: French, Portuguese.
    case zeroOrOne
    case hebrew, arabic, polish
    /// Czech, Slovak.
    case czech
    /// Russian, Ukrainian, Belarusian.
    case russian

    /// The rule of a language by its tag, such as `de` or `pt-BR`.
    init(tag: String) {
        switch tag.split(separator: "-").first ?? "" {
        case "ja", "zh", "ko", "vi", "th", "id", "ms": self = .same
        case "fr", "pt": self = .zeroOrOne
        case "he": self = .hebrew
        case "ar": self = .arabic
        case "pl": self = .polish
        case "cs", "sk": self = .czech
        case "ru", "uk", "be": self = .russian
        default: self = .one
        }
    }

    /// The form for `count` things.
    func form(for count: Int) -> Form {
        let (tens, units) = (count % 100, count % 10)
        let isTeen = (11...14).contains(tens)
        switch self {
        case .same: return .other
        case .one: return count == 1 ? .one : .other
        case .zeroOrOne: return count < 2 ? .one : .other
        case .hebrew: return count == 1 ? .one : count == 2 ? .two : .other
        case .arabic:
            switch count {
            case 0: return .zero
            case 1: return .one
            case 2: return .two
            default: return (3...10).contains(tens) ? .few : tens > 10 ? .many : .other
            }
        case .polish:
            if count == 1 { return .one }
            return (2...4).contains(units) && !isTeen ? .few : .many
        case .czech: return count == 1 ? .one : (2...4).contains(count) ? .few : .other
        case .russian:
            if units == 1, !isTeen { return .one }
            return (2...4).contains(units) && !isTeen ? .few : .many
        }
    }
}
