import ChatWire
import JWTKit

/// What a file with keys contains: a JSON Web Key Set, public keys in PEM, or the bytes of a
/// secret.
enum KeyText {
    static func keys(_ bytes: [UInt8]) async throws(KeyFault) -> TokenKeys {
        let text = String(decoding: bytes, as: UTF8.self)
        switch text.first(where: { !$0.isWhitespace }) {
        case nil: throw KeyFault("it is empty")
        case "{": return try await TokenKeys(keySet: bytes, isPublished: false)
        case "<": throw KeyFault("it is a page or XML, not keys")
        default: break
        }
        if text.contains("-----BEGIN ") { return try TokenKeys(try await pem(text)) }
        return try TokenKeys([try await TokenKey(secret: try SecretText.secret(bytes), id: nil)])
    }

    private static func pem(_ text: String) async throws(KeyFault) -> [TokenKey] {
        var keys: [TokenKey] = []
        for block in blocks(text).prefix(Limits.namelessTokenKeys + 1) {
            if block.contains("PRIVATE KEY-----") {
                throw KeyFault("it has a private key: give the public one, openssl pkey -in FILE -pubout -out NEWFILE")
            }
            keys.append(try await key(block))
        }
        return keys
    }

    private static func blocks(_ text: String) -> [String] {
        var blocks: [String] = []
        var lines: [Substring]?
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("-----BEGIN ") { lines = [] }
            lines?.append(line)
            if line.hasPrefix("-----END "), let block = lines {
                blocks.append(block.joined(separator: "\n") + "\n")
                lines = nil
            }
        }
        return blocks
    }

    private static func key(_ block: String) async throws(KeyFault) -> TokenKey {
        let isCertificate = block.contains("-----BEGIN CERTIFICATE-----")
        if let key = try? isCertificate ? ES256PublicKey(certificate: block) : ES256PublicKey(pem: block) {
            return try await TokenKey(es256: key, id: nil)
        }
        if !isCertificate, let key = try? EdDSA.PublicKey(pem: block) { return try await TokenKey(eddsa: key, id: nil) }
        if let key = try? isCertificate
            ? Insecure.RSA.PublicKey(certificatePEM: block) : Insecure.RSA.PublicKey(pem: block)
        {
            return try await TokenKey(rs256: key, id: nil)
        }
        throw KeyFault("a key in it is not of P-256, Ed25519 or RSA; \(KeyFault.rsaSize)")
    }
}
