import ChatCore
import ChatModel
import ChatWire
import Testing

@testable import ChatStore

/// When the push service is told of this device.
struct PushRuleTests {
    static let app = PushApp(topic: "chat.martlet.app", environment: .production, version: "1.0")
    private let ann = AccountID(high: 1, low: 1)
    private let cleo = AccountID(high: 2, low: 2)

    private func token(_ byte: UInt8 = 1) throws -> DeviceToken { try #require(DeviceToken([byte, 0xAB])) }

    private func user(_ number: UInt64 = 1, device: UInt64 = 1) throws -> PushUser {
        PushUser(
            server: try #require(ServerAddress("chat.example.org")), user: UserID(high: number, low: 1),
            device: DeviceID(high: device, low: 1))
    }

    private func now(_ milliseconds: Int64 = 0, wall: Int64 = 1_000) -> Now {
        Now(monotonic: milliseconds, wall: wall, random: .max)
    }

    private func registration(_ user: PushUser, _ token: DeviceToken, app: PushApp = app) -> PushRegistration {
        PushRegistration(app: app, token: token, user: user)
    }

    /// Takes the step that is due, and says that it was done.
    private func take(_ rule: inout PushRule, at now: Now) -> PushRule.Step? {
        guard case .step(let step) = rule.next(at: now) else { return nil }
        rule.began(step)
        rule.finished(step, .done, at: now)
        return step
    }

    /// A rule that has told of one account.
    private func told() throws -> PushRule {
        var rule = PushRule(PushRuleTests.app)
        rule.tokenCame(try token())
        rule.accountsChanged([ann: try user()])
        #expect(take(&rule, at: now()) == .register(ann, registration(try user(), try token())))
        return rule
    }

    @Test func `nothing is told before the token, the accounts and their users are known, and then once`() throws {
        var rule = PushRule(PushRuleTests.app)
        #expect(rule.next(at: now()) == .nothing)
        rule.tokenCame(try token())
        #expect(rule.next(at: now()) == .nothing)
        rule.accountsChanged([ann: nil])
        #expect(rule.next(at: now()) == .nothing)
        rule.accountsChanged([ann: try user()])
        #expect(take(&rule, at: now()) == .register(ann, registration(try user(), try token())))
        #expect(rule.next(at: now()) == .nothing)
        // Another account is told for itself.
        rule.accountsChanged([ann: try user(), cleo: try user(2, device: 2)])
        #expect(take(&rule, at: now()) == .register(cleo, registration(try user(2, device: 2), try token())))
        #expect(rule.next(at: now()) == .nothing)
    }

    @Test func `a new token, user or version is told, and everything again after 30 days`() throws {
        var rule = try told()
        rule.tokenCame(try token(2))
        #expect(take(&rule, at: now()) == .register(ann, registration(try user(), try token(2))))
        rule.accountsChanged([ann: try user(3)])
        #expect(take(&rule, at: now()) == .register(ann, registration(try user(3), try token(2))))
        #expect(rule.next(at: now()) == .nothing)

        var newer = PushRuleTests.app
        newer.version = "1.1"
        for (app, wall, isDue) in [
            (PushRuleTests.app, 1_000, false), (newer, 1_000, true),
            (PushRuleTests.app, 1_000 + Limits.pushRenewal - 1, false),
            (PushRuleTests.app, 1_000 + Limits.pushRenewal, true),
            (PushRuleTests.app, 1_000 + Limits.pushRenewal + 1, true),
            // The clock was set back.
            (PushRuleTests.app, 999, true), (PushRuleTests.app, .min, true),
        ] {
            var next = PushRule(app, saved: rule.saved)
            next.tokenCame(try token(2))
            next.accountsChanged([ann: try user(3)])
            #expect((take(&next, at: now(wall: wall)) != nil) == isDue, "\(app.version) \(wall)")
        }
    }

    @Test func `what was sent without an answer is told again, and withdrawn if the account is gone`() throws {
        var rule = PushRule(PushRuleTests.app)
        rule.tokenCame(try token())
        rule.accountsChanged([ann: try user()])
        guard case .step(let step) = rule.next(at: now()) else { throw PushRefusal(isFinal: true) }
        rule.began(step)
        // The process ends here.
        var again = PushRule(PushRuleTests.app, saved: rule.saved)
        again.tokenCame(try token())
        again.accountsChanged([ann: try user()])
        #expect(again.next(at: now()) == .step(step))
        var gone = PushRule(PushRuleTests.app, saved: rule.saved)
        gone.accountsChanged([:])
        #expect(take(&gone, at: now()) == .withdraw(registration(try user(), try token())))
        #expect(gone.next(at: now()) == .nothing && gone.saved == PushRule.Saved())
        // Its answer comes after the account was removed.
        rule.accountsChanged([:])
        rule.finished(step, .done, at: now())
        #expect(take(&rule, at: now()) == .withdraw(registration(try user(), try token())))
    }

    @Test func `a withdrawal waits until the service was told, across launches and without a token`() throws {
        var rule = try told()
        rule.accountsChanged([:])
        guard case .step(let step) = rule.next(at: now()) else { throw PushRefusal(isFinal: true) }
        #expect(step == .withdraw(registration(try user(), try token())))
        rule.finished(step, .failed(advice: nil), at: now())
        var next = PushRule(PushRuleTests.app, saved: rule.saved)
        #expect(take(&next, at: now()) == step && next.next(at: now()) == .nothing)
        // An account whose user is not known yet is not gone.
        var open = try told()
        open.accountsChanged([ann: nil])
        #expect(open.next(at: now()) == .nothing && open.saved.withdrawals.isEmpty)
    }

    @Test func `a registration of the same device takes back its withdrawal, and that of another does not`() throws {
        var rule = try told()
        rule.accountsChanged([:])
        rule.accountsChanged([ann: try user()])
        #expect(rule.saved.withdrawals.count == 1)
        let step = PushRule.Step.register(ann, registration(try user(), try token()))
        rule.began(step)
        #expect(rule.saved.withdrawals.isEmpty)
        // The journal is new, and so is the device's id.
        rule.finished(step, .done, at: now())
        rule.accountsChanged([ann: try user(1, device: 7)])
        #expect(take(&rule, at: now()) == .register(ann, registration(try user(1, device: 7), try token())))
        #expect(take(&rule, at: now()) == .withdraw(registration(try user(), try token())))
    }

    @Test func `the newest withdrawals are kept, at most as many as the limit`() throws {
        for count in [Limits.pushWithdrawals - 1, Limits.pushWithdrawals, Limits.pushWithdrawals + 1] {
            var rule = PushRule(PushRuleTests.app)
            rule.tokenCame(try token())
            for number in 1...UInt64(count) {
                rule.accountsChanged([ann: try user(number, device: number)])
                rule.began(.register(ann, registration(try user(number, device: number), try token())))
                rule.accountsChanged([:])
            }
            #expect(rule.saved.withdrawals.count == min(count, Limits.pushWithdrawals))
            #expect(rule.saved.withdrawals.last?.device == DeviceID(high: UInt64(count), low: 1))
        }
    }

    @Test func `tries are repeated after the usual pauses, the service's own if longer, and given up`() throws {
        var rule = PushRule(PushRuleTests.app)
        rule.tokenCame(try token())
        rule.accountsChanged([ann: try user()])
        var time: Int64 = 0
        for failure in 1...Limits.pushTries {
            guard case .step(let step) = rule.next(at: now(time)) else { throw PushRefusal(isFinal: true) }
            rule.began(step)
            rule.finished(step, .failed(advice: failure == 2 ? 60_000 : nil), at: now(time))
            if failure == Limits.pushTries { break }
            let pause = failure == 2 ? 60_000 : Backoff.delay(failures: failure, random: .max)
            #expect(rule.next(at: now(time)) == .wait(pause))
            #expect(rule.next(at: now(time + pause - 1)) == .wait(1))
            time += pause
        }
        #expect(rule.next(at: now(.max)) == .nothing)
        rule.resumed()
        #expect(rule.next(at: now(time)) != .nothing)
    }

    @Test func `what the service refuses is not asked again until the app is in front, and holds up nothing`() throws {
        var rule = PushRule(PushRuleTests.app)
        rule.tokenCame(try token())
        rule.accountsChanged([ann: try user(), cleo: try user(2, device: 2)])
        guard case .step(let step) = rule.next(at: now()) else { throw PushRefusal(isFinal: true) }
        rule.began(step)
        rule.finished(step, .refused, at: now())
        #expect(take(&rule, at: now()) == .register(cleo, registration(try user(2, device: 2), try token())))
        #expect(rule.next(at: now()) == .nothing)
        rule.resumed()
        #expect(rule.next(at: now()) == .step(step))
        // A refused withdrawal is done with.
        rule.accountsChanged([:])
        while case .step(let step) = rule.next(at: now()) { rule.finished(step, .refused, at: now()) }
        #expect(rule.saved == PushRule.Saved())
    }

    @Test func `a device token is read within its bounds`() throws {
        #expect(try token().text == "01ab")
        for (count, isToken) in [
            (0, false), (1, true), (Limits.deviceTokenBytes, true), (Limits.deviceTokenBytes + 1, false),
        ] {
            #expect((DeviceToken([UInt8](repeating: 0xFF, count: count)) != nil) == isToken)
        }
    }
}
