import ChatCore
import ChatModel
import ChatWire

/// The app's side of a ``PushAccess``: writes the accounts and tokens for the extension.
@MainActor
public final class PushSharing {
    private let access: PushAccess
    private var identities: [AccountID: Identity?]?
    /// What is not written yet.
    private var next: (accounts: PushAccounts, identities: [AccountID: Identity?])?
    /// The run that writes it.
    private var keeping: Task<Void, Never>?
    /// The identities whose tokens were written.
    private var kept: [AccountID: Identity] = [:]
    /// The accounts that may have a token there.
    private var known: Set<AccountID> = []
    /// What was written last; `nil` until the file of an earlier process is read.
    private var written: PushAccounts?

    /// Creates the value.
    public init(_ access: PushAccess) { self.access = access }

    /// Writes everything again when an account was added or removed, or its user or token changed.
    public func follow(_ state: AppState) {
        if PushSharing.identities(state) != identities { note(state) }
    }

    /// Writes the accounts, off the main actor. Of several calls, the last one counts. Accounts
    /// that are not known yet are not written (``AppState/awaitsStorage``).
    public func note(_ state: AppState) {
        if state.awaitsStorage { return }
        let now = PushSharing.identities(state)
        identities = now
        next = (PushAccounts(state), now)
        if keeping != nil { return }
        // Ends when the newest accounts are written.
        keeping = Task {
            while let next {
                self.next = nil
                let former = await former()
                // The tokens first: the file says which ones are to be removed one day.
                await keep(next.identities)
                let unknown = Set(next.identities.filter { $0.value == nil }.keys)
                await save(next.accounts.keeping(unknown, of: former))
            }
            keeping = nil
        }
    }

    /// What was written last, also by an earlier process.
    private func former() async -> PushAccounts {
        if let written { return written }
        let former = await access.accounts.load() ?? PushAccounts()
        written = former
        known = Set(former.entries.map(\.account))
        return former
    }

    /// A disk that refuses leaves the extension with the accounts of before.
    private func save(_ accounts: PushAccounts) async {
        do { try await access.accounts.save(accounts) } catch { return }
        written = accounts
    }

    /// Returns when everything is written.
    public func finish() async { await keeping?.value }

    private func keep(_ identities: [AccountID: Identity?]) async {
        let vault = access.vault
        for account in known where !identities.keys.contains(account) {
            if await Task.detached(operation: { PushSharing.remove(vault(account)) }).value {
                known.remove(account)
                kept[account] = nil
            }
        }
        // An account without a known user keeps what it has: its client is not open yet. Guests
        // can't use the HTTP API, so their tokens stay where they are.
        for case (let account, let identity?) in identities {
            guard identity.hasAccount, let token = identity.token, kept[account] != identity else { continue }
            known.insert(account)
            let user = identity.user
            if await Task.detached(operation: { PushSharing.keep(token, of: user, vault(account)) }).value {
                kept[account] = identity
            }
        }
    }

    private nonisolated static func remove(_ vault: (any TokenVault)?) -> Bool {
        do { try vault?.removeAll(but: nil) } catch { return false }
        return true
    }

    private nonisolated static func keep(_ token: String, of user: UserID, _ vault: (any TokenVault)?) -> Bool {
        do {
            try vault?.keep(token, of: user)
            try vault?.removeAll(but: user)
        } catch {
            return false
        }
        return true
    }

    private static func identities(_ state: AppState) -> [AccountID: Identity?] {
        var identities: [AccountID: Identity?] = [:]
        for account in state.accounts.all {
            identities[account.id] = .some(state.chat(of: account.id).identity)
        }
        return identities
    }
}
