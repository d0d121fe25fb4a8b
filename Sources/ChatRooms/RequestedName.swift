import ChatWire

/// The name that a connection asks for when it introduces itself.
package enum RequestedName: Sendable {
    /// This name or none: the client can ask for another.
    case exactly(String)
    /// This name, or one like it with a number: the client can't be asked.
    case like(String)
    /// This name, which others may bear, too: the user's own system gave it.
    case shared(String)
    /// A guest's, which the server makes up.
    case guest

    /// What a client asks for that can choose another name: `nil` for a guest's.
    package init(_ name: String?) { self = name.map { .exactly($0) } ?? .guest }

    /// The identity's only name, or what the hello asks for.
    ///
    /// - Throws: why a returning guest may not have the name. ``Session`` has checked the name of a
    ///   new guest already.
    package init(of admission: Admission, hello: String?) throws(WireError) {
        let identity = admission.identity
        if let name = identity.name, identity.sharesName {
            self = .shared(name)
        } else if let name = identity.name {
            self = .exactly(name)
        } else {
            if admission.isReturning, let hello, let refusal = NameRule.refusal(of: hello) { throw refusal }
            self.init(hello)
        }
    }

    package var isShared: Bool { if case .shared = self { true } else { false } }

    /// The names to try, in this order. They are few, so that a name which thousands bear costs no
    /// more than a free one.
    package func candidates(using source: inout some RandomNumberGenerator) -> [String] {
        switch self {
        case .exactly(let name), .shared(let name): return [name]
        case .like(let name):
            return NumberedNames(name, using: &source).filter { NameRule.refusal(of: $0) == nil }
        case .guest:
            return (0..<4).map { _ in
                "guest-" + String(UInt32.random(in: 0 ... .max, using: &source), radix: 36, uppercase: true)
            }
        }
    }

    /// Introduces a user under the first of the candidates that is free.
    ///
    /// - Parameters:
    ///   - candidates: of ``candidates(using:)``
    ///   - introduce: ``Presence/introduce(_:_:)``. What a name looks like is found before it is
    ///     called, so that it may hold a lock.
    /// - Throws: what `introduce` throws; ``WireError/Code/nameTaken`` when no candidate is free
    package func claim(
        _ candidates: [String], _ introduce: (ConfusableSkeleton) throws(WireError) -> Void
    ) throws(WireError) -> String {
        for candidate in candidates {
            do throws(WireError) {
                try introduce(ConfusableSkeleton(of: candidate))
                return candidate
            } catch {
                switch self {
                case .exactly, .shared: throw error
                case .like, .guest: guard error.code == .nameTaken else { throw error }
                }
            }
        }
        guard case .like(let name) = self else {
            throw WireError(.nameTaken, "No guest's name is free; choose a name.")
        }
        throw WireError(.nameTaken, "The name \(name) is taken, and so are those like it; choose another.")
    }
}
