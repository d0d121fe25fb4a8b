import ChatWire
import Logging

/// The keys that verify signed tokens.
///
/// A token chooses its key by name, and must be signed with that key's algorithm. So nobody can
/// pass a public key off as a secret.
struct TokenKeys: Sendable {
    private let named: [String: TokenKey]
    /// Keys without a name. Each is tried.
    private let nameless: [TokenKey]
    /// Why other keys of the set can't be used.
    private let faults: [KeyFault]
    /// Grows with each change of the keys at an address.
    var number = 0

    init(_ keys: [TokenKey], besides faults: [KeyFault] = []) throws(KeyFault) {
        self.faults = faults
        guard !keys.isEmpty else { throw KeyFault("there is no key that verifies tokens") }
        guard keys.count <= Limits.tokenKeys else { throw KeyFault("there are more than \(Limits.tokenKeys) keys") }
        var named: [String: TokenKey] = [:]
        for key in keys {
            guard let id = key.id else { continue }
            guard named.updateValue(key, forKey: id) == nil else {
                throw KeyFault("two keys have the same \"kid\"")
            }
        }
        self.named = named
        nameless = keys.filter { $0.id == nil }
        guard nameless.count <= Limits.namelessTokenKeys else {
            throw KeyFault("more than \(Limits.namelessTokenKeys) keys have no \"kid\"")
        }
    }

    /// Whether a secret is among them, which others could sign with.
    var hasSecret: Bool { (nameless + named.values).contains { $0.algorithm == .hs256 } }

    /// Whether there is a key for a token that names `id`: one of that name, or any without a name.
    func contains(_ id: String?) -> Bool { !nameless.isEmpty || id.map { named[$0] != nil } ?? true }

    /// Whether a token that these keys do not verify may be signed with a newer key. It may if it
    /// names no key, or a key that is not among these.
    func mayBeOld(for token: SignedToken) -> Bool { token.key.flatMap { named[$0] } == nil }

    func logFaults(_ logger: Logger) {
        guard let first = faults.first else { return }
        logger.warning(
            "Keys of tokens can't be used and were left out.",
            metadata: ["keys": "\(faults.count)", "first": "\(first)"])
    }

    /// - Throws: why the token's signature does not count
    func verify(_ token: SignedToken) throws(WireError) {
        let keys = try keys(of: token)
        let suitable = keys.filter { $0.algorithm == token.algorithm }
        guard !suitable.isEmpty else {
            let names = Set(keys.map(\.algorithm.rawValue)).sorted().joined(separator: " or ")
            throw .token("is signed with another algorithm than its key is for: use \(names)")
        }
        guard suitable.contains(where: { $0.verifies(token) }) else {
            throw .wrongSignature
        }
    }

    private func keys(of token: SignedToken) throws(WireError) -> [TokenKey] {
        if let key = token.key.flatMap({ named[$0] }) { return [key] }
        if !nameless.isEmpty { return nameless }
        guard token.key == nil else { throw .unknownKey }
        guard named.count == 1 else { throw .token("does not say which key it is signed with: name it in \"kid\"") }
        return Array(named.values)
    }
}

extension WireError {
    static let wrongSignature = WireError.token("has a wrong signature: it was changed, or signed with another key")
    static let unknownKey = WireError.token("names a key (\"kid\") that this server does not have")
}
