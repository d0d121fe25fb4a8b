import Foundation

/// A web address in a text: where it ends, and whether it may be a link.
enum Address {
    /// The length of `http://` or `https://` at the start of `scalars`; 0 if absent.
    static func schemeLength(in scalars: ArraySlice<Unicode.Scalar>) -> Int {
        for scheme in ["https://", "http://"] {
            let wanted = scheme.unicodeScalars
            let same = scalars.prefix(wanted.count).elementsEqual(wanted) { lowercase($0) == $1.value }
            if same { return wanted.count }
        }
        return 0
    }

    /// The address at the start of `scalars`: up to a space, a quote, an angle bracket or a
    /// bidirectional control, without the sentence's punctuation around it.
    static func extent(in scalars: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        let end = scalars.firstIndex(where: endsAddress) ?? scalars.endIndex
        return trimmed(scalars[..<end])
    }

    /// The address as a URL; `nil` if it is not one, or looks as if it led elsewhere.
    ///
    /// `https://bank.example@evil.example/` looks like one place and leads to another. So may a
    /// host with letters that look like others. Neither becomes a link.
    static func url(_ written: ArraySlice<Unicode.Scalar>) -> URL? {
        let rest = written.dropFirst(schemeLength(in: written))
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !authority.isEmpty, authority.allSatisfy(isHostPart) else { return nil }
        let start = String(String.UnicodeScalarView(written.dropLast(rest.count - authority.count)))
        let path = encoded(rest.dropFirst(authority.count))
        guard let url = URL(string: start + path), let host = url.host, !host.isEmpty else { return nil }
        return url.user == nil && url.password == nil ? url : nil
    }

    /// ASCII letters and digits, and the characters of names, ports and literal addresses: no `@`,
    /// no `%`, no `\`.
    private static func isHostPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._:[]".unicodeScalars.contains(scalar)
        }
    }

    /// Percent-encodes what is not allowed in an address (RFC 3986 section 2.1).
    private static func encoded(_ path: ArraySlice<Unicode.Scalar>) -> String {
        var text = ""
        for scalar in path {
            if isPlain(scalar) {
                text.unicodeScalars.append(scalar)
            } else {
                for byte in String(scalar).utf8 {
                    text += byte < 16 ? "%0" : "%"
                    text += String(byte, radix: 16, uppercase: true)
                }
            }
        }
        return text
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~:/?#@!$&()*+,;=%".unicodeScalars.contains(scalar)
        }
    }

    private static func endsAddress(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x20, 0x22, 0x27, 0x3C, 0x3E, 0x60, 0x7F...0x9F, 0x61C, 0x200B...0x200F, 0x202A...0x202E,
            0x2060...0x2069,
            0xFEFF:
            true
        default: scalar.properties.isWhitespace
        }
    }

    /// Removes punctuation at the end. A closing bracket is removed only if it was not opened
    /// inside.
    private static func trimmed(_ written: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        var surplus: [Unicode.Scalar: Int] = [:]
        for scalar in written {
            switch scalar {
            case "(": surplus[")", default: 0] -= 1
            case "[": surplus["]", default: 0] -= 1
            case "{": surplus["}", default: 0] -= 1
            case ")", "]", "}": surplus[scalar, default: 0] += 1
            default: break
            }
        }
        var written = written
        while let last = written.last {
            if let count = surplus[last], count > 0 {
                surplus[last] = count - 1
            } else if !".,;:!?…".unicodeScalars.contains(last) {
                break
            }
            written.removeLast()
        }
        return written
    }

    private static func lowercase(_ scalar: Unicode.Scalar) -> UInt32 {
        (0x41...0x5A).contains(scalar.value) ? scalar.value | 0x20 : scalar.value
    }
}
