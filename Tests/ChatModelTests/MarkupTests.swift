import Testing

@testable import ChatModel

@Suite struct MarkupTests {
    private typealias Span = Markup.Span

    /// The spans of a text that is one paragraph.
    private func spans(_ text: String) -> [Markup.Span] {
        let blocks = Markup(text).blocks
        guard blocks.count == 1, case .paragraph(let spans) = blocks[0] else { return [] }
        return spans
    }

    @Test func `marks around words give them a look, also one in another`() {
        #expect(
            spans("a *b* **c** ***d*** _e_ ~~f~~ **g *h* i**") == [
                Span("a "), Span("b", .italic), Span(" "), Span("c", .bold), Span(" "), Span("d", [.bold, .italic]),
                Span(" "), Span("e", .italic), Span(" "), Span("f", .struck), Span(" "), Span("g ", .bold),
                Span("h", [.bold, .italic]), Span(" i", .bold),
            ])
        #expect(spans("(*so*), **yes**!").map(\.text) == ["(", "so", "), ", "yes", "!"])
        #expect(spans("你**好**吗") == [Span("你"), Span("好", .bold), Span("吗")])
        #expect(spans("**two words**\n*and*") == [Span("two words", .bold), Span("\n"), Span("and", .italic)])
    }

    @Test(arguments: [
        "2 * 3 * 4", "a*b*c", "snake_case_name", "__init__", "¯\\_(ツ)_/¯", "C:\\_a_", "**", "****", "*a", "a*",
        "** a **", "*a\nb*", "~a~", "\\*a*", "5* hotel*s", "*_*", "****a****", "a ` b\n` c", "``", "~~~~", "_", "1.",
        "-", "->", ">_<", "-5", "2026. ", "1234. a", "```", "a ``` b",
    ])
    func `what is no mark is shown as written`(text: String) {
        #expect(Markup(text).blocks == [.paragraph([Span(text)])])
    }

    @Test func `marks that overlap do not nest, and the inner one is text`() {
        #expect(spans("*a **b* c**") == [Span("a **b", .italic), Span(" c**")])
        #expect(spans("*a *b*") == [Span("*a "), Span("b", .italic)])
    }

    @Test func `code stands between back-ticks of one line, and nothing in it is a mark`() {
        #expect(spans("run `make *x*` now") == [Span("run "), Span("make *x*", .code), Span(" now")])
        #expect(spans("`http://a.example`") == [Span("http://a.example", .code)])
        #expect(spans("**`a`**") == [Span("a", [.bold, .code])])
    }

    @Test func `the name of a language behind the opening fence is not shown`() {
        for name in ["swift", "C++", "objective-c", "f#", "plist.xml"] {
            #expect(Markup("```\(name)\nlet a = 1\n```").blocks == [.code("let a = 1")], "\(name)")
        }
        #expect(Markup("```swift```").blocks == [.code("swift")])
        #expect(Markup("```swift\n\n```").blocks == [.code("swift")])
        #expect(Markup("```let a\nlet b```").blocks == [.code("let a\nlet b")])
        #expect(Markup("```\nswift\nlet a```").blocks == [.code("swift\nlet a")])
        #expect(Markup("```aLanguageOfTwentyOneB\nlet a```").blocks == [.code("aLanguageOfTwentyOneB\nlet a")])
    }

    @Test func `a block of code stands between fences`() {
        #expect(
            Markup("look:\n```\nlet a = 1\n  let b = `2`\n```\nfine").blocks == [
                .paragraph([Span("look:")]), .code("let a = 1\n  let b = `2`"), .paragraph([Span("fine")]),
            ])
    }

    @Test func `quotes and lists are lines, with formatting in them`() {
        #expect(
            Markup("> *a*\n> b\n\nc\n- d\n  * **e**\n• f\n1. g\n12) h\n\ni").blocks == [
                .quote([Span("a", .italic), Span("\nb")]),
                .paragraph([Span("c")]),
                .list([
                    .init("•", [Span("d")]), .init("•", level: 1, [Span("e", .bold)]), .init("•", [Span("f")]),
                    .init("1.", [Span("g")]), .init("12.", [Span("h")]),
                ]),
                .paragraph([Span("i")]),
            ])
        #expect(Markup("a\r\n- b").blocks == [.paragraph([Span("a")]), .list([.init("•", [Span("b")])])])
        #expect(Markup("          - a").blocks == [.list([.init("•", level: 3, [Span("a")])])])
        #expect(Markup("  indented\n\nmore").blocks == [.paragraph([Span("  indented\n\nmore")])])
    }

    @Test func `an address is a link without the punctuation of its sentence, and has no marks`() {
        #expect(
            spans("See https://swift.org/a_b_c, or (http://en.wikipedia.org/wiki/Martlet_(bird))! *https://a.b/*") == [
                Span("See "), Span("https://swift.org/a_b_c", link: "https://swift.org/a_b_c"), Span(", or ("),
                Span(
                    "http://en.wikipedia.org/wiki/Martlet_(bird)", link: "http://en.wikipedia.org/wiki/Martlet_(bird)"),
                Span(")! "), Span("https://a.b/", .italic, link: "https://a.b/"),
            ])
    }

    @Test(arguments: [
        ("www.example.org/a", "https://www.example.org/a"), ("WWW.example.org.", "https://WWW.example.org"),
        ("HTTP://EXAMPLE.ORG", "HTTP://EXAMPLE.ORG"), ("http://localhost:8080/?q=1", "http://localhost:8080/?q=1"),
        ("http://[::1]:80/a", "http://[::1]:80/a"), ("[http://[::1]]", "http://[::1]"),
        ("parts@example.org", "mailto:parts@example.org"), ("a b+c@mail.example.org.", "mailto:b%2Bc@mail.example.org"),
        ("https://example.org/straße?q=ü[1]#ö", "https://example.org/stra%C3%9Fe?q=%C3%BC%5B1%5D#%C3%B6"),
        ("https://example.org?a=b.", "https://example.org?a=b"),
    ])
    func `an address leads to its destination`(text: String, destination: String) {
        #expect(Markup(text).links == [destination])
    }

    @Test(arguments: [
        "https://bank.example@evil.example/", "https://", "http:///path", "xhttps://swift.org", "https://a..b/",
        "https://b\u{430}nk.example/", "https://ex%61mple.org", "https://a:b@c.example", "https://a.b:123456/",
        "https://a.b\\@c.d", "https://[/", "http://[]", "www.", "www.x", "www..", "a@b", "@ann", "a@b.c", "a@@b.cd",
        "user@www.bank.example@evil.example", "https://" + String(repeating: "a", count: 300),
    ])
    func `what seems to lead elsewhere, or nowhere, is no link`(text: String) {
        #expect(Markup(text).links == [])
        #expect(spans(text) == [Span(text)])
    }

    @Test func `a summary is one line without marks`() {
        #expect(MessageSummary.of("one\ntwo  ```\nlet a\n``` `x`") == "one two let a x")
        #expect(MessageSummary.of("**a**\n> b\n- c\n2. d") == "a b • c 2. d")
        #expect(MessageSummary.of("abcdef", limit: 3) == "abc…")
        #expect(MessageSummary.of("abc", limit: 3) == "abc")
    }

    /// Every character of a hostile text is in the result at most once. The texts are done at once;
    /// a quadratic reading of them would take minutes.
    @Test(arguments: [
        "`", "``", "```", "`a\n", "http://", "http://(", "http://a(", "http://a..b/(", "https://a.b ```", "http://[",
        ")",
        "h", "!", "*", "* ", "*a ", "*a", "a* ", "**a*", "_a ", "~~a ", "> ", "- a\n", "> a\n", "1. *a\n", "www.",
        "www.a.",
        "a@", "a.", "a_", "\n", "\\*",
    ])
    func `the longest hostile text costs no more than its length`(piece: String) {
        let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
        // A bullet of a list may be written with one byte, and is shown with three.
        let bullets = 3 * text.utf8.lazy.filter { $0 == 0x0A }.count + 3
        #expect(Markup(text).words.utf8.count <= text.utf8.count + bullets)
    }
}
