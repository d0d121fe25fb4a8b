import ChatTesting
import ChatWire
import Testing

@testable import ChatRooms

/// The operator's filter list.
@Suite struct FilterListTests {
    private static let list = """
        # What nobody sells here
        casino
        Hamburg steak   # a phrase
        viagr*
        *poker*
        водка
        赌场
        link:example.com
        link:bad.test/promo
        """

    private let filter = try? FilterList(list)

    private func matches(_ text: String) -> Bool { filter?.verdict(of: text) == .refused }

    @Test func `an entry with hold: holds, and refusing wins`() throws {
        let list = try FilterList("hold:bitcoin\nhold: buy now \nhold:link:example.org\ncasino\nhold:casino\n")
        #expect(list.count == 5)
        for text in ["B1tcoin", "buy NOW", "see www.example.org/x"] {
            #expect(list.verdict(of: text) == .held, "\(text)")
        }
        for text in ["casino", "bitcoin in the casino", "casino, bitcoin"] {
            #expect(list.verdict(of: text) == .refused, "\(text)")
        }
        #expect(list.verdict(of: "hold on") == .allowed)
        for entry in ["hold:", "hold:*", "hold:link:", "hold:link:example"] {
            #expect(throws: FilterList.Fault.self, "\(entry)") { try FilterList(entry) }
        }
    }

    @Test func `an escape in a payload hides nothing`() throws {
        let list = try FilterList("casino\nkasino")
        for data in [#"{"label":"\u0063asino"}"#, #"["a","c\u0061sino"]"#, #""\u006Basino""#] {
            let mutation = Mutation.message(text: "", payload: Payload(type: "martlet.location", data: data))
            #expect(mutation.shownTexts.contains { list.verdict(of: $0) == .refused }, "\(data)")
        }
        let other = Mutation.message(text: "", payload: Payload(type: "x", data: #"{"label":"a \\u0063asin"}"#))
        #expect(!other.shownTexts.contains { list.verdict(of: $0) == .refused })
    }

    @Test func `entries are read`() { #expect(filter?.count == 8) }

    @Test(arguments: ["\n", "\r\n", "\r"]) func `lines end as they do anywhere`(_ end: String) throws {
        let filter = try FilterList(["# a list", "casino", "", "*poker*"].joined(separator: end))
        #expect(filter.count == 2 && filter.verdict(of: "casino") == .refused)
        #expect(filter.verdict(of: "pokers") == .refused && filter.verdict(of: "a list") == .allowed)
        let fault = #expect(throws: FilterList.Fault.self) { try FilterList("casino\(end)*\(end)") }
        #expect(fault?.line == 2)
    }

    @Test(arguments: [
        "casino", "Casino!", "a CASINO, please", "(casino)", "play\ncasino\ttoday", "hamburg  steak", "Hamburg-steak",
        "viagra", "viagral", "onlinepoker", "pokers", "POKER", "водка", "ВОДКА", "водка!", "赌场", "en 赌场 y",
        "ｃａｓｉｎｏ", "𝐜𝐚𝐬𝐢𝐧𝐨", "ⓒⓐⓢⓘⓝⓞ", "ᴄᴀsɪɴᴏ", "cаsіnо", "CАSІNО", "ca\u{200B}si\u{200D}no",
        "c\u{AD}asino", "cas\u{301}ino", "càsïñô", "c\u{202E}asino", "cas1no", "c@sino", "ca$ino", "cas|no", "cas!no",
        "c4s1n0", "c a s i n o", "c. a. s. i. n. o.", "c.a.s.i.n.o", "c-a-s-i-n-o", "ca.si-no", "ca_sino",
        "c*a*s*i*n*o",
        "ca🎰sino", "casiiiino", "ccccasino", "caaasiiinooo", "c a s i n o !", "p o k e r", "cаsіnо!!!",
    ])
    func `what a reader takes for a word is that word`(_ text: String) { #expect(matches(text)) }

    @Test(arguments: [
        "", " ", "cashier", "casinos", "uncasino", "cas", "no", "Hamburg", "steak from Hamburg", "hamburger steak",
        "via gras", "vodka", "pok er", "4321", "100 000", "example", "example com", "exam.ple.com", "my-example.com",
        "example.company", "notexample.com", "bad.test", "https://bad.test/other", "a\u{301}", "🎰🎰🎰", "\u{200B}",
    ])
    func `nothing else is`(_ text: String) { #expect(!matches(text)) }

    @Test(arguments: [
        "example.com", "https://example.com", "see http://www.example.com/page?x=1.", "EXAMPLE.COM", "example.com.",
        "(example.com)", "//example.com:8080/", "me@example.com", "ехаmple.com", "example[.]com", "example。com",
        "hxxps://a.b.example[.]com/", "ex\u{200B}ample.com", "bad.test/promo", "https://x.bad.test/promotion/7",
    ])
    func `links are found in any address`(_ text: String) { #expect(matches(text)) }

    @Test(arguments: ["a", "*", "*a*", "link:", "link:com", "link:.", "!!!", "\u{200B}\u{200B}"])
    func `an entry that would match nearly everything is refused with its line`(_ entry: String) {
        #expect(throws: FilterList.Fault.self) { try FilterList("casino\n\(entry)\n") }
        do { _ = try FilterList("casino\n\(entry)\n") } catch { #expect(error.line == 2) }
    }

    @Test func `a list is bounded`() throws {
        let most = (0..<Limits.filterEntries).map { "word\($0)" }
        #expect(try FilterList(most.joined(separator: "\n")).count == Limits.filterEntries)
        #expect(throws: FilterList.Fault.self) { try FilterList((most + ["more"]).joined(separator: "\n")) }
        #expect(throws: FilterList.Fault.self) {
            try FilterList(String(repeating: "x", count: Limits.filterEntryBytes + 1))
        }
    }

    @Test func `an empty list refuses nothing`() throws {
        #expect(try FilterList("# nothing\n\n").verdict(of: "casino") == .allowed)
    }

    /// The automaton finds what a search for each phrase finds.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func `phrases are found as by looking for each`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func word(_ most: Int) -> [UInt32] {
            (0..<Int.random(in: 1...most, using: &random)).map { _ in UInt32.random(in: 0..<3, using: &random) }
        }
        let phrases = (0..<Int.random(in: 1...8, using: &random)).map { _ in word(6) }
        let matcher = PhraseMatcher(phrases)
        for _ in 0..<200 {
            let text = word(20)
            let isThere = phrases.contains { phrase in
                text.indices.contains { text[$0...].starts(with: phrase) }
            }
            #expect(matcher.matches(text) == isThere)
        }
    }

    /// Changes the letters of a word in several ways, one after the other.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func `a word is found however it is disguised`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var letters = Array("casino").map(String.init)
        let looks: [String: [String]] = [
            "c": ["с", "ｃ", "𝒄", "C"], "a": ["а", "@", "4", "á"], "s": ["$", "5", "ѕ", "š"], "i": ["1", "!", "і", "|"],
            "n": ["ñ", "ｎ", "N"], "o": ["0", "о", "ö", "O"],
        ]
        let between = ["", "", ".", "-", "_", " "].randomElement(using: &random) ?? ""
        // An end that is a sign could be punctuation, and a digit by itself a number.
        for index in letters.indices.dropLast() where Bool.random(using: &random) {
            let look = looks[letters[index]]?.randomElement(using: &random) ?? letters[index]
            if between != " " || !"@45$1!|0".contains(look) { letters[index] = look }
        }
        for index in letters.indices where Int.random(in: 0..<4, using: &random) == 0 {
            letters[index] += ["\u{200B}", "\u{301}", "\u{2060}", "\u{FE0F}"].randomElement(using: &random) ?? ""
        }
        let text = "well, " + letters.joined(separator: between) + " it is"
        #expect(matches(text), "\(text.debugDescription)")
    }
}
