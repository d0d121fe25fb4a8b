import Foundation

/// The path of a dropped file, as terminals paste it: with backslashes, in quotes, or as an
/// address.
enum PastedPath {
    /// The path that a text stands for: `a\ b`, `'a b'`, `"a b"` and `file:///a%20b` are all one.
    static func path(_ text: String) -> String { address(text) ?? quoted(text) ?? unescaped(text) }

    /// The path of `file:///PATH` or `file://HOST/PATH`; `nil` for another text.
    private static func address(_ text: String) -> String? {
        let scheme = "file://"
        guard text.lowercased().hasPrefix(scheme) else { return nil }
        let path = text.dropFirst(scheme.count).drop { $0 != "/" }
        return path.isEmpty ? nil : String(path).removingPercentEncoding
    }

    /// What a shell makes of a text in quotes, such as `'it'\''s'`; `nil` if it does not begin with
    /// a quote, or a quote is left open. In other texts a quote is a part of the name.
    private static func quoted(_ text: String) -> String? {
        guard text.hasPrefix("'") || text.hasPrefix("\"") else { return nil }
        var (path, quote): (String, Character?) = ("", nil)
        var rest = text[...]
        while let character = rest.popFirst() {
            if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            } else if character == "\\", quote == nil || quote == "\"" && "\"\\$`".contains(rest.first ?? " ") {
                if let escaped = rest.popFirst() { path.append(escaped) }
            } else {
                path.append(character)
            }
        }
        return quote == nil ? path : nil
    }

    /// `\x` is `x`. A backslash at the end stays.
    private static func unescaped(_ text: String) -> String {
        var (path, rest) = ("", text[...])
        while let character = rest.popFirst() {
            path.append(character == "\\" ? rest.popFirst() ?? character : character)
        }
        return path
    }
}
