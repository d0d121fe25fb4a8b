import ChatWire

/// The language of the sentences that a client shows.
///
/// The sources are English. Another language is a table of translations, which
/// `Scripts/languages.py` makes of `Languages/TAG.json`. What a table lacks is shown in English.
public struct Language: Sendable {
    /// What the sources are written in.
    public static let english = Language(tag: "en")

    /// The tag of BCP 47: `en`, `de`, `he`.
    public let tag: String
    /// Whether it is written from right to left.
    public var isRightToLeft: Bool { ["ar", "fa", "he", "ur"].contains(tag.prefix { $0 != "-" }) }
    private let plural: PluralRule
    private var texts: [String: [PluralRule.Form: String]] = [:]

    private init(tag: String) { (self.tag, plural) = (tag, PluralRule(tag: tag)) }

    /// Reads a table:
    /// `{"tag": "de", "sentences": [{"of": "%@ left", "other": "%@ ist gegangen"}]}`. A sentence
    /// about a number of things has more forms of it than `other`: `zero`, `one`, `two`, `few`,
    /// `many`. Martlet has the plural rules of Arabic, Belarusian, Czech, French, Hebrew, Polish,
    /// Portuguese, Russian, Slovak and Ukrainian, and of Chinese, Indonesian, Japanese, Korean,
    /// Malay, Thai and Vietnamese, which have one form. Every other language has the rule of
    /// English: `one` for 1, and `other`.
    ///
    /// Throws error 101 if it is not such an object.
    public init(json: [UInt8]) throws(WireError) {
        // The object refers to the bytes, which stay in their place only within the closure.
        self = try json.withUnsafeBufferPointer { buffer throws(WireError) in try Language(JSONObject(buffer)) }
    }

    /// Reads a table that is part of another object.
    package init(_ object: JSONObject) throws(WireError) {
        self.init(tag: try object.string("tag"))
        let sentences = try object.objects("sentences") { sentence throws(WireError) in
            var forms: [PluralRule.Form: String] = [.other: try sentence.string("other")]
            forms[.zero] = try sentence.optionalString("zero")
            forms[.one] = try sentence.optionalString("one")
            forms[.two] = try sentence.optionalString("two")
            forms[.few] = try sentence.optionalString("few")
            forms[.many] = try sentence.optionalString("many")
            return (try sentence.string("of"), forms)
        }
        for (key, forms) in sentences { texts[key] = forms }
    }

    /// The sentence in this language.
    public func text(of sentence: Sentence) -> String {
        guard let translation = texts[sentence.key]?[.other] else { return sentence.english }
        return Sentence.filled(translation, with: sentence.values)
    }

    /// The sentence about `count` things. A table has all its forms under the key of `other`.
    public func text(of count: Int, one: Sentence, other: Sentence) -> String {
        guard let forms = texts[other.key] else { return (count == 1 ? one : other).english }
        return Sentence.filled(forms[plural.form(for: count)] ?? forms[.other] ?? other.key, with: other.values)
    }

    /// What to tell the user about a refusal. Servers and the rules of ``ChatWire`` give reasons in
    /// English. A table has a sentence for each of their numbers instead, under `#120`.
    public func text(of error: WireError) -> String {
        texts["#\(error.code.rawValue)"]?[.other] ?? error.text
    }

    /// The language of this process; English at first.
    public static var current: Language { shared }

    /// Makes the language that of this process. Call it once, before the first chat is made: what
    /// has been said is not said again.
    public static func use(_ language: Language) { shared = language }

    /// Nothing reads it while ``use(_:)`` writes it, as that is called before anything is shown.
    nonisolated(unsafe) private static var shared = english
}

extension WireError {
    /// The same refusal, in the language of this process. For what comes from the server or from
    /// the rules of ``ChatWire``: errors of this module are made in that language.
    package var translated: WireError {
        var text = Language.current.text(of: self)
        // The English of the server says how long to wait, and why. A translation knows neither.
        guard text != self.text else { return self }
        if let retry, retry >= Limits.waitSaid {
            let wait = Sentences.seconds(WaitingTime(milliseconds: retry).seconds)
            text += " " + localized("Possible again in \(wait).")
        }
        if let reason { text += " " + localized("The reason: \(reason)") }
        return WireError(code, text, retry: retry, reason: reason)
    }
}

/// The sentence in the language of this process. Without values: most have none.
@inline(never)
package func localized(_ sentence: StaticString) -> String { Language.current.text(of: Sentence(sentence)) }

/// The sentence in the language of this process.
@_disfavoredOverload @inline(never)
package func localized(_ sentence: Sentence) -> String { Language.current.text(of: sentence) }

/// The sentence that addresses the user, or the one about somebody else. Languages have other verbs
/// for the two.
@inline(never)
package func localized(_ isUser: Bool, you: Sentence, other: Sentence) -> String {
    localized(isUser ? you : other)
}

/// The sentence about `count` things, in the language of this process.
@inline(never)
package func localized(_ count: Int, one: Sentence, other: Sentence) -> String {
    Language.current.text(of: count, one: one, other: other)
}
