import ChatWire

/// Tells the secrets of HS256 from public keys in unusual forms.
///
/// A public key is no secret: if the server took one for a secret, everyone who has the key could
/// sign tokens.
enum SecretText {
    /// The secret in a file that has neither a JSON Web Key Set nor PEM.
    ///
    /// - Throws: why the bytes are no secret, and what to do
    static func secret(_ bytes: [UInt8]) throws(KeyFault) -> [UInt8] {
        guard !isDER(bytes) else {
            throw KeyFault("it is a key in DER: convert it with openssl pkey -pubin -inform DER -in FILE -out NEWFILE")
        }
        let words = words(bytes)
        guard !words.contains(where: isSSH) else {
            throw KeyFault("it is a key of SSH: convert it with ssh-keygen -e -m PKCS8 -f FILE")
        }
        guard !words.contains(where: isKey) else {
            throw KeyFault(
                "it is a key without the lines of PEM: convert it with openssl pkey -pubin -in FILE -out NEWFILE")
        }
        let secret = withoutLineEnd(bytes)
        guard let first = secret.first, secret.allSatisfy({ 0x21...0x7E ~= $0 }), !"[\"'(<{".utf8.contains(first),
            !secret.starts(with: "---".utf8)
        else {
            throw KeyFault(
                "it is neither a JSON Web Key Set, nor PEM, nor a secret: a secret is one word of ASCII, as openssl rand -hex 32 makes it; give other bytes as a key of the type oct in a set"
            )
        }
        return secret
    }

    private static func withoutLineEnd(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return bytes
    }

    /// The runs of characters that could be base64 or hexadecimal digits, or names of SSH's keys.
    private static func words(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.split { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                false
            default: true
            }
        }
    }

    private static func isSSH(_ word: ArraySlice<UInt8>) -> Bool {
        if isSSHName(word) { return true }
        // A length of four bytes, then the name.
        guard let key = base64(word), key.count > 12, key.starts(with: [0, 0, 0]) else { return false }
        return isSSHName(key[4...])
    }

    private static func isSSHName(_ bytes: ArraySlice<UInt8>) -> Bool {
        ["ssh-", "ecdsa-sha2-", "sk-ssh-", "sk-ecdsa-"].contains { bytes.starts(with: $0.utf8) }
    }

    private static func isKey(_ word: ArraySlice<UInt8>) -> Bool {
        [base64(word), hexadecimal(word)].contains { key in
            // A point of P-256 has 65 bytes, and begins with 4.
            key.map { isDER($0) || $0.count == 65 && $0.first == 4 } ?? false
        }
    }

    /// Whether the bytes are one sequence of DER, as a key or a certificate is.
    private static func isDER(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 4, bytes[0] == 0x30 else { return false }
        switch bytes[1] {
        case 0...0x7F: return Int(bytes[1]) + 2 == bytes.count
        case 0x81: return Int(bytes[2]) + 3 == bytes.count
        case 0x82: return Int(bytes[2]) << 8 + Int(bytes[3]) + 4 == bytes.count
        default: return false
        }
    }

    private static func base64(_ word: ArraySlice<UInt8>) -> [UInt8]? {
        Base64URL.decode(
            word.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0 })
    }

    private static func hexadecimal(_ word: ArraySlice<UInt8>) -> [UInt8]? {
        guard word.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for (index, digit) in word.enumerated() {
            guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
            if index.isMultiple(of: 2) { bytes.append(UInt8(value) << 4) } else { bytes[index / 2] |= UInt8(value) }
        }
        return bytes
    }
}
