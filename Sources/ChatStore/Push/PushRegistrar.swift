import ChatCore
import ChatModel
import ChatWire
import Foundation

/// Tells a ``PushService`` about this device, as ``PushRule`` decides, and keeps on disk what it
/// was told.
@MainActor
public final class PushRegistrar {
    private let service: any PushService
    private let app: PushApp
    private let file: PrivateFile<PushRule.Saved>
    private let tokens: @MainActor (AccountID) -> any TokenProvider
    private let clock: any ClientClock
    /// `nil` until the file is read.
    private var rule: PushRule?
    private var written: PushRule.Saved?
    private var token: DeviceToken?
    private var accounts: [AccountID: PushUser?]?
    /// The run that does what is due. It ends when nothing is, or a pause begins.
    private var run: Task<Void, Never>?
    private var alarm: Task<Void, Never>?

    /// Creates the registrar. It does nothing until ``follow(_:)``.
    ///
    /// - Parameters:
    ///   - file: Where it keeps what the service was told.
    ///   - tokens: Supplies the tokens of an account.
    ///   - clock: The time and the pauses.
    public init(
        _ service: any PushService, for app: PushApp, file: URL,
        tokens: @escaping @MainActor (AccountID) -> any TokenProvider, clock: any ClientClock = SystemClock()
    ) {
        (self.service, self.app, self.tokens, self.clock) = (service, app, tokens, clock)
        self.file = PrivateFile(file, most: Limits.pushFileBytes)
    }

    deinit { alarm?.cancel() }

    /// The system told the device's token.
    public func tokenCame(_ token: DeviceToken) {
        self.token = token
        rule?.tokenCame(token)
        wake()
    }

    /// The app's state may have changed. Without the user's wish for notifications no account is
    /// registered. While the accounts are not known (``AppState/awaitsStorage``), nothing changes.
    public func follow(_ state: AppState) {
        if state.awaitsStorage { return }
        let now = state.settings.notifies ? state.pushUsers : [:]
        if now == accounts { return }
        accounts = now
        rule?.accountsChanged(now)
        wake()
    }

    /// The app is in front again, or runs in the background.
    public func resume() {
        if accounts == nil { return }
        rule?.resumed()
        wake()
    }

    /// Returns when what is due now is done, or has failed, and is on the disk.
    public func settle() async { await run?.value }

    private func wake() {
        // Before the accounts are known, the file of what the service was told may be unreadable,
        // too.
        if accounts == nil { return }
        alarm?.cancel()
        alarm = nil
        if run != nil { return }
        // Ends when nothing is due, or a pause begins.
        run = Task { await work() }
    }

    private func work() async {
        if rule == nil {
            let saved = await file.load() ?? PushRule.Saved()
            var rule = PushRule(app, saved: saved)
            if let token { rule.tokenCame(token) }
            if let accounts { rule.accountsChanged(accounts) }
            (self.rule, written) = (rule, saved)
        }
        while let next = rule?.next(at: clock.now) {
            // A withdrawal is on the disk before its turn comes: the process may end.
            if case .step(let step) = next { rule?.began(step) }
            let isKept = await keep()
            switch next {
            case .nothing: if rule?.next(at: clock.now) == .nothing { return run = nil }
            case .wait: if case .wait(let milliseconds)? = rule?.next(at: clock.now) { return pause(milliseconds) }
            case .step(let step):
                // A registration that is not on the disk could not be withdrawn after a restart.
                let outcome = isKept ? await perform(step) : .failed(advice: nil)
                rule?.finished(step, outcome, at: clock.now)
            }
        }
    }

    private func pause(_ milliseconds: Int64) {
        run = nil
        let clock = self.clock
        alarm = Task { [weak self] in
            do { try await clock.sleep(milliseconds: milliseconds) } catch { return }
            self?.wake()
        }
    }

    private func keep() async -> Bool {
        guard let saved = rule?.saved, saved != written else { return true }
        do { try await file.save(saved) } catch { return false }
        written = saved
        return true
    }

    private func perform(_ step: PushRule.Step) async -> PushRule.Outcome {
        do {
            switch step {
            case .register(let account, let registration):
                try await service.register(registration, tokens: tokens(account))
            case .withdraw(let registration): try await service.unregister(registration)
            }
            return .done
        } catch let refusal as PushRefusal {
            return refusal.isFinal ? .refused : .failed(advice: refusal.retry)
        } catch {
            return .failed(advice: (error as? WireError)?.retry)
        }
    }
}

extension AppState {
    /// The users of all accounts; `nil` for one whose client has not told it yet.
    var pushUsers: [AccountID: PushUser?] {
        var users: [AccountID: PushUser?] = [:]
        for account in accounts.all {
            users[account.id] = .some(
                chat(of: account.id).identity.map { identity in
                    PushUser(server: account.server, user: identity.user, device: identity.device)
                })
        }
        return users
    }
}

extension ChatEffects {
    /// Supplies the token of an account's open client.
    public func tokens(of account: AccountID) -> any TokenProvider {
        ClientTokens { [weak self] in await self?.client(of: account) }
    }
}

/// The token that a client has, asked for anew each time.
private struct ClientTokens: TokenProvider {
    let client: @Sendable () async -> ChatClient?

    func token(replacing refused: String?) async throws -> String? {
        guard let client = await client() else { throw FileTrouble.noClient }
        guard let token = try await client.chat().identity?.token, token != refused else { return nil }
        return token
    }
}
