import ChatModel
import ChatWire

extension Markup {
    /// Writes the blocks, and the link whose page is shown below them.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("blocks")
        writer.beginArray()
        for block in blocks { block.write(to: &writer) }
        writer.endArray()
        writer.member("link", previewedLink)
        writer.endObject()
    }
}

extension Markup.Block {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .paragraph(let spans):
            writer.member("kind", "paragraph")
            spans.writeMember(to: &writer)
        case .quote(let spans):
            writer.member("kind", "quote")
            spans.writeMember(to: &writer)
        case .code(let text):
            writer.member("kind", "code")
            writer.member("text", text)
        case .list(let items):
            writer.member("kind", "list")
            writer.key("items")
            writer.beginArray()
            for item in items { item.write(to: &writer) }
            writer.endArray()
        }
        writer.endObject()
    }
}

extension Markup.Item {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("marker", marker)
        writer.member("level", UInt64(level))
        spans.writeMember(to: &writer)
        writer.endObject()
    }
}

extension [Markup.Span] {
    /// Writes `spans`: arrays of the text, the bits of the style and the link. What is plain is
    /// left out.
    fileprivate func writeMember(to writer: inout JSONWriter) {
        writer.key("spans")
        writer.beginArray()
        for span in self {
            writer.beginArray()
            writer.value(span.text)
            if !span.style.isEmpty || span.link != nil { writer.value(UInt64(span.style.rawValue)) }
            if let link = span.link { writer.value(link) }
            writer.endArray()
        }
        writer.endArray()
    }
}
