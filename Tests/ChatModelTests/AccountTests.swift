import ChatWire
import Testing

@testable import ChatModel

/// What the answers to requests about accounts mean.
@Suite struct AccountTests {
    private func refusal(_ code: UInt16, retry: UInt64? = nil) -> ServerAnswer {
        var writer = JSONWriter()
        ServerFrame.error(ref: nil, WireError(.init(rawValue: code), "No.", retry: retry)).write(to: &writer)
        return ServerAnswer(status: 429, body: writer.bytes)
    }

    private func code(of answer: ServerAnswer, after attempts: Int = 1) -> UInt16? {
        if case .refused(let error) = answer.accountOutcome(after: attempts) { error.code.rawValue } else { nil }
    }

    @Test func `a busy server is asked again after a short pause, three times in all`() {
        let busy = refusal(201, retry: 3_000)
        #expect(busy.accountOutcome(after: 1) == .again(after: 3_000))
        #expect(busy.accountOutcome(after: 2) == .again(after: 3_000))
        #expect(code(of: busy, after: 3) == 201)
    }

    @Test func `a long pause, or none, is the user's`() {
        #expect(code(of: refusal(200, retry: 60_000)) == 200)
        #expect(code(of: refusal(201)) == 201)
        #expect(code(of: refusal(185, retry: 1)) == 185)
    }

    @Test func `what a proxy answers is read by its status`() {
        #expect(code(of: ServerAnswer(status: 404)) == 180)
        #expect(code(of: ServerAnswer(status: 503, retryAfter: "60")) == 201)
        #expect(ServerAnswer(status: 302).accountOutcome(after: 1) == .unexpected)
        let page = ServerAnswer(status: 200, body: Array("<html>".utf8))
        #expect(page.accountOutcome(after: 1) == .done && page.credentials == nil && page.sessions == nil)
    }

    @Test func `a sign-up is refused only if the server says so for good`() {
        #expect(SignUp(failed: WireError(.signInFailed, "No.")) == .refused)
        #expect(SignUp(failed: WireError(.overloaded, "No.")) == .unanswered)
        #expect(SignUp(failed: nil) == .unanswered)
        // An earlier attempt has made the account.
        #expect(SignUp(failed: WireError(.tokenRefused, "No.")) == .unanswered)
    }

    @Test func `an account has one user, and a guest keeps their token for the sign-up`() throws {
        var chat = Chat(device: DeviceID(high: 1, low: 2), name: nil, token: nil)
        #expect(throws: WireError.self) { try chat.accountToken() }
        func credentials(_ user: UInt64) -> Credentials {
            Credentials(
                user: UserID(high: 0, low: user), name: "ann", role: .user, token: "ms_1",
                session: SessionID(high: 0, low: 1))
        }
        let input = try chat.input(of: credentials(1))
        _ = chat.handle(input, at: Now(monotonic: 0, wall: 0, random: 0))
        #expect(try chat.accountToken() == "ms_1")
        #expect(try chat.input(of: credentials(1)) == input)
        for attempt in [
            { _ = try chat.input(of: credentials(2)) },
            {
                _ = try chat.signUpRequest(name: "bob", password: "correct horse", invite: nil)
            },
        ] {
            #expect { try attempt() } throws: { ($0 as? WireError)?.code == .otherUser }
        }
    }
}
