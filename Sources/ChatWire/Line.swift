/// A line from the server in the line protocol. It is exactly one line, with any name and any text.
public enum Line: Hashable, Sendable {
    /// A message in the lobby: `NAME:TEXT`.
    case message(name: String, text: String)
    /// Somebody has entered the lobby: `NAME has joined`.
    case joined(name: String)
    /// Somebody has left the lobby: `NAME has left`.
    case left(name: String)
    /// For its reader only.
    case notice(String)
    /// For its reader only: `martlet:error NUMBER: ` and the sentence of the error.
    case refusal(WireError)

    /// Appends the line and its line feed, in UTF-8.
    public func write(to bytes: inout [UInt8]) {
        switch self {
        case .message(let name, let text):
            Line.append(name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            Line.append(text, to: &bytes)
        case .joined(let name):
            Line.append(name, to: &bytes)
            bytes.append(contentsOf: " has joined".utf8)
        case .left(let name):
            Line.append(name, to: &bytes)
            bytes.append(contentsOf: " has left".utf8)
        case .notice(let text):
            bytes.append(contentsOf: "martlet:".utf8)
            Line.append(text, to: &bytes)
        case .refusal(let error):
            bytes.append(contentsOf: "martlet:error \(error.code.rawValue): ".utf8)
            Line.append(error.text, to: &bytes)
        }
        bytes.append(0x0A)
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text  // `withUTF8` wants a variable; a native string is not copied
        text.withUTF8 { append(Bytes($0), to: &bytes) }
    }

    /// Each line break becomes one space. Every other control character, which could control a
    /// terminal, becomes U+FFFD, except the tab.
    private static func append(_ text: Bytes, to bytes: inout [UInt8]) {
        var start = 0
        var position = 0
        while true {
            position = text.printableRun(from: position)
            if position >= text.count { break }
            guard let replaced = Replaced(text, at: position) else {
                position += 1
                continue
            }
            bytes.append(contentsOf: text.slice(start, position))
            if replaced.isBreak { bytes.append(0x20) } else { bytes.append(contentsOf: [0xEF, 0xBF, 0xBD]) }
            position += replaced.length
            start = position
        }
        bytes.append(contentsOf: text.slice(start, position))
    }

    /// A character that is not allowed in a line.
    private struct Replaced {
        let length: Int
        let isBreak: Bool

        /// `nil` if there is none at `position`.
        init?(_ text: Bytes, at position: Int) {
            switch text[position] {
            case 0x0D:
                self.init(text[position + 1] == 0x0A ? 2 : 1, isBreak: true)
            case 0x0A, 0x0B, 0x0C:
                self.init(1, isBreak: true)
            case 0x00..<0x09, 0x0E..<0x20, 0x7F:
                self.init(1, isBreak: false)
            case 0xC2 where text[position + 1] < 0xA0:  // U+0080 to U+009F
                self.init(2, isBreak: text[position + 1] == 0x85)
            // U+2028 and U+2029
            case 0xE2 where text[position + 1] == 0x80 && text[position + 2] & 0xFE == 0xA8:
                self.init(3, isBreak: true)
            default:
                return nil
            }
        }

        private init(_ length: Int, isBreak: Bool) {
            self.length = length
            self.isBreak = isBreak
        }
    }
}
