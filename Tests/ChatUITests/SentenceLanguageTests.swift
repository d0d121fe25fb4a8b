import ChatModel
import Foundation
import Testing

@testable import ChatUI

/// What follows from the language of the sentences.
struct SentenceLanguageTests {
    private func language(_ tag: String) throws -> ChatModel.Language {
        let bytes = Array(#"{"tag": "\#(tag)", "sentences": []}"#.utf8)
        return try ChatModel.Language(json: bytes)
    }

    @Test func `dates are in the language of the sentences, with the system's region`() {
        let system = Locale(identifier: "en_GB")
        let german = system.inLanguage("de")
        #expect(german.language.languageCode == "de" && german.region == "GB")
        let at = Date(timeIntervalSince1970: 1_774_778_400)
        #expect(at.formatted(Date.FormatStyle(locale: german, timeZone: .gmt).month(.wide)) == "März")
    }

    @Test func `a locale in the language stays as it is`() {
        let system = Locale(identifier: "de_AT")
        #expect(system.inLanguage("de") == system)
        #expect(system.inLanguage("de-CH") == system)
    }

    @Test func `a tag with a region has its own`() {
        let locale = Locale(identifier: "en_GB").inLanguage("pt-BR")
        #expect(locale.language.languageCode == "pt" && locale.region == "BR")
    }

    @Test func `Hebrew is written from right to left`() throws {
        #expect(try language("he").isRightToLeft)
        #expect(try !language("de").isRightToLeft && !ChatModel.Language.english.isRightToLeft)
    }

    @Test func `mirrored corners are exchanged from side to side`() {
        let corners = BubbleCorners(topLeading: 1, topTrailing: 2, bottomLeading: 3, bottomTrailing: 4)
        #expect(
            corners.mirrored == BubbleCorners(topLeading: 2, topTrailing: 1, bottomLeading: 4, bottomTrailing: 3))
        #expect(corners.mirrored.mirrored == corners)
    }

    @Test func `a language that is read from right to left is another look of every row`() {
        var look = RowLook()
        look.isRightToLeft = true
        #expect(look != RowLook())
    }
}
