/// A message's text as it is shown: paragraphs, quotes, lists and code, with emphasis and links.
///
/// The text itself stays as it was written, also on the wire: the marks are a way to read it, the
/// same in every client (`docs/protocol.md`, "Formatting"). Every text is valid, and marks that
/// have no counterpart are shown as they are. Reading takes linear time, so a hostile text costs no
/// more than its length.
public struct Markup: Hashable, Sendable {
    /// The look of a span.
    public struct Style: OptionSet, Hashable, Sendable {
        /// One bit for each look.
        public let rawValue: UInt8

        /// Creates a style of these bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// `**bold**`
        public static let bold = Style(rawValue: 1)
        /// `*italic*` or `_italic_`
        public static let italic = Style(rawValue: 2)
        /// `~~struck through~~`
        public static let struck = Style(rawValue: 4)
        /// Text between two back-ticks of one line.
        public static let code = Style(rawValue: 8)
        /// The `@` and the name of a person: only ``Markup/markingMentions(of:)`` makes such spans.
        public static let mention = Style(rawValue: 16)
    }

    /// Text of one look, without its marks.
    public struct Span: Hashable, Sendable {
        /// The characters to show.
        public var text: String
        /// How they look.
        public var style: Style
        /// The address that they lead to: `http:`, `https:` or `mailto:`, with ASCII only.
        public var link: String?

        /// Creates a span.
        public init(_ text: String, _ style: Style = [], link: String? = nil) {
            self.text = text
            self.style = style
            self.link = link
        }
    }

    /// A line of a list.
    public struct Item: Hashable, Sendable {
        /// "•", or the number as written: "3."
        public var marker: String
        /// How far it is indented, 0 to 3.
        public var level: Int
        /// What it says.
        public var spans: [Span]

        /// Creates an item.
        public init(_ marker: String, level: Int = 0, _ spans: [Span]) {
            self.marker = marker
            self.level = level
            self.spans = spans
        }
    }

    /// A part that is shown below the part before it.
    public enum Block: Hashable, Sendable {
        /// Lines without a mark of their own. Line breaks are in the spans' texts.
        case paragraph([Span])
        /// Lines that begin with `> `.
        case quote([Span])
        /// Lines that begin with `- `, `* `, `• ` or a number, "1. " or "1) ".
        case list([Item])
        /// Text between two fences of three back-ticks, without the line breaks next to them.
        case code(String)
    }

    /// The parts, in the order of the text.
    public internal(set) var blocks: [Block]

    /// Reads a text.
    public init(_ text: String) {
        blocks = Fences.split(text).flatMap { part in
            switch part {
            case .code(let code): [Block.code(code)]
            case .prose(let prose): MarkupLines.blocks(of: prose)
            }
        }
    }

    /// The addresses that the text leads to, in its order.
    public var links: [String] { blocks.flatMap { $0.spans }.compactMap { $0.link } }

    /// The link whose page is shown below the message: the first web address outside of quotes.
    public var previewedLink: String? {
        for block in blocks {
            if case .quote = block { continue }
            for span in block.spans {
                if let link = span.link, !link.hasPrefix("mailto:") { return link }
            }
        }
        return nil
    }

    /// The text without marks. The lines of a list keep their numbers and bullets.
    public var words: String {
        var words = ""
        for block in blocks {
            if !words.isEmpty { words += "\n" }
            switch block {
            case .code(let code): words += code
            case .paragraph(let spans), .quote(let spans): for span in spans { words += span.text }
            case .list(let items):
                for (index, item) in items.enumerated() {
                    words += (index > 0 ? "\n" : "") + item.marker + " "
                    for span in item.spans { words += span.text }
                }
            }
        }
        return words
    }
}

extension Markup.Block {
    /// The spans of all lines; none for code.
    fileprivate var spans: [Markup.Span] {
        switch self {
        case .paragraph(let spans), .quote(let spans): spans
        case .list(let items): items.flatMap { $0.spans }
        case .code: []
        }
    }
}

extension [Markup.Span] {
    /// Joins texts of one look.
    mutating func add(_ span: Markup.Span) {
        guard !isEmpty, self[count - 1].style == span.style, self[count - 1].link == span.link else {
            if !span.text.isEmpty { append(span) }
            return
        }
        self[count - 1].text += span.text
    }
}
