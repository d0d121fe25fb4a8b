extension String {
    /// The text with all bytes of UTF-8 but letters, digits, `-`, `.`, `_` and `~` written as `%41`
    /// (RFC 3986, section 2.1): what may stand in a path, a query or a header's value.
    package var percentEncoded: String {
        var encoded = ""
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.unicodeScalars.append(UnicodeScalar(byte))
            default:
                encoded += "%" + String(UInt32(byte) + 256, radix: 16, uppercase: true).dropFirst()
            }
        }
        return encoded
    }
}
