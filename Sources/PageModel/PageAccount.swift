import ChatModel
import ChatWire

/// What the page's account forms ask the server, one request at a time, and what they show of it.
struct PageAccount {
    /// What a form asks for. A password is kept until the first input after the server's answer.
    enum Wish: Hashable {
        case signUp(name: String, password: String, invite: String)
        case signIn(name: String, password: String)
        case sessions
        case endSession(SessionID)
        case changePassword(from: String, to: String)
        case signOut
        /// The second request of a sign-out: it ends the session.
        case leave(SessionID)
        case close(password: String)
    }

    /// How a user enters: as a guest, with an account, or with a new account.
    enum Way: String {
        case rename, signIn, signUp
    }

    /// What JavaScript does for it.
    enum Effect {
        /// Send this request after `wait` milliseconds. The answer is the input `answered` with
        /// this number.
        case ask(ServerRequest, number: UInt64, wait: UInt64)
        /// Erase everything that this browser has of the user, and begin again.
        case erase
    }

    /// What the forms show.
    struct Shown: Hashable {
        var hasAccount = false
        /// The ways in that make sense now, of those that the server allows.
        var ways: [Way] = []
        /// The form whose request is under way.
        var busy: String?
        var problem: Problem?
        /// What the last request did: a sentence.
        var success: String?
        /// The account's sessions, once the server has listed them.
        var sessions: [ListedSession]?
    }

    /// Why a form's request failed.
    struct Problem: Hashable {
        var form: String
        /// The field that is wrong; `nil` if none is.
        var field: String?
        var sentence: String
    }

    /// Who may make an account on the server; `nil` until it has told.
    enum Registration: String {
        case off, open, invite, closed
    }

    var registration: Registration?
    private(set) var shown = Shown()
    private var effects: [Effect] = []
    private var number: UInt64 = 0
    private var attempts = 0
    private var underWay: (wish: Wish, request: ServerRequest)?
    /// The wish that the last input was about.
    private var last: Wish?

    /// An input begins. It may be about something else.
    mutating func begin() { last = nil }

    /// Forgets what was shown of former requests.
    mutating func clear() {
        guard underWay == nil else { return }
        (shown.problem, shown.success, shown.sessions) = (nil, nil, nil)
    }

    /// Whether a form may ask. One request at a time.
    var isIdle: Bool { underWay == nil }

    /// Whether the server is being asked for an account.
    var isSigningUp: Bool { if case .signUp? = underWay?.wish { true } else { false } }

    mutating func ask(_ request: ServerRequest, for wish: Wish) {
        if wish != .sessions { shown.success = nil }
        (underWay, last, attempts) = ((wish, request), wish, 0)
        (shown.busy, shown.problem) = (wish.form, nil)
        send(after: 0)
    }

    private mutating func send(after wait: UInt64) {
        guard let underWay else { return }
        number += 1
        attempts += 1
        effects.append(.ask(underWay.request, number: number, wait: wait))
    }

    /// Sends a request whose answer does not matter.
    mutating func askAlso(_ request: ServerRequest) { effects.append(.ask(request, number: 0, wait: 0)) }

    /// The wish that this answer belongs to and what it means; `nil` if there is nothing to do yet.
    /// `answer`: `nil` if there was none.
    mutating func outcome(of answer: ServerAnswer?, number: UInt64) -> (wish: Wish, outcome: AccountOutcome?)? {
        guard let wish = underWay?.wish, number == self.number else { return nil }
        last = wish
        let outcome = answer?.accountOutcome(after: attempts)
        if case .again(let pause) = outcome {
            send(after: pause)
            return nil
        }
        (underWay, shown.busy) = (nil, nil)
        return (wish, outcome)
    }

    mutating func succeeded(_ sentence: String?) { shown.success = sentence }

    mutating func listed(_ sessions: [ListedSession]) { shown.sessions = sessions }

    mutating func failed(_ wish: Wish, _ error: WireError) {
        last = wish
        shown.problem = Problem(form: wish.form, field: wish.field(of: error.code), sentence: error.text)
    }

    mutating func failed(_ wish: Wish, _ sentence: String) {
        shown.problem = Problem(form: wish.form, sentence: sentence)
    }

    mutating func erase() { effects.append(.erase) }

    /// The storage refused the records of the last input, so nothing of it is done.
    mutating func withdraw(because reason: String) {
        guard let last else { return }
        effects.removeAll()
        (underWay, shown.busy) = (nil, nil)
        failed(last, reason)
    }

    /// What the last input leads to.
    mutating func takeEffects() -> [Effect] {
        defer { effects.removeAll() }
        return effects
    }

    private func isOffered(_ way: Way) -> Bool {
        switch registration {
        case .off: false
        case .closed: way == .signIn
        case .open, .invite, nil: true
        }
    }

    /// Shows what fits the user: whether they have an account, and the ways in that are left.
    ///
    /// - Parameter isNew: Whether the server has never accepted the user in this browser.
    mutating func belongs(to identity: Identity?, isNew: Bool) {
        shown.hasAccount = identity?.hasAccount ?? false
        let ways: [Way] = isNew ? [.rename, .signIn, .signUp] : shown.hasAccount ? [.signIn] : [.signIn, .signUp]
        shown.ways = ways.filter { $0 == .rename || shown.hasAccount || isOffered($0) }
        if !shown.hasAccount { shown.sessions = nil }
    }
}

extension PageAccount.Wish {
    /// The name of the form that asks for it.
    var form: String {
        switch self {
        case .signUp: "signUp"
        case .signIn: "signIn"
        case .sessions, .endSession: "sessions"
        case .changePassword: "changePassword"
        case .signOut, .leave: "signOut"
        case .close: "closeAccount"
        }
    }

    /// The form's field that an error is about.
    fileprivate func field(of code: WireError.Code) -> String? {
        switch code {
        case .nameLength, .nameCharacters, .nameReserved, .nameTaken: "name"
        case .password: if case .changePassword = self { "new" } else { "password" }
        case .signInFailed: "password"
        case .inviteRefused, .registrationClosed: "invite"
        default: nil
        }
    }
}
