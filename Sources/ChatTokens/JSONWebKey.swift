import ChatWire
import JWTKit

/// A key of a JSON Web Key Set (RFC 7517), as the text gives it. Private parts are not read.
struct JSONWebKey: Sendable {
    private var type: String
    private var id: String?
    private var algorithm: String?
    private var use: String?
    private var operations: [String]?
    private var curve: String?
    private var numbers: (n: String?, e: String?, x: String?, y: String?, k: String?)

    /// Reads a set: an object with the array `keys`.
    static func read(_ text: [UInt8]) throws(KeyFault) -> [Result<JSONWebKey, KeyFault>] {
        let keys = text.withUnsafeBufferPointer { bytes in
            Result { () throws(WireError) in
                try JSONObject(bytes).objects("keys") { object -> Result<JSONWebKey, KeyFault> in
                    do throws(WireError) { return .success(try JSONWebKey(object)) } catch {
                        return .failure(KeyFault("a key: \(error.text)"))
                    }
                }
            }
        }
        switch keys {
        case .success(let keys): return keys
        case .failure(let error): throw KeyFault("it is not a JSON Web Key Set (RFC 7517): \(error.text)")
        }
    }

    private init(_ object: JSONObject) throws(WireError) {
        type = try object.string("kty")
        id = try object.optionalString("kid")
        algorithm = try object.optionalString("alg")
        use = try object.optionalString("use")
        operations = try object.optionalStrings("key_ops")
        curve = try object.optionalString("crv")
        numbers = (
            try object.optionalString("n"), try object.optionalString("e"), try object.optionalString("x"),
            try object.optionalString("y"), try object.optionalString("k")
        )
    }

    /// The key; `nil` for a key of another purpose or algorithm.
    ///
    /// - Parameter isPublished: whether everyone can read it. A published secret is left out.
    func key(isPublished: Bool) async throws(KeyFault) -> TokenKey? {
        guard use == nil || use == "sig", operations?.contains("verify") ?? true else { return nil }
        switch pinned {
        case .hs256: return isPublished ? nil : try await secret()
        case .rs256:
            guard let n = numbers.n, let e = numbers.e,
                let key = try? Insecure.RSA.PublicKey(modulus: n, exponent: e)
            else { throw unusable(.rsaSize) }
            return try await TokenKey(rs256: key, id: id)
        case .es256:
            guard let x = numbers.x, let y = numbers.y, let key = try? ES256PublicKey(parameters: (x, y)) else {
                throw unusable(KeyFault("\"x\" and \"y\" are no point of P-256"))
            }
            return try await TokenKey(es256: key, id: id)
        case .eddsa:
            guard let x = numbers.x, let key = try? EdDSA.PublicKey(x: x, curve: .ed25519) else {
                throw unusable(KeyFault("\"x\" is no key of Ed25519"))
            }
            return try await TokenKey(eddsa: key, id: id)
        case nil: return nil
        }
    }

    /// The one algorithm that the key is for, by its type; `alg` may not say otherwise.
    private var pinned: TokenKey.Algorithm? {
        let byType: TokenKey.Algorithm? =
            switch (type, curve) {
            case ("oct", _): .hs256
            case ("RSA", _): .rs256
            case ("EC", "P-256"): .es256
            case ("OKP", "Ed25519"): .eddsa
            default: nil
            }
        return algorithm == nil || algorithm == byType?.rawValue ? byType : nil
    }

    private func secret() async throws(KeyFault) -> TokenKey {
        guard let secret = numbers.k.flatMap({ Base64URL.decode($0.utf8) }) else {
            throw unusable(KeyFault("\"k\" is not base64url"))
        }
        do throws(KeyFault) { return try await TokenKey(secret: secret, id: id) } catch { throw unusable(error) }
    }

    private func unusable(_ fault: KeyFault) -> KeyFault { KeyFault("the key \(id ?? "without a name"): \(fault)") }
}

extension TokenKeys {
    /// - Parameters:
    ///   - text: a JSON Web Key Set
    ///   - isPublished: whether everyone can read it
    init(keySet text: [UInt8], isPublished: Bool) async throws(KeyFault) {
        var keys: [TokenKey] = []
        var faults: [KeyFault] = []
        for key in try JSONWebKey.read(text) where keys.count <= Limits.tokenKeys {
            do throws(KeyFault) {
                if let key = try await key.get().key(isPublished: isPublished) { keys.append(key) }
            } catch {
                faults.append(error)
            }
        }
        if keys.isEmpty, let fault = faults.first { throw fault }
        try self.init(keys, besides: faults)
    }
}
