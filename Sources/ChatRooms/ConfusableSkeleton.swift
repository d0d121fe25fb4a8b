/// What a name looks like: two names that share a look can be taken for one another.
///
/// A name has one or two looks. `paypal`, `PayPal` and `раураl` (Cyrillic) share one because
/// letters that look alike are made the same after lower-casing; `paypaI` (a capital i) and
/// `paypal` because they are made the same before it. The skeleton is that of UTS 39 section 4, cut
/// down to what can be taken for ASCII; composed and decomposed forms are equal because Swift
/// compares strings by canonical equivalence.
///
/// It takes some microseconds to work out: before a lock that others wait for, not under it.
public struct ConfusableSkeleton: Hashable, Sendable {
    /// The name as it was given.
    public let name: String
    /// The name's one or two looks, for comparison only: they are not names.
    public let looks: Set<String>

    /// Works out what a name looks like.
    public init(of name: String) {
        self.name = name
        let lowered = name.lowercased()
        looks = [
            ConfusableSkeleton.skeleton(of: lowered).lowercased(), ConfusableSkeleton.skeleton(of: name).lowercased(),
        ]
    }

    private static func skeleton(of text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars where !scalar.properties.isWhitespace {
            // U+0307 adds a dot to the letter before it. An i and a j have one already, so it
            // changes nothing that people see. (A capital i looks like an l.)
            if scalar.value == 0x307, let last = result.unicodeScalars.last, "ijl".unicodeScalars.contains(last) {
                continue
            }
            if let ascii = lookalikes[scalar] {
                result += ascii
            } else if let plain = ConfusableSkeleton.fullWidthToASCII(scalar) {
                result += lookalikes[plain] ?? String(plain)
            } else if let plain = StyledLetters.plain(scalar) {
                result += lookalikes[plain] ?? String(plain)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// U+FF01…U+FF5E stand for `!`…`~`.
    private static func fullWidthToASCII(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard (0xFF01...0xFF5E).contains(scalar.value) else { return nil }
        return Unicode.Scalar(scalar.value - 0xFF01 + 0x21)
    }

    private static let lookalikes: [Unicode.Scalar: String] = {
        var table: [Unicode.Scalar: String] = ["1": "l", "I": "l", "|": "l", "0": "O", "m": "rn"]
        for line in confusableTable.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard let look = fields.first else { continue }
            for field in fields.dropFirst() {
                guard let value = UInt32(field, radix: 16), let scalar = Unicode.Scalar(value) else { continue }
                table[scalar] = String(look)
            }
        }
        return table
    }()
}
