import ChatModel

/// The languages that Martlet's clients come with.
///
/// An app with other translations makes a ``ChatModel/Language`` of them by itself.
public enum Translations {
    /// The first of the preferred languages that has a translation; English if none has one.
    ///
    /// - Parameter preferred: tags of BCP 47, such as `de-CH`, the most wanted first
    public static func language(among preferred: [String]) -> Language {
        for tag in preferred {
            switch tag.lowercased().split(separator: "-").first {
            case "en": return .english
            case "de": return language(german)
            case "he", "iw": return language(hebrew)
            default: continue
            }
        }
        return .english
    }

    private static func language(_ table: StaticString) -> Language {
        let json = Array(UnsafeBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount))
        // A test reads every table, so this does not fail.
        return (try? Language(json: json)) ?? .english
    }
}
