import ArgumentParser
import ChatCore
import ChatTerminal
import Foundation

/// What `martlet chat` does about the user's account before the chat begins, or in its place.
struct AccountOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Sign in to the account with this name. Asks for the password, unless the folder is signed in already. Later starts need no sign-in.",
            valueName: "name"))
    var login: String?

    @Option(
        help: ArgumentHelp(
            "Make an account with this name, and sign in to it. A guest keeps their messages and rooms.",
            valueName: "name"))
    var register: String?

    @Option(help: ArgumentHelp("A file with the password, in place of the question.", valueName: "file"))
    var passwordFile: String?

    @Option(help: ArgumentHelp("A file with the invite for --register, in place of the question.", valueName: "file"))
    var inviteFile: String?

    @Flag(
        help: """
            Print where you are signed in, and end: id, beginning, last use, "this one" or "-", and program of each \
            session.
            """)
    var sessions = false

    @Flag(help: "Sign out, erase your messages and session from the client's folder, and end.")
    var logout = false

    func validate() throws {
        let wishes = [login != nil, register != nil, sessions, logout].filter { $0 }.count
        guard wishes <= 1 else {
            throw ValidationError("Choose one of --login, --register, --sessions and --logout.")
        }
        guard passwordFile == nil || login != nil || register != nil else {
            throw ValidationError("--password-file is for --login and --register.")
        }
        guard inviteFile == nil || register != nil else { throw ValidationError("--invite-file is for --register.") }
    }

    /// Whether these options work only without a token file.
    var needsOwnSession: Bool { login != nil || register != nil || sessions || logout }

    /// Whether the command ends without a chat.
    var endWithoutChat: Bool { sessions || logout }

    /// Does what was asked. Returns whether the chat begins.
    func perform(_ account: ChatAccount) async throws -> Bool {
        if let login {
            try await signIn(login, account)
        } else if let register {
            try await signUp(register, account)
        } else if sessions {
            try await printSessions(account)
            return false
        } else if logout {
            try await signOut(account)
            return false
        }
        return true
    }

    private func signIn(_ name: String, _ account: ChatAccount) async throws {
        if let error = NameRule.check(name) { throw CommandFailure(error) }
        if try await isSignedIn(as: name, account) { return }
        let password = try PasswordInput.secret(passwordFile, asking: "Password: ", option: "--password-file")
        try check(await account.answer(to: .signIn(name: name, password: password)))
    }

    /// Whether the client's folder has a session of this account that the server accepts.
    private func isSignedIn(as name: String, _ account: ChatAccount) async throws -> Bool {
        guard let identity = try await account.client.chat().identity, identity.hasAccount, identity.name == name,
            case .sessions = await account.answer(to: .sessions)
        else { return false }
        return true
    }

    private func signUp(_ name: String, _ account: ChatAccount) async throws {
        if let error = NameRule.check(name) { throw CommandFailure(error) }
        let password = try newPassword()
        func answer(_ invite: String?) async -> AccountAnswer {
            await account.answer(to: .signUp(name: name, password: password, invite: invite))
        }
        let invite = try inviteFile.map { try PasswordInput.secret($0, asking: "", option: "--invite-file") }
        var made = await answer(invite)
        while inviteFile == nil, made.asksForInvite, PasswordInput.hasTerminal,
            case .failed(_, _, let sentence) = made
        {
            StandardError.write(sentence.asCell + "\n")
            made = await answer(try PasswordInput.secret(nil, asking: "Invite: ", option: "--invite-file"))
        }
        try check(made)
    }

    private func newPassword() throws -> String {
        guard let passwordFile else {
            guard PasswordInput.hasTerminal else { throw PasswordInput.noTerminal("--password-file") }
            return try PasswordInput.askNew()
        }
        let password = try PasswordInput.secret(passwordFile, asking: "", option: "--password-file")
        if let error = PasswordRule.check(password) { throw CommandFailure(error) }
        return password
    }

    private func printSessions(_ account: ChatAccount) async throws {
        let answer = await account.answer(to: .sessions)
        try check(answer)
        guard case .sessions(let sessions) = answer else { return }
        for session in sessions {
            let times = [session.created, session.used].map {
                Date(timeIntervalSince1970: Double($0) / 1_000).formatted(.iso8601)
            }
            let ends = [session.isCurrent ? "this one" : "-", session.program?.asCell ?? "-"]
            print(([session.id.text] + times + ends).joined(separator: "\t"))
        }
    }

    private func signOut(_ account: ChatAccount) async throws {
        let chat = try await account.client.chat()
        do throws(WireError) { _ = try chat.accountToken() } catch { throw CommandFailure(error) }
        let waiting = Waiting(in: chat)
        guard waiting.isEmpty else {
            let (count, thing) = waiting.messages > 0 ? (waiting.messages, "message") : (waiting.changes, "change")
            throw CommandFailure(
                "\(count == 1 ? "1 \(thing) waits" : "\(count) \(thing)s wait"), and would be lost. "
                    + "Start martlet chat to send what waits, or type /logout there.")
        }
        print(try await account.signOut())
    }

    private func check(_ answer: AccountAnswer) throws {
        if case .failed(_, let code, let sentence) = answer {
            throw code.map { CommandFailure(WireError($0, sentence)) } ?? CommandFailure(sentence.asCell)
        }
    }
}
