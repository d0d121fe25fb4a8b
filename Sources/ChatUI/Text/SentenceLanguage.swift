import ChatModel
import Foundation

extension Locale {
    /// The system's settings, such as the region and 24 hours, in the language of the sentences
    /// that are shown (``ChatModel/Language/current``): a date within a sentence is in its
    /// language.
    public static var ofSentences: Locale { Locale.autoupdatingCurrent.inLanguage(ChatModel.Language.current.tag) }

    /// The same settings in the language with this tag of BCP 47.
    func inLanguage(_ tag: String) -> Locale {
        var wanted = Locale.Language.Components(identifier: tag)
        if language.languageCode == wanted.languageCode { return self }
        var settings = Locale.Components(locale: self)
        wanted.region = wanted.region ?? settings.languageComponents.region
        settings.languageComponents = wanted
        return Locale(components: settings)
    }
}

#if canImport(SwiftUI)
    import SwiftUI

    extension View {
        /// Lays the view out for the language of its sentences, and writes dates in it.
        ///
        /// Use it at the root of an app that has called ``ChatModel/Language/use(_:)``. Without it
        /// the layout follows the language in which the system runs the app.
        public func languageOfSentences() -> some View {
            environment(\.layoutDirection, Language.current.isRightToLeft ? .rightToLeft : .leftToRight)
                .environment(\.locale, Locale.ofSentences)
        }
    }
#endif
