import Crypto
import Foundation

/// Signs tokens for the users of this backend: JSON Web Tokens of HS256. Martlet has the same
/// secret (`martlet serve --tokens FILE --token-issuer ISSUER`).
struct TokenIssuer {
    private let issuer: String
    private let secret: SymmetricKey

    /// Reads the secret from a file, without the line feed at its end.
    init(issuer: String, secretFile: String) throws {
        let text = try String(contentsOfFile: secretFile, encoding: .utf8)
        self.issuer = issuer
        secret = SymmetricKey(data: Data(text.trimmingCharacters(in: .newlines).utf8))
    }

    /// A token for one user, valid for an hour.
    func token(for user: User) throws -> String {
        let claims = Claims(
            iss: issuer, aud: "martlet", sub: user.id, name: user.name,
            exp: Int(Date().timeIntervalSince1970) + 3_600)
        let signed = base64URL(Data(#"{"alg":"HS256"}"#.utf8)) + "." + base64URL(try JSONEncoder().encode(claims))
        let code = HMAC<SHA256>.authenticationCode(for: Data(signed.utf8), using: secret)
        return signed + "." + base64URL(Data(code))
    }

    /// docs/accounts.md has the table of claims.
    private struct Claims: Encodable {
        var iss: String
        var aud: String
        var sub: String
        var name: String
        var exp: Int
    }

    private func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

/// A user of this backend.
struct User {
    /// It never changes, and is never another user's.
    var id: String
    var name: String
}
