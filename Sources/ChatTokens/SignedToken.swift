import ChatWire

/// A signed token in its compact form (RFC 7515 section 7.1), taken apart. Nothing of it is
/// verified.
struct SignedToken: Sendable {
    let algorithm: TokenKey.Algorithm
    /// The name of the key (`kid`).
    let key: String?
    /// The bytes that are signed.
    let signed: [UInt8]
    let payload: [UInt8]
    let signature: [UInt8]

    /// Whether a text has the form of a signed token. The other tokens of a server have no dots.
    static func isSigned(_ text: String) -> Bool {
        text.utf8.reduce(0) { $1 == UInt8(ascii: ".") ? $0 + 1 : $0 } == 2
    }

    /// - Throws: what is wrong with the form or the header
    init(_ text: String) throws(WireError) {
        guard text.utf8.count <= Limits.signedTokenBytes else {
            throw .token("is longer than \(Limits.signedTokenBytes) bytes: leave claims out")
        }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64URL.decode(parts[0]), let payload = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2])
        else { throw .token("is not three parts of base64url, separated by dots (RFC 7515)") }
        self.payload = payload
        self.signature = signature
        signed = Array(parts[0]) + [UInt8(ascii: ".")] + Array(parts[1])
        (algorithm, key) = try Self.read(header)
    }

    private static func read(_ header: [UInt8]) throws(WireError) -> (TokenKey.Algorithm, String?) {
        let result = header.withUnsafeBufferPointer { bytes in
            Result { () throws(WireError) in
                let object = try JSONObject(untrusted: bytes)
                return (try object.string("alg"), try object.optionalString("kid"), object.contains("crit"))
            }
        }
        guard case .success((let name, let key, let isCritical)) = result else {
            throw .token("has a header that is not JSON with \"alg\"")
        }
        // Extensions that a reader must know, such as an unencoded payload (RFC 7797).
        guard !isCritical else { throw .token("has \"crit\" in its header, which this server does not know") }
        guard let algorithm = TokenKey.Algorithm(rawValue: name) else {
            let known = TokenKey.Algorithm.allCases.map(\.rawValue).joined(separator: ", ")
            throw .token("is signed with an algorithm that this server does not know: use one of \(known)")
        }
        return (algorithm, key)
    }
}

extension WireError {
    /// The refusal of a signed token.
    static func token(_ what: String) -> WireError { WireError(.tokenRefused, "The token \(what).") }
}
