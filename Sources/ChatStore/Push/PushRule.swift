import ChatCore
import ChatModel
import ChatWire

/// Decides when a ``PushService`` is told about this device. ``PushRegistrar`` performs the steps.
///
/// An account is registered when the device's token is known: for the first time, after a change of
/// the token or the user, after an update of the app, and again after
/// ``ChatWire/Limits/pushRenewal``. It is withdrawn when it is gone, or nothing is to be announced.
/// A withdrawal waits, across launches, until the service has been told.
public struct PushRule: Hashable, Sendable {
    /// What outlives the process.
    public struct Saved: Hashable, Sendable, Codable {
        /// What the service was told of each account.
        var told: [Told] = []
        /// What the service is to forget, the oldest first.
        var withdrawals: [PushRegistration] = []

        /// Creates the value of an app that has told nothing.
        public init() {}
    }

    struct Told: Hashable, Sendable, Codable {
        var account: AccountID
        var registration: PushRegistration
        /// When the service confirmed it: milliseconds since 1970-01-01 UTC. `nil`: it was sent,
        /// and the service may have it.
        var at: Int64?
        /// The app's version of that time.
        var version: String
    }

    /// What to tell the service.
    public enum Step: Hashable, Sendable {
        /// Register an account.
        case register(AccountID, PushRegistration)
        /// Forget a registration.
        case withdraw(PushRegistration)
    }

    /// What is due.
    public enum Next: Hashable, Sendable {
        /// Do this, and report its end with ``PushRule/finished(_:_:at:)``.
        case step(Step)
        /// Ask again after this many milliseconds.
        case wait(Int64)
        /// Nothing, until something changes.
        case nothing
    }

    /// How a step ended.
    public enum Outcome: Hashable, Sendable {
        /// The service has done it.
        case done
        /// The service does not want it.
        case refused
        /// There is no answer now. `advice`: the milliseconds that the service asks for.
        case failed(advice: UInt64?)
    }

    /// What is to be saved, before the next step is taken.
    public private(set) var saved: Saved
    private let app: PushApp
    private var token: DeviceToken?
    /// The accounts that want pushes; `nil` until they are known. An account's user is `nil` until
    /// its client is open.
    private var accounts: [AccountID: PushUser?]?
    private var failures = 0
    /// No try before this time, by the monotonic clock.
    private var pause: Int64?
    /// What the service has refused in this process.
    private var refused: Set<PushRegistration> = []

    /// Creates the rule of a process.
    ///
    /// - Parameter saved: What an earlier process has left.
    public init(_ app: PushApp, saved: Saved = Saved()) {
        (self.app, self.saved) = (app, saved)
        boundWithdrawals()
    }

    /// The system has given the app the device's token.
    public mutating func tokenCame(_ token: DeviceToken) { self.token = token }

    /// The accounts changed, or their users.
    ///
    /// - Parameter accounts: All accounts that want pushes. A user of `nil` is not known yet: what
    ///   was told of this account stays.
    public mutating func accountsChanged(_ accounts: [AccountID: PushUser?]) {
        self.accounts = accounts
        for told in saved.told where !accounts.keys.contains(told.account) { withdraw(told) }
    }

    /// The app is in front again, or runs in the background: what was given up is tried again.
    public mutating func resumed() {
        failures = 0
        pause = nil
        refused.removeAll()
    }

    /// What is due now.
    public func next(at now: Now) -> Next {
        guard let step = step(at: now) else { return .nothing }
        if failures >= Limits.pushTries { return .nothing }
        if let pause, pause > now.monotonic { return .wait(pause - now.monotonic) }
        return .step(step)
    }

    /// A step begins. Save ``saved`` first: the service may have it even if no answer comes.
    public mutating func began(_ step: Step) {
        guard case .register(let account, let registration) = step else { return }
        // A registration replaces the one of the same device only.
        for told in saved.told where told.account == account && told.registration.device != registration.device {
            withdraw(told)
        }
        saved.withdrawals.removeAll { $0.device == registration.device }
        saved.told.removeAll { $0.account == account }
        saved.told.append(Told(account: account, registration: registration, at: nil, version: app.version))
    }

    /// A step has ended.
    public mutating func finished(_ step: Step, _ outcome: Outcome, at now: Now) {
        switch outcome {
        case .failed(let advice):
            failures += 1
            pause = now.monotonic + Backoff.delay(failures: failures, advice: advice, random: now.random)
            return
        case .done, .refused:
            failures = 0
            pause = nil
        }
        switch step {
        case .withdraw(let registration): saved.withdrawals.removeAll { $0 == registration }
        case .register(let account, let registration):
            if outcome == .refused { refused.insert(registration) }
            guard outcome == .done, let index = saved.told.firstIndex(where: { $0.account == account }),
                saved.told[index].registration == registration
            else { return }
            saved.told[index].at = now.wall
        }
    }

    private func step(at now: Now) -> Step? {
        if let first = saved.withdrawals.first { return .withdraw(first) }
        guard let token, let accounts else { return nil }
        for (account, user) in accounts.sorted(by: { $0.key.text < $1.key.text }) {
            guard let user else { continue }
            let registration = PushRegistration(app: app, token: token, user: user)
            if isDue(registration, of: account, at: now), !refused.contains(registration) {
                return .register(account, registration)
            }
        }
        return nil
    }

    private func isDue(_ registration: PushRegistration, of account: AccountID, at now: Now) -> Bool {
        guard let told = saved.told.first(where: { $0.account == account }), told.registration == registration,
            told.version == app.version, let at = told.at
        else { return true }
        // A clock that was set back does not keep a registration for longer.
        let (age, isHuge) = now.wall.subtractingReportingOverflow(at)
        return isHuge || !(0..<Limits.pushRenewal).contains(age)
    }

    private mutating func withdraw(_ told: Told) {
        saved.told.removeAll { $0 == told }
        saved.withdrawals.removeAll { $0.device == told.registration.device }
        saved.withdrawals.append(told.registration)
        boundWithdrawals()
    }

    private mutating func boundWithdrawals() {
        saved.withdrawals.removeFirst(max(saved.withdrawals.count - Limits.pushWithdrawals, 0))
        saved.told.removeFirst(max(saved.told.count - Limits.accounts, 0))
    }
}
