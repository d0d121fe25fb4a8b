import ChatModel
import ChatWire

// The account of the page's user, as `ChatClient` of the SDK has it.
extension PageClient {
    /// The inputs that follow from what an account form asks for or is answered; `nil` if `object`
    /// is about something else.
    func accountInputs(_ object: JSONObject) throws(WireError) -> [Input]? {
        switch try object.string("type") {
        case "registration":
            account.registration = PageAccount.Registration(rawValue: try object.string("rule"))
            return []
        case "answered": return try answered(object)
        case "account", "signUp", "signIn", "endSession", "changePassword", "signOut", "closeAccount":
            return try wishInputs(object)
        default: return nil
        }
    }

    /// What the user wants to be done about the account. Not inlined: the page loads this function
    /// later than the one above.
    @inline(never)
    private func wishInputs(_ object: JSONObject) throws(WireError) -> [Input] {
        switch try object.string("type") {
        case "signUp":
            return wish(
                .signUp(
                    name: try name(object), password: try object.string("password"),
                    invite: TextRule.trimmed(try object.string("invite"))))
        case "signIn": return wish(.signIn(name: try name(object), password: try object.string("password")))
        case "endSession": return wish(.endSession(try object.id("id")))
        case "changePassword":
            return wish(.changePassword(from: try object.string("password"), to: try object.string("new")))
        case "signOut": return wish(.signOut)
        case "closeAccount": return wish(.close(password: try object.string("password")))
        default:
            account.clear()
            return chat.identity?.hasAccount == true ? wish(.sessions) : []
        }
    }

    private func name(_ object: JSONObject) throws(WireError) -> String { TextRule.trimmed(try object.string("name")) }

    private func wish(_ wish: PageAccount.Wish) -> [Input] {
        guard account.isIdle || wish == .signOut else { return [] }
        do throws(WireError) {
            account.ask(try request(for: wish), for: wish)
        } catch {
            // Without a token there is no session to end.
            if wish == .signOut { account.erase() } else { account.failed(wish, error) }
            return []
        }
        if case .signUp = wish { return [.signUp(.began)] }
        return []
    }

    private func request(for wish: PageAccount.Wish) throws(WireError) -> ServerRequest {
        switch wish {
        case .signUp(let name, let password, let invite):
            if let problem = NameRule.check(name) ?? PasswordRule.check(password) { throw problem.translated }
            return try chat.signUpRequest(name: name, password: password, invite: invite.isEmpty ? nil : invite)
        case .signIn(let name, let password):
            if let problem = NameRule.check(name) { throw problem.translated }
            return .signIn(name: name, password: try entered(password))
        case .sessions, .signOut: return .sessions(token: try chat.accountToken())
        case .endSession(let session), .leave(let session): return .end(session, token: try chat.accountToken())
        case .changePassword(let old, let new):
            let old = try entered(old)
            if let problem = PasswordRule.check(new) { throw problem.translated }
            return .changePassword(from: old, to: new, token: try chat.accountToken())
        case .close(let password):
            return .closeAccount(password: try entered(password), token: try chat.accountToken())
        }
    }

    private func entered(_ password: String) throws(WireError) -> String {
        if password.isEmpty { throw WireError(.signInFailed, localized("Enter your password.")) }
        return password
    }

    /// The answer to a request about the account: what the server or a proxy said, or nothing
    /// (`status` 0).
    @inline(never)  // as `wishInputs`
    private func answered(_ object: JSONObject) throws(WireError) -> [Input] {
        let status = Int(try object.number("status", to: 999))
        let answer = ServerAnswer(
            status: status, retryAfter: try object.optionalString("retryAfter"),
            body: Array(try object.string("body").utf8.prefix(Limits.receivedFrameBytes)))
        let number = try object.number("number")
        guard let (wish, outcome) = account.outcome(of: status == 0 ? nil : answer, number: number) else { return [] }
        switch outcome {
        case .done: return done(wish, answer)
        case .refused(let error): return failed(wish, error)
        case .unexpected, .again: return failed(wish, nil, AccountSentences.unexpected)
        case nil: return failed(wish, nil, AccountSentences.unanswered)
        }
    }

    private func failed(_ wish: PageAccount.Wish, _ error: WireError?, _ sentence: String = "") -> [Input] {
        if let error { account.failed(wish, error) } else { account.failed(wish, sentence) }
        switch wish {
        // Nothing is left here all the same. The session ends when it is not used.
        case .signOut, .leave: account.erase()
        case .signUp: return [.signUp(SignUp(failed: error))]
        default: break
        }
        return []
    }

    private func done(_ wish: PageAccount.Wish, _ answer: ServerAnswer) -> [Input] {
        switch wish {
        case .signUp, .signIn:
            guard let credentials = answer.credentials else { break }
            do throws(WireError) {
                return [try chat.input(of: credentials), .start]
            } catch {
                account.askAlso(.end(credentials.session, token: credentials.token))
                return failed(wish, error)
            }
        case .sessions:
            guard let sessions = answer.sessions else { break }
            account.listed(sessions)
            return []
        case .endSession: return self.wish(.sessions)
        case .changePassword:
            _ = self.wish(.sessions)
            account.succeeded(AccountSentences.passwordChanged)
            return []
        case .signOut:
            if let own = answer.sessions?.first(where: { $0.isCurrent }) { return self.wish(.leave(own.id)) }
            account.erase()
            return []
        case .leave, .close:
            account.erase()
            return []
        }
        return failed(wish, nil, AccountSentences.unexpected)
    }

    /// Writes what the account forms show, if it has changed.
    func writeAccount(to writer: inout JSONWriter) {
        account.belongs(to: chat.identity, isNew: chat.identity == nil && remembered.token == nil)
        guard screen.account != account.shown else { return }
        screen.account = account.shown
        writer.key("account")
        account.shown.write(to: &writer)
    }
}

extension PageAccount.Shown {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("hasAccount", hasAccount)
        writer.key("ways")
        writer.beginArray()
        for way in ways { writer.value(way.rawValue) }
        writer.endArray()
        writer.member("busy", busy)
        if let problem {
            writer.key("problem")
            writer.beginObject()
            writer.member("form", problem.form as String?)
            writer.member("field", problem.field)
            writer.member("sentence", problem.sentence as String?)
            writer.endObject()
        }
        writer.member("success", success)
        if let sessions {
            writer.key("sessions")
            writer.beginArray()
            for session in sessions {
                writer.beginObject()
                writer.member("id", session.id as SessionID?)
                writer.member("program", session.program)
                writer.member("created", session.created)
                writer.member("used", session.used)
                writer.member("current", session.isCurrent)
                writer.endObject()
            }
            writer.endArray()
        }
        writer.endObject()
    }
}

extension PageAccount.Effect {
    /// Writes it beside the effects of the client.
    func write(to writer: inout JSONWriter) {
        switch self {
        case .ask(let request, let number, let wait):
            writer.effect("account") {
                $0.member("number", number as UInt64?)
                $0.member("wait", wait as UInt64?)
                $0.member("method", request.method.rawValue as String?)
                $0.member("target", request.path as String?)
                $0.member("token", request.token)
                $0.member("body", request.body.map { String(decoding: $0, as: UTF8.self) })
            }
        case .erase: writer.effect("erase") { _ in }
        }
    }
}
