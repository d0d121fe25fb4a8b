import ChatTesting
import ChatWire
import Testing

@Suite struct `A search by words` {
    private let lobby = RoomName.lobby

    private func matches(_ search: String, _ title: String, topic: String = "") -> Bool {
        var settings = RoomSettings()
        settings.apply(SettingsChange(title: title, topic: topic))
        return WordSearch(search).matches(lobby, settings)
    }

    private func event(_ message: Message) -> Event {
        Event(
            seq: 1, id: EventID(high: 1, low: 1), at: 1, author: Author(user: UserID(high: 1, low: 1), name: "ann"),
            idempotencyKey: nil, content: .message(message))
    }

    @Test func `every word must begin a word of the room`() {
        #expect(matches("swift", "Swift on servers"))
        #expect(matches("serv swi", "Swift on servers"))
        #expect(matches("lob", "Swift"))
        #expect(!matches("wift", "Swift on servers"))
        #expect(!matches("swift java", "Swift on servers"))
        #expect(matches("java", "Swift", topic: "no Java here"))
    }

    @Test func `of many texts, one after the other is looked at until each word is found`() {
        // A word may be found in the room's name, and another in its title or topic.
        #expect(matches("lob tea wat", "Tea", topic: "leaves, water"))
        #expect(!matches("lob tea wate", "Tea", topic: "wat"))
        // Texts do not run into one another.
        #expect(!matches("lobbytea", "Tea"))
        #expect(!matches("teawater", "Tea", topic: "water"))
        #expect(matches("42", "room 42nd"))
        #expect(!matches("2nd", "room 42nd"))
        // Punctuation of ASCII, and what is no letter elsewhere, ends a word.
        #expect(matches("b", "a-b"))
        #expect(matches("b", "a…b"))
        #expect(!matches("b", "ab"))
    }

    @Test func `only so many bytes and words of it count`() {
        let nine = (1...9).map { "w\($0)" }.joined(separator: " ")
        #expect(matches(nine, (1...8).map { "w\($0)" }.joined(separator: " ")))
        #expect(matches("a" + String(repeating: " ", count: Limits.searchBytes) + "b", "a"))
        // Also where it is cut in the middle of a character.
        #expect(!matches(String(repeating: "a", count: Limits.searchBytes - 1) + "é", "a"))
    }

    @Test func `a message is found by its text and by its file`() {
        let file = Attachment(id: FileID(high: 1, low: 2), name: "Teapot manual.pdf", type: "application/pdf", size: 9)
        let message = Message(text: "Here it is, in German: Öl, Ärger", attachment: file)
        for words in ["her", "TEAPOT", "man her", "öl", "ol", "ÄR", "arg", "pdf"] {
            #expect(WordSearch(words).matches(event(message)))
        }
        for words in ["pot", "here it was", "ül"] { #expect(!WordSearch(words).matches(event(message))) }
    }

    @Test func `marks of Latin letters do not matter, composed or not`() {
        let message = Message(text: "Ein Cafe\u{301}, groß und schön, in Łódź; Ελλάδα")
        for words in ["café", "CAFE", "cafe\u{301}", "scho", "schön", "lodz", "ŁÓ", "groß", "ελλά"] {
            #expect(WordSearch(words).matches(event(message)), "\(words)")
        }
        for words in ["gros", "ελλα", "afe"] { #expect(!WordSearch(words).matches(event(message)), "\(words)") }
    }

    private func marked(_ search: String, _ text: String) -> String {
        var (marked, end) = ("", text.startIndex)
        for place in WordSearch(search).places(in: text) {
            marked += "\(text[end..<place.lowerBound])[\(text[place])]"
            end = place.upperBound
        }
        return marked + text[end...]
    }

    @Test func `the places of a text are the beginnings of words that match`() {
        #expect(marked("tea lea", "Tea leaves, no steam. TEA!") == "[Tea] [lea]ves, no steam. [TEA]!")
        #expect(marked("cafe", "Im Cafe\u{301}, im CAFÉ") == "Im [Cafe\u{301}], im [CAFÉ]")
        #expect(marked("lodz", "Łódź und İstanbul") == "[Łódź] und İstanbul")
        #expect(marked("i", "İstanbul") == "[İ]stanbul")
        #expect(marked("t tea", "teapot") == "[tea]pot", "the longest counts")
        #expect(marked("好 你好", "说你好") == "说[你好]", "places that overlap are one")
        #expect(marked("tea", "steam") == "steam")
        // Whole characters: pointed Hebrew, a vowel sign, and emoji of several scalars.
        #expect(marked("ש", "שָׁלוֹם") == "[שָׁ]לוֹם")
        #expect(marked("क", "किताब") == "[कि]ताब")
        #expect(marked("👍", "so 👍🏽") == "so [👍🏽]" && marked("❤", "❤️!") == "[❤️]!")
        #expect(marked("", "tea") == "tea")
    }

    @Test func `a text has places exactly if the search matches it`() {
        let texts = ["Here it is", "Ein Cafe\u{301}, groß", "ΟΔΟΣ ΟΔΟΣ", "Łódź", "说你好", "ǅ İ ﬁ", "a\u{301}b", "ẞ"]
        let words =
            texts.flatMap { $0.split(separator: " ").map(String.init) } + ["od", "cafe", "i", "ab", "ss", "οδος"]
        for text in texts {
            for word in words {
                let search = WordSearch(word)
                let isFound = search.matches(event(Message(text: text)))
                #expect(search.places(in: text).isEmpty != isFound, "\(word) in \(text)")
            }
        }
    }

    @Test func `the plain letters are those of the letters' names in Unicode`() throws {
        let beginning = "LATIN SMALL LETTER "
        for value in Array(0xC0...0x250) + Array(0x1DFF...0x1F00) as [UInt32] {
            let scalar = try #require(Unicode.Scalar(value))
            let name = scalar.properties.name ?? ""
            let letter = name.hasPrefix(beginning) ? name.dropFirst(beginning.count) : nil
            guard scalar.properties.lowercaseMapping == String(scalar) else { continue }
            let hasPlain = letter?.dropFirst().hasPrefix(" WITH ") == true
            let plain = letter?.prefix(1).lowercased() ?? ""
            let finds = { (word: String) in WordSearch(word).matches(self.event(Message(text: String(scalar)))) }
            for word in (UInt8(ascii: "a")...UInt8(ascii: "z")).map({ String(Unicode.Scalar($0)) }) {
                #expect(finds(word) == (hasPlain && word == plain), "\(word), U+\(String(value, radix: 16))")
            }
        }
    }

    /// Whether each word of the search begins a word of the text, where characters of a script
    /// without spaces each begin one.
    private func isFound(_ search: String, in text: String) -> Bool {
        func words(_ text: String) -> [String] {
            text.split(separator: " ").flatMap { run in
                run.indices.filter { $0 == run.startIndex || !run[$0].isASCII }.map { String(run[$0...]) }
            }
        }
        let all = words(text)
        return words(search).prefix(Limits.searchWords).allSatisfy { word in all.contains { $0.hasPrefix(word) } }
    }

    @Test func `in a script without spaces each character begins a word, of the text and of the search`() {
        var random = SeededGenerator(seed: 20_261_129)
        let letters: [Character] = ["你", "好", "a", " "]
        func text(upTo count: Int) -> String {
            let count = Int.random(in: 1...count, using: &random)
            return String((0..<count).map { _ in letters.randomElement(using: &random) ?? "a" })
        }
        var found = 0
        for _ in 0..<20_000 {
            let (search, text) = (text(upTo: 14), text(upTo: 60))
            let expected = isFound(search, in: text)
            #expect(WordSearch(search).matches([text]) == expected, "\(search) in \(text)")
            if expected { found += 1 }
        }
        #expect((2_000...18_000).contains(found))
    }

    @Test func `a word of a script without spaces is marked where all of it stands`() {
        #expect(marked("你好", "好吗，你好") == "好吗，[你好]")
    }

    @Test func `letters that are not looked up have no case, and are letters`() throws {
        for range in [0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0x4DBF, 0x4E00...0x9FFC, 0xAC00...0xD7A3] {
            for value in range {
                let properties = try #require(Unicode.Scalar(UInt32(value))).properties
                let isLetter = properties.generalCategory == .otherLetter
                guard isLetter, !properties.changesWhenLowercased else {
                    Issue.record("U+\(String(value, radix: 16))")
                    continue
                }
            }
        }
    }

    @Test func `a search for messages has a word`() {
        for words in ["tea", "a b", "水", "5"] { #expect(SearchRule.checkWords(words) == nil) }
        for words in ["", "  ", "!?", "\u{301}", "a\nb", String(repeating: "x", count: Limits.searchBytes + 1)] {
            #expect(SearchRule.checkWords(words)?.code == .badRequest)
        }
        #expect(SearchRule.checkWords("  ")?.text == "The search has no word.")
    }
}
