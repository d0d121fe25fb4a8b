extension Sequence<UInt8> {
    /// Two lower-case digits for each byte.
    package var hexadecimal: String {
        String(decoding: flatMap { [hexadecimalDigits[Int($0 >> 4)], hexadecimalDigits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

/// `0123456789abcdef`
let hexadecimalDigits = Array("0123456789abcdef".utf8)
