import ChatModel
import Foundation

/// A message's text, split into parts that look different: prose with links and code, and code
/// blocks.
///
/// It takes one pass, so a hostile text costs no more than its length. Every character is shown as
/// written, except the back-ticks around code. There is no other markup.
public struct MessageText: Hashable, Sendable {
    /// A run of prose with one look.
    public enum Span: Hashable, Sendable {
        /// Text that is neither a link nor code.
        case plain(String)
        /// An address as written, and its URL.
        case link(String, URL)
        /// Inline code, without its back-ticks.
        case code(String)
    }

    /// A part of the text that is drawn below the part before it.
    public enum Block: Hashable, Sendable {
        /// Text between code blocks, with its links and inline code.
        case prose([Span])
        /// The text between two fences of three back-ticks, without the line breaks next to them.
        case code(String)
    }

    /// The parts, in the order of the text.
    public let blocks: [Block]

    /// Splits a text. Every text is valid.
    public init(_ text: String) {
        blocks = Fences.split(text).compactMap { part in
            switch part {
            case .code(let code): return .code(code)
            case .prose(let prose):
                let spans = Spans.split(prose)
                return spans.isEmpty ? nil : .prose(spans)
            }
        }
    }

    /// The links, in the order of the text.
    public var links: [URL] {
        var links: [URL] = []
        for case .prose(let spans) in blocks {
            for case .link(_, let url) in spans { links.append(url) }
        }
        return links
    }
}

extension MessageText.Span {
    /// The characters to draw; for a link, the address as written.
    public var text: String {
        switch self {
        case .plain(let text), .link(let text, _), .code(let text): text
        }
    }
}

extension [MessageText.Span] {
    /// For `Text`, which draws links and inline code.
    public var attributed: AttributedString {
        var whole = AttributedString()
        for span in self {
            var part = AttributedString(span.text)
            switch span {
            case .plain: break
            case .link(_, let url): part.link = url
            case .code:
                #if canImport(Darwin)
                    part.inlinePresentationIntent = .code
                #endif
            }
            whole += part
        }
        return whole
    }
}
