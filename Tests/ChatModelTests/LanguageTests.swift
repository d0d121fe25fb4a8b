import ChatLanguages
import ChatModel
import ChatWire
import Testing

@Suite("Sentences in the user's language")
struct LanguageTests {
    private let german = Translations.language(among: ["de-CH"])
    private let hebrew = Translations.language(among: ["he"])

    @Test("English is what the source says")
    func english() {
        let (name, count) = ("ann", 3)
        #expect(Language.english.text(of: "\(name) left \(count) rooms at 100 %") == "ann left 3 rooms at 100 %")
        #expect(Language.english.text(of: 1, one: "1 person", other: "\(1) people") == "1 person")
        #expect(Language.english.text(of: 0, one: "1 person", other: "\(0) people") == "0 people")
    }

    @Test("A sentence is found by its English, with places for its values")
    func keys() {
        let (name, room) = ("ann", "Tea")
        let sentence: Sentence = "\(name) named the room “\(room)”"
        #expect(sentence.key == "%@ named the room “%@”")
        #expect(sentence.values == ["ann", "Tea"])
        #expect(sentence.english == "ann named the room “Tea”")
    }

    @Test("What a value says is never taken for a place")
    func values() {
        let (name, room) = ("%@ %1$@ %", "100 %")
        #expect(Language.english.text(of: "\(name) named the room “\(room)”") == "%@ %1$@ % named the room “100 %”")
    }

    @Test("A translation may have another order, and says what it lacks in English")
    func order() throws {
        let table = try language(
            #"{"tag": "fr", "sentences": [{"of": "%@ in %@", "other": "%2$@ : %1$@"}, {"of": "%@ of %@", "other": "%9$@ %3"}]}"#
        )
        let (one, two) = ("a", "b")
        #expect(table.text(of: "\(one) in \(two)") == "b : a")
        #expect(table.text(of: "\(one) at \(two)") == "a at b")
        // A damaged translation leaves out what it has no value for.
        #expect(table.text(of: "\(one) of \(two)") == " %3")
    }

    @Test("Numbers have the plural forms of CLDR")
    func plurals() throws {
        let forms = #""zero": "zero", "one": "one", "two": "two", "few": "few", "many": "many", "other": "other""#
        func texts(_ tag: String, _ counts: [Int]) throws -> [String] {
            let table = try language(#"{"tag": "\#(tag)", "sentences": [{"of": "%@ rooms", \#(forms)}]}"#)
            return counts.map { table.text(of: $0, one: "1 room", other: "\($0) rooms") }
        }
        #expect(try texts("de", [0, 1, 2, 11]) == ["other", "one", "other", "other"])
        #expect(try texts("fr-CA", [0, 1, 2]) == ["one", "one", "other"])
        #expect(try texts("ja", [1]) == ["other"])
        #expect(try texts("he", [0, 1, 2, 3, 20]) == ["other", "one", "two", "other", "other"])
        #expect(
            try texts("ar", [0, 1, 2, 3, 10, 11, 99, 100, 102, 103]) == [
                "zero", "one", "two", "few", "few", "many", "many", "other", "other", "few",
            ])
        #expect(try texts("pl", [1, 2, 5, 12, 21, 22]) == ["one", "few", "many", "many", "many", "few"])
        #expect(try texts("cs", [1, 2, 5, 22]) == ["one", "few", "other", "other"])
        #expect(try texts("ru", [1, 2, 5, 11, 12, 21, 22]) == ["one", "few", "many", "many", "many", "one", "few"])
    }

    @Test("The first preferred language that there is is chosen")
    func choice() {
        #expect(Translations.language(among: ["fr", "de-AT", "he"]).tag == "de")
        #expect(Translations.language(among: ["iw-IL", "de"]).tag == "he")
        #expect(Translations.language(among: ["en-GB", "de"]).tag == "en")
        #expect(Translations.language(among: ["fr"]).tag == "en")
        #expect(Translations.language(among: []).tag == "en")
    }

    @Test("Every language has the sentences of the other one")
    func tables() {
        let name = "ann"
        for language in [german, hebrew] {
            #expect(language.text(of: "\(name) is typing") != "ann is typing")
            #expect(language.text(of: "\(name) is typing").contains("ann"))
        }
        #expect(
            german.text(of: 1, one: "1 person", other: "\(1) people")
                != german.text(of: 2, one: "1 person", other: "\(2) people"))
    }

    @Test("A refusal of the server is told by its number")
    func refusals() {
        let error = WireError(.nameTaken, "Somebody else has this name.")
        #expect(Language.english.text(of: error) == error.text)
        for language in [german, hebrew] {
            for code in WireError.Code.all { #expect(language.text(of: WireError(code, "English")) != "English") }
            #expect(language.text(of: WireError(.init(rawValue: 9_999), "English")) == "English")
        }
    }

    private func language(_ json: String) throws -> Language { try Language(json: Array(json.utf8)) }
}
