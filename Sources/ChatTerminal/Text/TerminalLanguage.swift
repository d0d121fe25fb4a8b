import ChatCore
import ChatLanguages

extension Language {
    /// The language of the full screen.
    ///
    /// A terminal shows a grid from left to right, and terminals differ in how they order text from
    /// right to left. A user of such a language gets the next one that they read, or English.
    ///
    /// - Parameter environment: the process's
    package static func ofTerminal(_ environment: [String: String]) -> Language {
        for tag in tags(in: environment) {
            let language = Translations.language(among: [tag])
            // Without a translation of the tag's language, this is English, too.
            let isWanted = language.tag.primarySubtag == tag.primarySubtag
            if isWanted, !language.isRightToLeft { return language }
        }
        return .english
    }

    /// The tags of the languages that the environment asks for, the most wanted first.
    ///
    /// The locale of messages is the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set and
    /// not empty (POSIX, 8.2). GNU's list `LANGUAGE` comes before it, unless the locale is `C`.
    package static func tags(in environment: [String: String]) -> [String] {
        let values = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
        guard let locale = values.first(where: { !$0.isEmpty }).flatMap(tag(ofLocale:)) else { return [] }
        return (environment["LANGUAGE"] ?? "").split(separator: ":").compactMap { tag(ofLocale: String($0)) } + [locale]
    }

    /// The tag of a locale: `pt-BR` of `pt_BR.UTF-8@euro`. `nil` for `C` and `POSIX`.
    private static func tag(ofLocale name: String) -> String? {
        let locale = name.prefix { $0 != "." && $0 != "@" }
        if locale.isEmpty || locale == "C" || locale == "POSIX" { return nil }
        return String(locale.map { $0 == "_" ? "-" : $0 })
    }
}

extension String {
    /// The language of a tag of BCP 47: `de` of `de-AT`.
    fileprivate var primarySubtag: String { prefix { $0 != "-" }.lowercased() }
}
