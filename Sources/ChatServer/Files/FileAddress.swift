import ChatRooms
import ChatWire
import Crypto
import Foundation

/// Signed addresses of files for those who can't send a token with a request, such as an `<img>`.
///
/// An address is a user's, for one file, until a time (HMAC-SHA256, truncated to 128 bits). It
/// opens nothing that the user may not read when it is used. Without a key from elsewhere, the key
/// is forgotten with the process, so a restart makes addresses invalid; clients ask for new ones.
struct FileAddress: Sendable {
    /// Whose an address is.
    struct Owner: Hashable, Sendable {
        var user: UserID
        /// Whether the user had an account or an API key when the address was made. It must still
        /// be there when the address is used. The signature tells, because nobody knows later that
        /// a removed key's user was no guest.
        var hasAccount: Bool
    }

    private let key: SymmetricKey

    /// - Parameter key: 32 bytes; `nil` makes a key
    init(key: [UInt8]? = nil) { self.key = key.map { SymmetricKey(data: $0) } ?? SymmetricKey(size: .bits256) }

    /// The query of an address.
    ///
    /// - Parameter now: milliseconds since 1970-01-01 UTC
    /// - Returns: the same within ``Limits/fileAddressStep``, so that caches know it
    func query(_ file: FileID, for owner: Owner, at now: Int64) -> (text: String, until: Int64) {
        let until = (now / Limits.fileAddressStep + 1) * Limits.fileAddressStep + Limits.fileAddressAge
        return ("user=\(owner.user)&until=\(until)&signature=\(signature(file, owner, until))", until)
    }

    /// Whose an address is; `nil` if it is wrong or past its time.
    func owner(_ file: FileID, query: some Collection<(key: Substring, value: Substring)>, at now: Int64) -> Owner? {
        func value(_ key: String) -> String? { query.first { $0.key == key }.map { String($0.value) } }
        guard let user = value("user").flatMap({ UserID($0) }), let until = value("until").flatMap({ Int64($0) }),
            until > now, let given = value("signature")?.utf8
        else { return nil }
        // Keys are compared in constant time.
        return [true, false].map { Owner(user: user, hasAccount: $0) }.first { owner in
            SymmetricKey(data: Array(given)) == SymmetricKey(data: Array(signature(file, owner, until).utf8))
        }
    }

    private func signature(_ file: FileID, _ owner: Owner, _ until: Int64) -> String {
        let text = "\(file) \(owner.user) \(until)" + (owner.hasAccount ? " account" : "")
        let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key)
        return code.prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
