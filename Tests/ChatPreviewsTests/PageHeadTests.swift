import ChatWire
import Testing

@testable import ChatPreviews

struct PageHeadTests {
    private func head(_ page: String, _ contentType: String = "text/html; charset=utf-8") -> PageHead {
        PageHead(Array(page.utf8), contentType: contentType)
    }

    @Test func `of a title that is endless, only the beginning is read`() {
        let head = head("<title>" + String(repeating: "&", count: 500_000) + "</title>")
        #expect(head.title?.utf8.count == Limits.previewTextBytes)
    }

    @Test func `a title and the named elements are read`() {
        let head = head(
            """
            <!DOCTYPE html><html lang=en><head>
            <meta charset="utf-8"><META NAME=description CONTENT='They sleep "on the wing".'>
            <meta content="Swifts never land" property="og:title" />
            <title>Swifts&nbsp;&amp;
               swallows</title></head><body><title>no</title>
            """)
        #expect(head.title == "Swifts & swallows")
        #expect(head.meta("og:title", "twitter:title") == "Swifts never land")
        #expect(head.meta("og:description", "description") == "They sleep \"on the wing\".")
        #expect(head.meta("og:image") == nil)
    }

    @Test func `the name of a tag ends at a slash`() {
        #expect(
            head("<script/src=a.js>document.write('<title>no</title>')</script><title/>Swifts</title>").title
                == "Swifts")
    }

    @Test func `the first element of a name counts, and an empty one does not`() {
        let head = head(
            """
            <meta property=og:title content=""><meta property=twitter:title content=One>
            <meta property=twitter:title content=Two>
            """)
        #expect(head.meta("og:title", "twitter:title") == "One")
    }

    @Test(arguments: [
        ("<!-- <title>no</title> --><title>yes</title>", "yes"),
        ("<!--><title>yes</title>-->", "yes"),
        ("<!---><title>yes</title>-->", "yes"),
        ("<!--[if !IE]><!--><title>yes</title><!--<![endif]-->", "yes"),
        ("<script>\"<title>no</title>\"</script><title>yes</title>", "yes"),
        ("<style><title>no</title></STYLE><title>yes</title>", "yes"),
        ("<a title='<title>no</title>'><title>yes</title>", "yes"),
        ("<title>one</title><title>two</title>", "one"),
        ("< title>no</ title><title>yes</title>", "yes"),
        ("<title>not closed", "not closed"),
        ("<body><title>no</title>", nil),
        ("</head><title>no</title>", nil),
        ("<!-- not closed <title>no</title>", nil),
        ("<script> not closed <title>no</title>", nil),
        ("<meta content=\"not closed <title>no</title>", nil),
        ("", nil), ("<", nil), ("<a", nil), ("<a =", nil), ("<a b=", nil), ("<a b=\"", nil), ("<!", nil), ("<!--", nil),
    ])
    func `only a title of the head counts`(_ page: String, _ title: String?) {
        #expect(head(page).title == title)
    }

    /// Each of these fills a page. A reader that looks at bytes twice would take hours.
    @Test(
        .timeLimit(.minutes(2)),
        arguments: [
            "<", "<a", "<a ", "<!--", "<!-- -", "-", "<title>", "<script>", "</", "<a b=\"", "<a =", "<a b",
            "<meta x='>",
            "&", "&a", "&#", "<title>&amp", "<meta name=a content=b>", "e\u{301}", "\u{301}", "\u{200D}",
        ])
    func `a hostile page is read once`(_ part: String) {
        let count = Limits.previewBytes / part.utf8.count
        let page = Array(String(repeating: part, count: count).utf8)
        let start = ContinuousClock.now
        let head = PageHead(page, contentType: "text/html")
        _ = PageHead(Array("<title>".utf8) + page, contentType: "text/html")
        #expect(head.meta("og:title") == nil)
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test func `a page has no more than 64 named elements and 32 attributes`() {
        let names = (0..<100).map { "<meta name=n\($0) content=x>" }.joined()
        #expect(head(names).meta("n63") == "x")
        #expect(head(names).meta("n64") == nil)
        let attributes = (0..<40).map { "a\($0)=1" }.joined(separator: " ")
        #expect(head("<meta name=n \(attributes) content=x>").meta("n") == nil)
    }

    @Test(arguments: [
        ("A &lt;b&gt; &quot;c&quot; &#39;d&#x27; &hellip; &euro;", "A <b> \"c\" 'd' … €"),
        ("&unknown; &amp &; &#; &#x; &#xD800; &#x110000; &&amp;", "&unknown; &amp &; &#; &#x; &#xD800; &#x110000; &&"),
        ("&#0;&#27;[31m&#8238;gnp.exe&#x202E;", "[31mgnp.exe"),
        ("  a\n\t b\u{2028}c  ", "a b c"),
        ("&#x1F468;\u{200D}\u{1F469}", "\u{1F468}\u{200D}\u{1F469}"),
    ])
    func `a text is one line without what can't be shown`(_ text: String, _ shown: String) {
        #expect(head("<title>\(text)</title>").title == shown)
    }

    @Test func `combining marks do not cover other lines`() throws {
        let marks = String(repeating: "\u{301}", count: 1_000)
        let title = try #require(head("<title>e\(marks)</title>").title)
        #expect(title.unicodeScalars.count == 1 + Limits.combiningRun)
    }

    @Test func `an encoding older than UTF-8 is read, if the header or the page names it`() {
        let page = Array("<title>caf".utf8) + [0xE9, 0x20, 0x80, 0x93] + Array("</title>".utf8)
        #expect(PageHead(page, contentType: "text/html; charset=iso-8859-1").title == "café €“")
        #expect(PageHead(page, contentType: "text/html; charset=utf-8").title == "caf\u{FFFD} \u{FFFD}\u{FFFD}")
        let named = Array("<META CHARSET='Windows-1252'>".utf8) + page
        #expect(PageHead(named, contentType: "text/html").title == "café €“")
        #expect(PageHead(named, contentType: "text/html; charset=utf-8").title != "café €“")
    }

    @Test func `a line has a maximum of characters, and of bytes`() {
        #expect(PreviewFetch.line("abc", limit: 3) == "abc")
        #expect(PreviewFetch.line("abcd", limit: 3) == "abc…")
        #expect(PreviewFetch.line("", limit: 3).isEmpty)
        let family = "\u{1F468}" + String(repeating: "\u{200D}\u{1F468}", count: 100_000)
        #expect(family.count == 1)
        #expect(PreviewFetch.line("a" + family, limit: 120) == "a…")
        #expect(PreviewFetch.line(family, limit: 120).isEmpty)
    }
}
