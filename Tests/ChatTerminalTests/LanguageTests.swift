import ChatCore
import ChatLanguages
import Testing

@testable import ChatTerminal

@Suite struct LanguageTests {
    @Test(arguments: [
        (["LANG": "de_DE.UTF-8"], "de"), (["LANG": "de"], "de"), (["LANG": "de_AT@euro"], "de"),
        (["LANG": "fr_FR.UTF-8"], "en"), (["LANG": "en_US.UTF-8"], "en"), (["LANG": "dez"], "en"), ([:], "en"),
        (["LC_ALL": "de_DE.UTF-8", "LANG": "en_US.UTF-8"], "de"), (["LC_ALL": "", "LANG": "de_DE.UTF-8"], "de"),
        (["LC_MESSAGES": "de_DE.UTF-8", "LANG": "en_US.UTF-8"], "de"),
        (["LC_ALL": "en_US.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"], "en"),
        (["LC_TIME": "de_DE.UTF-8", "LANG": "en_US.UTF-8"], "en"),
    ])
    func `the language is that of the locale`(environment: [String: String], tag: String) {
        #expect(Language.ofTerminal(environment).tag == tag)
    }

    @Test(arguments: [["LC_ALL": "C"], ["LANG": "POSIX"], ["LANG": "C.UTF-8"], [:]])
    func `the C locale is English, also with LANGUAGE`(locale: [String: String]) {
        let environment = locale.merging(["LANGUAGE": "de"]) { one, _ in one }
        #expect(Language.ofTerminal(environment).tag == "en")
    }

    @Test(arguments: [
        ("de", "de"), ("de_AT:en", "de"), ("en:de", "en"), ("fr:de", "de"), ("fr:tr", "en"), ("", "en"), ("::de", "de"),
    ])
    func `GNU's list comes before the locale`(list: String, tag: String) {
        #expect(Language.ofTerminal(["LANG": "en_US.UTF-8", "LANGUAGE": list]).tag == tag)
    }

    @Test func `the locale is the last of the list`() {
        #expect(Language.tags(in: ["LANG": "pt_BR.UTF-8", "LANGUAGE": "de_AT:fr"]) == ["de-AT", "fr", "pt-BR"])
    }

    @Test func `a language that is written from right to left gives way to the next one`() {
        #expect(Translations.language(among: ["he"]).isRightToLeft)
        #expect(!Translations.language(among: ["de"]).isRightToLeft)
        #expect(Language.ofTerminal(["LANG": "he_IL.UTF-8"]).tag == "en")
        #expect(Language.ofTerminal(["LANG": "he_IL.UTF-8", "LANGUAGE": "he:de"]).tag == "de")
    }
}

@Suite struct PanelTests {
    private static func rows(_ panel: Panel, width: Int) -> [String] {
        panel.lines.flatMap { panel.shown($0, width: width) }.map(\.text)
    }

    @Test func `English help fits into the smallest window`() {
        let rows = Self.rows(.help, width: 58)
        #expect(rows.count == Panel.help.lines.count)
        #expect(rows.contains("Enter            send the message"))
        #expect(rows.contains("/link [END] [PEOPLE] make an invite link"))
        #expect(rows.contains("/kick NAME [REASON]  remove a person from the group"))
        #expect(rows.contains("/mute NAME [TIME] [REASON] keep a person from writing"))
        #expect(rows.contains("//TEXT               send a text that begins with /"))
        #expect(rows.contains { $0.hasSuffix("-\u{A0}remove a reaction   s\u{A0}save the file") })
        #expect(["▌  you wrote it", "✓  somebody has read it"].allSatisfy(rows.contains))
        #expect(rows.contains { $0.hasSuffix(" t\u{A0}try again  x\u{A0}discard  g\u{A0}go to answered") })
    }

    @Test func `the columns are as wide as their words, and long text goes on in its column`() {
        var panel = Panel(title: "", lines: [])
        panel.lines = Panel.columns([("Entrée", "envoyer le message écrit"), ("↑", "x")])
        #expect(
            Self.rows(panel, width: 20) == ["Entrée  envoyer le ", "        message ", "        écrit", "↑       x"])
    }

    @Test func `a list without entries says so on as many lines as that takes`() {
        var panel = Panel(title: "", lines: [])
        panel.fill([], empty: "one two three")
        #expect(Self.rows(panel, width: 10) == ["one two ", "three"])
    }

    @Test func `a page of long lines leaves no line out`() {
        var panel = Panel(title: "", lines: [])
        panel.lines = Panel.columns((1...9).map { ("\($0)", "one two three") })
        // Each line takes two of the six.
        panel.move(by: panel.page(1, height: 6, width: 10), height: 6, width: 10)
        #expect(panel.position == 3)
        panel.move(by: panel.page(-1, height: 6, width: 10), height: 6, width: 10)
        #expect(panel.position == 0)
    }

    @Test func `the last line of a list of long lines can be reached`() {
        var panel = Panel(title: "", lines: [])
        panel.lines = Panel.columns((1...9).map { ("\($0)", "one two three") })
        panel.move(by: 100, height: 6, width: 10)
        // Each line takes two of the six.
        #expect(panel.position == 6)
        panel.move(by: -100, height: 6, width: 10)
        #expect(panel.position == 0)
    }
}
