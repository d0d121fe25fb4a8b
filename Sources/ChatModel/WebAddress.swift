/// Web and mail addresses in a text: where they end, and whether they may be links.
enum WebAddress {
    typealias Text = ArraySlice<Unicode.Scalar>

    /// A name has at most 253 characters (RFC 1035 section 2.3.4), a port 6 with its colon.
    private static let longestHost = 259

    /// The link that begins at this index: where it leads, and its end; `nil` if there is none.
    ///
    /// An address begins at the beginning of a word: `https://…`, `http://…`, `www.…`, or a mail
    /// address.
    static func link(in text: Text, at index: Int) -> (destination: String, end: Int)? {
        let before = index > text.startIndex ? text[index - 1] : nil
        if before.map(isWordPart) == true { return nil }
        let rest = text[index...]
        switch rest.first {
        case "h", "H":
            let length = schemeLength(in: rest)
            if length > 0 { return web(rest, schemeLength: length) }
        case "w", "W":
            if before.map({ ".@/-".unicodeScalars.contains($0) }) != true, begins(rest, with: "www.") {
                return web(rest, schemeLength: 0)
            }
        default: break
        }
        return mail(rest, before)
    }

    /// The web address at the start, with `https://` if it has no scheme; `nil` if it looks as if
    /// it led elsewhere.
    ///
    /// `https://bank.example@evil.example/` looks like one place and leads to another. So may a
    /// host with letters that look like others. Neither becomes a link. The end of the path is
    /// looked for only behind a host: many schemes in a row take linear time.
    private static func web(_ text: Text, schemeLength: Int) -> (destination: String, end: Int)? {
        var host = text.dropFirst(schemeLength).prefix(longestHost + 1).prefix(while: isHostPart)
        guard host.count <= longestHost else { return nil }
        let isBeforePath = host.endIndex < text.endIndex && "/?#".unicodeScalars.contains(text[host.endIndex])
        if !isBeforePath {
            guard
                host.endIndex == text.endIndex || endsAddress(text[host.endIndex]) || endsSentence(text[host.endIndex])
            else { return nil }
            host = host.prefix(upTo: max(trimmed(host, from: text.startIndex), host.startIndex))
        }
        guard isHost(host, needsDots: schemeLength == 0) else { return nil }
        let end = isBeforePath ? trimmed(text.prefix { !endsAddress($0) }, from: host.endIndex) : host.endIndex
        let scheme = schemeLength == 0 ? "https://" : String(String.UnicodeScalarView(text.prefix(schemeLength)))
        return (scheme + String(String.UnicodeScalarView(host)) + encoded(text[host.endIndex..<end]), end)
    }

    /// A name of ASCII letters, digits, dots and hyphens, or a literal address, with or without a
    /// port. "www." alone or with one more word is not one (`needsDots`).
    private static func isHost(_ authority: Text, needsDots: Bool) -> Bool {
        guard let first = authority.first, authority.allSatisfy(isHostPart) else { return false }
        if first == "[" {
            guard let end = authority.firstIndex(of: "]"), end > authority.startIndex + 1 else { return false }
            let port = authority[(end + 1)...]
            return authority[..<end].dropFirst().allSatisfy { $0 != "[" } && isPort(port)
        }
        let name = authority.prefix { $0 != ":" }
        guard isPort(authority[name.endIndex...]), !name.contains("["), !name.contains("]") else { return false }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        return labels.allSatisfy { !$0.isEmpty } && (!needsDots || labels.count >= 3)
    }

    /// Nothing, or a colon and up to five digits.
    private static func isPort(_ port: Text) -> Bool {
        port.isEmpty || port.first == ":" && (2...6).contains(port.count) && port.dropFirst().allSatisfy(isDigit)
    }

    private static func mail(_ rest: Text, _ before: Unicode.Scalar?) -> (destination: String, end: Int)? {
        if before.map({ "+-.@_/:".unicodeScalars.contains($0) }) == true { return nil }
        let name = rest.prefix(65).prefix { isNamePart($0) || "+-.".unicodeScalars.contains($0) }
        guard let first = name.first, name.count <= 64, isNamePart(first) else { return nil }
        let sign = name.endIndex
        guard sign < rest.endIndex, rest[sign] == "@" else { return nil }
        var host = rest[(sign + 1)...].prefix(254).prefix { isLetter($0) || isDigit($0) || $0 == "-" || $0 == "." }
        while host.last == "." || host.last == "-" { host.removeLast() }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard host.count <= 253, labels.count >= 2, labels.allSatisfy({ (1...63).contains($0.count) }),
            let top = labels.last, top.count >= 2, top.allSatisfy(isLetter)
        else { return nil }
        if host.endIndex < rest.endIndex, rest[host.endIndex] == "@" || rest[host.endIndex] == "_" { return nil }
        return ("mailto:" + encoded(name, except: "+") + "@" + String(String.UnicodeScalarView(host)), host.endIndex)
    }

    /// The length of `http://` or `https://` at the start; 0 if absent.
    private static func schemeLength(in text: Text) -> Int {
        begins(text, with: "https://") ? 8 : begins(text, with: "http://") ? 7 : 0
    }

    /// Compares without the case of ASCII letters. `prefix` is in lower case.
    private static func begins(_ text: Text, with prefix: StaticString) -> Bool {
        text.count >= prefix.utf8CodeUnitCount
            && prefix.withUTF8Buffer { bytes in
                bytes.indices.allSatisfy { lowercase(text[text.startIndex + $0]) == bytes[$0] }
            }
    }

    /// Removes punctuation at the end. A closing bracket is removed only if it was not opened
    /// inside. Returns the end, which is not before `start`.
    private static func trimmed(_ written: Text, from start: Int) -> Int {
        var surplus = (round: 0, square: 0, curly: 0)
        for scalar in written {
            switch scalar {
            case "(": surplus.round -= 1
            case ")": surplus.round += 1
            case "[": surplus.square -= 1
            case "]": surplus.square += 1
            case "{": surplus.curly -= 1
            case "}": surplus.curly += 1
            default: break
            }
        }
        var written = written
        while written.endIndex > start, let last = written.last {
            switch last {
            case ")":
                if surplus.round <= 0 { return written.endIndex }
                surplus.round -= 1
            case "]":
                if surplus.square <= 0 { return written.endIndex }
                surplus.square -= 1
            case "}":
                if surplus.curly <= 0 { return written.endIndex }
                surplus.curly -= 1
            case let last where endsSentence(last): break
            default: return written.endIndex
            }
            written.removeLast()
        }
        return written.endIndex
    }

    /// Percent-encodes what is not allowed in an address (RFC 3986 section 2.1), and `except`.
    private static func encoded(_ text: Text, except: Unicode.Scalar? = nil) -> String {
        var bytes: [UInt8] = []
        for scalar in text {
            if isPlain(scalar), scalar != except {
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                for byte in String(scalar).utf8 { bytes += [UInt8(ascii: "%"), hex(byte >> 4), hex(byte & 15)] }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hex(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 55 + value }
}

// The characters of addresses.
extension WebAddress {
    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { (0x61...0x7A).contains(lowercase(scalar)) }

    private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        isLetter(scalar) || isDigit(scalar) || scalar == "_"
    }

    /// Before which no address begins. Letters of scripts that put no spaces between words are
    /// none.
    private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        isLetter(scalar) || isDigit(scalar) || (0xC0..<0x2000).contains(scalar.value)
    }

    private static func isHostPart(_ scalar: Unicode.Scalar) -> Bool {
        isNamePart(scalar) || "-.:[]".unicodeScalars.contains(scalar)
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        isLetter(scalar) || isDigit(scalar) || "-._~:/?#@!$&()*+,;=%".unicodeScalars.contains(scalar)
    }

    /// Punctuation, and marks of ``Markup``, that an address is followed by and does not end with.
    private static func endsSentence(_ scalar: Unicode.Scalar) -> Bool {
        ".,;:!?…)}*_~".unicodeScalars.contains(scalar)
    }

    private static func endsAddress(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x20, 0x22, 0x27, 0x3C, 0x3E, 0x60, 0x7F...0xA0, 0x61C, 0x1680, 0x2000...0x200F, 0x2028...0x202F,
            0x205F...0x2069, 0x3000, 0xFEFF:
            true
        default: false
        }
    }

    private static func lowercase(_ scalar: Unicode.Scalar) -> UInt32 {
        (0x41...0x5A).contains(scalar.value) ? scalar.value | 0x20 : scalar.value
    }
}
