import ChatServer
import ChatWire
import Logging

/// Keys that are published at an address. They are fetched as ``FetchRule`` says, and kept when a
/// fetch fails.
actor TokenKeyAddress {
    private let download: @Sendable () async throws -> [UInt8]
    private let logger: Logger
    private let clock: ServerClock
    private var rule = FetchRule()
    private var keys: TokenKeys?
    private var text: [UInt8] = []
    private var fetching: Task<Bool, Never>?

    init(download: @escaping @Sendable () async throws -> [UInt8], logger: Logger, clock: ServerClock) {
        self.download = download
        self.logger = logger
        self.clock = clock
    }

    /// The keys for a token that names `key`.
    ///
    /// - Throws: 201 (`overloaded`) with the time to wait, if no keys were fetched yet, or if the
    ///   key is unknown and the next fetch is not due
    func keys(for key: String?) async throws(WireError) -> TokenKeys {
        try await keys { $0.contains(key) }
    }

    /// The keys for a token that names none, and that `keys` do not verify.
    ///
    /// - Throws: 201 (`overloaded`), with the time to wait, if newer keys can't be fetched yet, or
    ///   another token's fetch brought none
    func keys(newerThan keys: TokenKeys) async throws(WireError) -> TokenKeys {
        try await self.keys { $0.number > keys.number }
    }

    /// The keys, fetched anew if they are old or not sufficient.
    private func keys(_ isSufficient: (TokenKeys) -> Bool) async throws(WireError) -> TokenKeys {
        let now = clock.nanoseconds()
        let isStale = rule.isStale(at: now)
        if let keys, isSufficient(keys), !isStale || rule.hasFailed {
            // Nobody waits for an address that fails: it may take seconds to do so.
            if isStale, fetching == nil, rule.wait(at: now) == 0 { begin() }
            return keys
        }
        let begins = fetching == nil && rule.wait(at: now) == 0
        var isNewest = false
        if begins || fetching != nil { isNewest = await fetch() && begins }
        // This token's fetch has the newest keys. An earlier one may not.
        guard let keys, isSufficient(keys) || isNewest else { throw .keysMissing(retry: retry) }
        return keys
    }

    /// Fetches the keys now, or waits for the fetch that is under way.
    ///
    /// - Returns: whether it succeeded
    @discardableResult
    func fetch() async -> Bool { await (fetching ?? begin()).value }

    /// Waits for the fetch that is under way, if there is one.
    func ended() async { _ = await fetching?.value }

    @discardableResult
    private func begin() -> Task<Bool, Never> {
        rule.began(at: clock.nanoseconds())
        // Not the caller's task: others wait for it, too.
        let task = Task {
            defer { fetching = nil }
            return await update()
        }
        fetching = task
        return task
    }

    private var retry: UInt64 { max(rule.wait(at: clock.nanoseconds()), 1_000) }

    private func update() async -> Bool {
        do {
            let fetched = try await download()
            if fetched != text {
                var fetchedKeys = try await TokenKeys(keySet: fetched, isPublished: true)
                fetchedKeys.number = (keys?.number ?? 0) + 1
                keys = fetchedKeys
                text = fetched
                logger.notice("The keys of tokens were fetched.")
                fetchedKeys.logFaults(logger)
            }
            rule.succeeded(at: clock.nanoseconds())
            return true
        } catch {
            rule.failed()
            logger.error(
                "The keys of tokens can't be fetched. The server keeps those it has, and tries again when a token needs newer ones, in \(Limits.tokenKeysInterval / 1_000) s at the earliest. Check the address.",
                metadata: ["error": "\(error)"])
            return false
        }
    }
}

extension WireError {
    fileprivate static func keysMissing(retry: UInt64) -> WireError {
        WireError(.overloaded, "The server does not have the key of this token yet; try again later.", retry: retry)
    }
}
