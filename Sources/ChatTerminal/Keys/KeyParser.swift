import ChatCore

/// Makes keys of the bytes that a terminal sends. However the bytes are split over reads, the keys
/// are the same.
package struct KeyParser {
    private var bytes: [UInt8] = []
    /// The pasted bytes so far; `nil` outside of a paste.
    private var paste: [UInt8]?
    /// Whether a part of the control sequence was left out: it is no key.
    private var isSequenceCut = false
    /// Whether a part of the paste was left out.
    private var isPasteCut = false
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    package init() {}

    /// Milliseconds without a byte after which to call ``flush()``; `nil` if nothing waits for what
    /// follows.
    package var silence: Int64? {
        if paste != nil { return Limits.pasteSilence }
        if bytes.isEmpty { return nil }
        return bytes == [0x1B] ? Limits.escapeSilence : Limits.sequenceSilence
    }

    /// Takes what was read.
    package mutating func feed(_ new: some Sequence<UInt8>) -> [Key] {
        bytes += new
        var keys: [Key] = []
        while step(&keys) {}
        return Self.joined(keys)
    }

    /// The keys, with one for the scalars that form one character: an emoji of several scalars is
    /// one key.
    private static func joined(_ keys: [Key]) -> [Key] {
        var joined: [Key] = []
        for key in keys {
            if case .text(let text) = key, case .text(let former)? = joined.last, (former + text).count == 1 {
                joined[joined.count - 1] = .text(former + text)
            } else {
                joined.append(key)
            }
        }
        return joined
    }

    /// Ends what waits after ``silence``: a lone ESC is the key Esc, and an unfinished paste is
    /// complete.
    package mutating func flush() -> [Key] {
        if paste != nil {
            keep(bytes.count)
            bytes = []
            return endPaste()
        }
        let isEscape = bytes.first == 0x1B && !isSequenceCut
        let rest = Array(bytes.dropFirst())
        (bytes, isSequenceCut) = ([], false)
        return isEscape ? [.escape] + (rest.isEmpty ? [] : feed(rest)) : []
    }

    /// Takes one key off the bytes. Returns `false` if more bytes are needed.
    private mutating func step(_ keys: inout [Key]) -> Bool {
        if paste != nil { return stepInPaste(&keys) }
        guard let first = bytes.first else { return false }
        switch first {
        case 0x1B: return stepAtEscape(&keys)
        case 0x0D: return take(1, .enter, &keys)
        // Terminals send a line feed for Ctrl-J only.
        case 0x0A: return take(1, .altEnter, &keys)
        case 0x09: return take(1, .tab, &keys)
        case 0x7F, 0x08: return take(1, .backspace, &keys)
        case 0x01...0x1A: return take(1, .control(Character(Unicode.Scalar(first + 0x60))), &keys)
        case 0x00..<0x20: return take(1, nil, &keys)
        default: return stepAtText(&keys)
        }
    }

    private mutating func take(_ count: Int, _ key: Key?, _ keys: inout [Key]) -> Bool {
        bytes.removeFirst(min(count, bytes.count))
        if let key { keys.append(key) }
        return true
    }

    private mutating func stepAtText(_ keys: inout [Key]) -> Bool {
        guard let (scalar, length) = Self.scalar(bytes[...]) else { return false }
        return take(length, scalar.map { .text(String($0)) }, &keys)
    }

    /// The scalar at the beginning; `nil` in it if the bytes are not UTF-8. Returns `nil` if more
    /// bytes are needed.
    private static func scalar(_ bytes: ArraySlice<UInt8>) -> (Unicode.Scalar?, Int)? {
        guard let first = bytes.first else { return nil }
        let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1
        let part = bytes.prefix(length)
        if let bad = part.dropFirst().firstIndex(where: { $0 & 0xC0 != 0x80 }) { return (nil, bad - bytes.startIndex) }
        guard part.count == length else { return nil }
        let text = String(decoding: part, as: UTF8.self)
        guard text.utf8.elementsEqual(part), let scalar = text.unicodeScalars.first,
            !(0x80..<0xA0).contains(scalar.value)
        else { return (nil, length) }
        return (scalar, length)
    }

    private mutating func stepAtEscape(_ keys: inout [Key]) -> Bool {
        guard bytes.count > 1 else { return false }
        switch bytes[1] {
        case UInt8(ascii: "["): return stepInSequence(&keys)
        case UInt8(ascii: "O"):
            guard bytes.count > 2 else { return false }
            // The Enter key of the number pad is ESC O M.
            let isEnter = bytes[2] == UInt8(ascii: "M")
            return take(3, isEnter ? .enter : KeySequence.key(final: bytes[2], numbers: []), &keys)
        case 0x1B:
            // The first ESC was a key. The second one may begin a sequence.
            return take(1, .escape, &keys)
        case 0x0D, 0x0A: return take(2, .altEnter, &keys)
        case 0x7F, 0x08: return take(2, .altBackspace, &keys)
        case 0x00..<0x20: return take(1, .escape, &keys)
        default:
            guard let (scalar, length) = Self.scalar(bytes[1...]) else { return false }
            return take(1 + length, scalar.map { .alt(Character($0)) }, &keys)
        }
    }

    private mutating func stepInSequence(_ keys: inout [Key]) -> Bool {
        if bytes.count > 2, bytes[2] == UInt8(ascii: "["), !isSequenceCut { return stepInConsoleKey(&keys) }
        guard let end = bytes.dropFirst(2).firstIndex(where: { !(0x20..<0x40).contains($0) }) else {
            // No terminal sends so long a sequence.
            if bytes.count > Limits.keySequenceBytes {
                bytes.removeSubrange(2...)
                isSequenceCut = true
            }
            return false
        }
        defer { isSequenceCut = false }
        let body = bytes[2..<end]
        let final = bytes[end]
        guard (0x40..<0x7F).contains(final) else { return take(end, nil, &keys) }
        if isSequenceCut || end > Limits.keySequenceBytes { return take(end + 1, nil, &keys) }
        let numbers = body.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
            part.filter { (0x30...0x39).contains($0) }.prefix(6).reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        if final == UInt8(ascii: "~"), numbers.first == 200 {
            paste = []
            return take(end + 1, nil, &keys)
        }
        let key =
            body.first == UInt8(ascii: "<")
            ? KeySequence.mouse(numbers, isPress: final == UInt8(ascii: "M"))
            : KeySequence.key(final: final, numbers: numbers)
        return take(end + 1, key, &keys)
    }

    /// The console of Linux sends ESC [ [ A to ESC [ [ E for F1 to F5.
    private mutating func stepInConsoleKey(_ keys: inout [Key]) -> Bool {
        guard bytes.count > 3 else { return false }
        let first = UInt8(ascii: "A")
        guard (first...UInt8(ascii: "E")).contains(bytes[3]) else { return take(3, nil, &keys) }
        return take(4, .function(Int(bytes[3] - first) + 1), &keys)
    }

    private mutating func stepInPaste(_ keys: inout [Key]) -> Bool {
        var end: Int?
        var index = 0
        while index < bytes.count, end == nil {
            guard bytes[index] == 0x1B else {
                index += 1
                continue
            }
            let rest = bytes[index...].prefix(Self.pasteEnd.count)
            if rest.elementsEqual(Self.pasteEnd) {
                end = index
            } else if rest.count < Self.pasteEnd.count, rest.elementsEqual(Self.pasteEnd.prefix(rest.count)) {
                break
            } else {
                index += 1
            }
        }
        keep(index)
        guard let end else {
            bytes.removeFirst(index)
            return false
        }
        bytes.removeFirst(end + Self.pasteEnd.count)
        keys += endPaste()
        return true
    }

    /// Adds bytes to the paste, as far as it may grow.
    private mutating func keep(_ count: Int) {
        let taken = bytes.prefix(count).prefix(Limits.pasteBytes - (paste?.count ?? 0))
        paste?.append(contentsOf: taken)
        if taken.count < count { isPasteCut = true }
    }

    private mutating func endPaste() -> [Key] {
        var text = String(decoding: paste ?? [], as: UTF8.self)
        // A character may have been cut in two.
        while isPasteCut, text.unicodeScalars.last == "\u{FFFD}" { text.unicodeScalars.removeLast() }
        defer { (paste, isPasteCut) = (nil, false) }
        return isPasteCut ? [.paste(text), .pasteCut] : [.paste(text)]
    }
}
