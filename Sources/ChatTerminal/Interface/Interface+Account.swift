import ChatCore

// The user's account: what the commands about it ask, and the server's answers.
extension Interface {
    private static var ofTokenFile: String {
        localized(
            "Your user comes from a file with a token. Start martlet chat without --token-file and MARTLET_TOKEN_FILE to sign in or out here."
        )
    }

    mutating func login(_ typed: String, _ chat: Chat) -> [Intent]? {
        if let refusal = refusal(ofName: typed, after: "/login") { return refusal }
        let name = typed.isEmpty ? chat.identity.flatMap { $0.hasAccount ? $0.name : nil } : Self.unquoted(typed)
        guard let name else { return no(localized("Which account? Type /login NAME.")) }
        return ask(.password(of: name, leavesGuest: chat.hasGuestsThings), about: name)
    }

    mutating func register(_ typed: String, _ chat: Chat) -> [Intent]? {
        if hasTokenFile { return no(Self.ofTokenFile) }
        if let refusal = refusal(ofName: typed, after: "/register") { return refusal }
        let typed = Self.unquoted(typed)
        do throws(WireError) {
            _ = try chat.signUpRequest(name: typed, password: "", invite: nil)
        } catch { return no(error.text) }
        let name = typed.isEmpty ? chat.identity?.name : typed
        guard let name else { return no(localized("Under which name? Type /register NAME.")) }
        return ask(.newAccount(name, first: nil), about: name)
    }

    /// Refuses a name of several words: the last of them may be a password, which does not stay on
    /// the screen and is in no name.
    private mutating func refusal(ofName typed: String, after command: String) -> [Intent]? {
        guard typed.contains(" "), Self.unquoted(typed) == typed else { return nil }
        return refuse(
            localized(
                "Type \(command) NAME alone. The client asks for the password and does not show it. Put a name of several words in quotes."
            ))
    }

    /// A name without the quotes around it.
    private static func unquoted(_ typed: String) -> String {
        typed.count > 2 && typed.hasPrefix("\"") && typed.hasSuffix("\"") ? String(typed.dropFirst().dropLast()) : typed
    }

    private mutating func ask(_ purpose: Prompt.Purpose, about name: String) -> [Intent]? {
        if hasTokenFile { return no(Self.ofTokenFile) }
        if let error = NameRule.check(name) { return no(error.translated.text) }
        prompt = Prompt(purpose)
        return []
    }

    mutating func changePassword(_ chat: Chat) -> [Intent]? {
        guard hasAccount(chat) else { return nil }
        prompt = Prompt(.oldPassword)
        return []
    }

    mutating func listSessions(_ chat: Chat) -> [Intent]? {
        guard hasAccount(chat) else { return nil }
        let intents = request(.sessions)
        if !intents.isEmpty { panel = Panel(asking: .sessions, title: localized("Where you are signed in")) }
        return intents
    }

    mutating func logout(_ chat: Chat) -> [Intent]? {
        if hasTokenFile { return no(Self.ofTokenFile) }
        guard hasAccount(chat) else { return nil }
        mode = .signingOut
        return []
    }

    /// Whether the user has an account. If not, the status line says so.
    private mutating func hasAccount(_ chat: Chat) -> Bool {
        do throws(WireError) { _ = try chat.accountToken() } catch {
            complain(error.text)
            return false
        }
        return true
    }

    mutating func signingOut(_ key: Key) -> [Intent] {
        switch key {
        case .text("y"), .text("Y"):
            mode = .writing
            tell(localized("Signing out…"))
            return [.account(.signOut)]
        case .escape, .text("n"), .text("N"):
            mode = .writing
            return []
        default: return []
        }
    }

    mutating func request(_ request: AccountRequest) -> [Intent] {
        if isAsking {
            complain(localized("The server has not answered the last request about your account yet."))
            return []
        }
        isAsking = true
        return [.account(request)]
    }
}

// What is typed where the user is asked for it.
extension Interface {
    /// Takes a key while the client asks for a text. Returns `nil` for Ctrl-C, Ctrl-Z and Ctrl-L.
    /// Other keys never reach the composer: the text may be a password.
    mutating func answering(_ key: Key, _ chat: Chat) -> [Intent]? {
        guard var asked = prompt else { return nil }
        switch key {
        case .control("c"), .control("z"), .control("l"): return nil
        case .escape: prompt = nil
        case _ where asked.purpose == .answer: break
        case .enter:
            prompt = nil
            return answered(asked, chat)
        case .altEnter: break
        default:
            var key = key
            if case .paste(let text) = key {
                key = .paste(text.split(whereSeparator: \.isNewline).joined(separator: " "))
            }
            if asked.editor.take(key) == false { complain(Self.cut) }
            prompt = asked
        }
        return []
    }

    private mutating func answered(_ asked: Prompt, _ chat: Chat) -> [Intent] {
        let text = asked.editor.text
        switch asked.purpose {
        case .password(let name, _):
            return text.isEmpty ? [] : request(.signIn(name: name, password: text), localized("Signing in…"))
        case .newAccount(let name, nil): return again(text) { .newAccount(name, first: $0) }
        case .newAccount(let name, let first?):
            guard text.hasSameBytes(as: first) else { return differ(.newAccount(name, first: nil)) }
            return request(.signUp(name: name, password: text, invite: nil), localized("Creating the account…"))
        case .invite(let name, let password):
            let invite = text.trimmed
            if invite.isEmpty { return [] }
            return request(.signUp(name: name, password: password, invite: invite), localized("Creating the account…"))
        case .oldPassword:
            if !text.isEmpty { prompt = Prompt(.newPassword(old: text, first: nil)) }
            return []
        case .newPassword(let old, nil): return again(text) { .newPassword(old: old, first: $0) }
        case .answer: return []
        case .newPassword(let old, let first?):
            guard text.hasSameBytes(as: first) else { return differ(.newPassword(old: old, first: nil)) }
            return request(.changePassword(from: old, to: text), localized("Changing the password…"))
        case .sanction(let sanction, let person, let room): return decided(sanction, person, text, room, asked, chat)
        case .report(let seq, let reason, let room):
            return reported(seq, reason, text.trimmed, room, asked, chat)
        case .deletion(let seq, let room):
            let mutation = Mutation.delete(of: seq, reason: text.trimmed.isEmpty ? nil : text.trimmed)
            return perform(mutation, in: room, asked, chat)
        }
    }

    private mutating func request(_ request: AccountRequest, _ sentence: String) -> [Intent] {
        let intents = self.request(request)
        if intents.isEmpty { return [] }
        tell(sentence)
        prompt = Prompt(.answer)
        return intents
    }

    /// Asks for a new password a second time, or again if it is not allowed.
    private mutating func again(_ text: String, _ next: (String?) -> Prompt.Purpose) -> [Intent] {
        let error = PasswordRule.check(text)
        if let error { complain(error.translated.text) }
        prompt = Prompt(next(error == nil ? text : nil))
        return []
    }

    private mutating func differ(_ first: Prompt.Purpose) -> [Intent] {
        complain(localized("These were two different passwords. Type the password again."))
        prompt = Prompt(first)
        return []
    }
}

// The server's answers.
extension Interface {
    /// Takes the answer to ``Intent/account(_:)``. Returns what it asks for.
    package mutating func take(_ answer: AccountAnswer, chat: Chat) -> [Intent] {
        isAsking = false
        if prompt?.purpose == .answer { prompt = nil }
        switch answer {
        case .done(let request, let name): return done(request, name, chat)
        case .sessions(let sessions):
            guard panel?.subject == .sessions else { return [] }
            let lines = sessions.map { line(of: $0) }
            panel?.fill(lines, empty: localized("There is no session."))
            return []
        case .failed(let request, let code, let sentence):
            complain(sentence)
            askAgain(after: answer, request, code)
            return []
        }
    }

    private mutating func done(_ request: AccountRequest, _ name: String, _ chat: Chat) -> [Intent] {
        switch request {
        case .signIn, .signUp: tell(localized("You are signed in as \(name)."))
        case .changePassword: tell(AccountSentences.passwordChanged)
        case .end:
            tell(localized("The session has ended."))
            return panel?.subject == .sessions ? self.request(.sessions) : []
        case .sessions, .signOut: break
        }
        return update(chat)
    }

    /// Asks again after a refusal, unless the user has begun something else.
    private mutating func askAgain(after answer: AccountAnswer, _ request: AccountRequest, _ code: WireError.Code?) {
        var purpose: Prompt.Purpose?
        switch request {
        case .signIn(let name, _) where code == .signInFailed: purpose = .password(of: name, leavesGuest: false)
        case .signUp(let name, let password, _) where answer.asksForInvite:
            purpose = .invite(name, password: password)
        case .sessions: if panel?.subject == .sessions { panel = nil }
        default: break
        }
        guard let purpose, prompt == nil, panel == nil, mode == .writing, composer.editor.isEmpty else { return }
        prompt = Prompt(purpose)
    }

    private func line(of session: ListedSession) -> Panel.Line {
        let created = moment(session.created)
        let program = session.program.map { "\($0) · " } ?? ""
        if session.isCurrent {
            // The line has no cursor, which would show the whole of it.
            return Panel.Line(text: program + localized("This device, signed in \(created)"), isWrapped: true)
        }
        let used = Clock.day(session.used, utcOffsets)
        let end = Panel.Choice(key: "x", title: localized("end this session"), intent: .account(.end(session.id)))
        return Panel.Line(
            text: program + localized("Signed in \(created), last used \(used)"), id: "\(session.id)", choices: [end])
    }
}

extension Chat {
    /// Whether a sign-in ends something that only this guest has: groups, drafts, unsent messages.
    fileprivate var hasGuestsThings: Bool {
        guard let identity, !identity.hasAccount else { return false }
        return drafts.values.contains { !$0.text.isEmpty } || outbox.items.contains { $0.isPending }
            || conversations.keys.contains { $0.kind != .open }
    }
}
