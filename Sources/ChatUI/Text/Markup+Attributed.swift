import ChatModel
import Foundation

extension [Markup.Span] {
    /// For `Text`, which draws links, emphasis and inline code.
    public var attributed: AttributedString {
        var whole = AttributedString()
        for span in self {
            var part = AttributedString(span.text)
            part.link = span.link.flatMap { URL(string: $0) }
            #if canImport(Darwin)
                if !span.style.isEmpty { part.inlinePresentationIntent = span.style.intent }
            #endif
            whole += part
        }
        return whole
    }
}

#if canImport(Darwin)
    extension Markup.Style {
        fileprivate var intent: InlinePresentationIntent {
            var intent: InlinePresentationIntent = []
            if contains(.bold) { intent.insert(.stronglyEmphasized) }
            if contains(.italic) { intent.insert(.emphasized) }
            if contains(.struck) { intent.insert(.strikethrough) }
            if contains(.code) { intent.insert(.code) }
            return intent
        }
    }
#endif
