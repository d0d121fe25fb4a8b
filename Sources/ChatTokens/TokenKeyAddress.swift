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
    private var fetching: Task<Void, Never>?

    init(download: @escaping @Sendable () async throws -> [UInt8], logger: Logger, clock: ServerClock) {
        self.download = download
        self.logger = logger
        self.clock = clock
    }

    /// The keys for a token that names `key`.
    ///
    /// - Throws: when there are none yet, or when this one may be new and can't be asked for yet
    func keys(for key: String?) async throws(WireError) -> TokenKeys {
        let now = clock.nanoseconds()
        let isNeeded = rule.isStale(at: now) || keys?.contains(key) != true
        let begins = isNeeded && fetching == nil && rule.wait(at: now) == 0
        if begins || isNeeded && fetching != nil { await fetch() }
        guard let keys else { throw .keysMissing(retry: retry) }
        // This token's fetch has the newest keys. An earlier one may not.
        guard keys.contains(key) || begins else { throw .keysMissing(retry: retry) }
        return keys
    }

    /// Fetches the keys now, or waits for the fetch that is under way.
    func fetch() async {
        if let fetching { return await fetching.value }
        rule.began(at: clock.nanoseconds())
        // Not the caller's task: others wait for it, too.
        let task = Task { await update() }
        fetching = task
        await task.value
        fetching = nil
    }

    private var retry: UInt64 { max(rule.wait(at: clock.nanoseconds()), 1_000) }

    private func update() async {
        do {
            let fetched = try await download()
            if fetched != text {
                keys = try await TokenKeys(keySet: fetched, isPublished: true)
                text = fetched
                logger.notice("The keys of tokens were fetched.")
            }
            rule.succeeded(at: clock.nanoseconds())
        } catch {
            logger.error(
                "The keys of tokens can't be fetched; the server keeps those it has, and tries again in \(Limits.tokenKeysInterval / 1_000) s.",
                metadata: ["error": "\(error)"])
        }
    }
}

extension WireError {
    fileprivate static func keysMissing(retry: UInt64) -> WireError {
        WireError(.overloaded, "The server does not have the key of this token yet; try again later.", retry: retry)
    }
}
