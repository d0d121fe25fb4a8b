import ChatRooms
import ChatServer
import ChatWire
import Logging

/// The authenticator for users of another system, who bring tokens that it has signed (JWT, RFC
/// 7519).
///
/// All other tokens (guests', sessions', API keys) go to another authenticator.
public struct SignedTokens: Authenticator {
    /// Which tokens are accepted.
    public struct Configuration: Hashable, Sendable {
        /// A file with keys, or the https address of a JSON Web Key Set.
        public var keys: String
        /// The `iss` of all tokens. The users' ids are made from it: with another issuer, every
        /// user is a new one.
        public var issuer: String
        /// The audience that the `aud` of all tokens contains.
        public var audience: String

        /// - Parameter keys: a file, or an address
        public init(keys: String, issuer: String, audience: String = "martlet") {
            self.keys = keys
            self.issuer = issuer
            self.audience = audience
        }
    }

    private enum Source: Sendable {
        case file(TokenKeyFile)
        case address(TokenKeyAddress)
    }

    private let source: Source
    private let rule: TokenRule
    private let others: any Authenticator
    private let clock: ServerClock
    /// Verifies signatures one at a time. On a thread of their own they delay no message.
    private let thread = BoundedThread(limit: Limits.signedTokensQueued, full: .tokensBusy, isPolite: true)

    /// Reads the file with keys, or fetches them. If they can't be fetched, the server starts
    /// without them.
    ///
    /// - Parameters:
    ///   - others: knows guests, accounts and API keys
    ///   - logger: is told when keys have changed, and when they can't be used
    /// - Throws: a sentence that says what to do
    public init(
        _ configuration: Configuration, others: any Authenticator, logger: Logger
    ) async throws(StartError) {
        try await self.init(configuration, others: others, logger: logger, clock: ServerClock())
    }

    package init(
        _ configuration: Configuration, others: any Authenticator, logger: Logger, clock: ServerClock,
        download: (@Sendable () async throws -> [UInt8])? = nil
    ) async throws(StartError) {
        self.others = others
        self.clock = clock
        rule = TokenRule(
            issuer: configuration.issuer, audience: configuration.audience,
            reservations: (others as? Accounts)?.reservations)
        guard configuration.keys.contains("://") else {
            source = .file(try await TokenKeyFile(configuration.keys, logger: logger, clock: clock))
            return
        }
        guard let fetch = download ?? KeyDownload(configuration.keys)?.run else {
            throw StartError(
                "\(configuration.keys) is no address for keys: give one with https. With http, an attacker on the way could replace the keys, and be any user."
            )
        }
        let address = TokenKeyAddress(download: fetch, logger: logger, clock: clock)
        await address.fetch()
        source = .address(address)
    }

    /// Reads the file with keys, or fetches them.
    public func reload() async {
        switch source {
        case .file(let file): await file.reload()
        case .address(let address): await address.fetch()
        }
    }

    /// Ends the thread.
    public func end() async { await thread.end() }

    // MARK: Authenticator

    /// Answers later for a signed token. The other authenticator answers for every other token.
    public func answer(to token: String) -> TokenAnswer {
        SignedToken.isSigned(token) ? .later : others.answer(to: token)
    }

    /// Verifies a signed token.
    public func identity(of text: String) async throws -> UserIdentity? {
        guard SignedToken.isSigned(text) else { return try await others.identity(of: text) }
        let token = try SignedToken(text)
        let keys = try await keys(for: token)
        do throws(WireError) { return try await identity(of: token, by: keys) } catch {
            guard case .address(let address) = source, keys.mayBeOld(for: token), error == .wrongSignature else {
                throw error
            }
            return try await identity(of: token, by: try await address.keys(newerThan: keys))
        }
    }

    private func identity(of token: SignedToken, by keys: TokenKeys) async throws(WireError) -> UserIdentity {
        let (rule, now) = (rule, clock.milliseconds())
        return try await thread.run { () throws(WireError) in
            try keys.verify(token)
            return try rule.identity(token.payload, at: now)
        }
    }

    /// Admits a guest if the other authenticator does.
    public func guest(_ user: UserID) throws(WireError) -> UserIdentity { try others.guest(user) }
    /// A guest's token, which the other authenticator makes.
    public func token(for user: UserID) -> String { others.token(for: user) }

    private func keys(for token: SignedToken) async throws(WireError) -> TokenKeys {
        switch source {
        case .file(let file): await file.current()
        case .address(let address): try await address.keys(for: token.key)
        }
    }
}

extension WireError {
    fileprivate static let tokensBusy = WireError(
        .overloaded, "Too many tokens are being checked; try again in a second.", retry: 1_000)
}
