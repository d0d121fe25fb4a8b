import ChatRooms
import ChatServer
import ChatTesting
import ChatWire

/// People who want names that look alike, as guests and with accounts.
extension World {
    mutating func act(seeker id: Int) {
        guard isStormy, let accounts = plan.accounts else { return }
        agenda.add(.seeker(id), at: soon(plan.pace))
        guard let server = site.server, server.isListening else { return }
        // An answer may never come: then they do not wait for it any longer.
        if random.oneIn(8) { seekers[id].awaited = nil }
        guard let link = seekers[id].link, knows(link) else { return come(id, accounts, server) }
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<4:
            hungUp(link)
            seekers[id].leave()
        case 4..<7: if !seekers[id].isIn { sayHello(id, on: link, accounts, server) }
        case 7..<13: signUp(id, accounts, server)
        case 13..<16:
            guard let name = seekers[id].account else { return }
            ask(.signIn(name: name, password: seekers[id].password), id, server)
        case 16: if let token = seekers[id].session { ask(.signOut(token: token), id, server) }
        case 17:
            guard let token = seekers[id].session else { return }
            ask(.close(token: token, password: seekers[id].password), id, server)
        case 18 where accounts.hasBans: ban(server)
        default: break
        }
    }

    private mutating func come(_ id: Int, _ accounts: AccountPlan, _ server: SimulatedServer) {
        let link = seekers[id].nextLink()
        server.connect(link, .v1, window: .max, at: clock)
        sayHello(id, on: link, accounts, server)
    }

    /// Says hello with an account, as a guest who was here before, or as a new one.
    private mutating func sayHello(
        _ id: Int, on link: LinkID, _ accounts: AccountPlan, _ server: SimulatedServer
    ) {
        let known = random.oneIn(3) ? nil : seekers[id].session ?? seekers[id].guest
        sayHello(as: accounts.names.randomElement(using: &random), known, on: link, server)
    }

    mutating func sayHello(as name: String?, _ token: String?, on link: LinkID, _ server: SimulatedServer) {
        let frame = ClientFrame(ref: 1, request: .hello(.init(name: name, token: token)))
        note(.asked(link, NameSeeker.id, frame))
        note(.reached(link, frame))
        server.receive(frame, from: link, at: clock)
    }

    /// Makes an account. Often somebody else does so at the same time, perhaps on another server.
    private mutating func signUp(_ id: Int, _ accounts: AccountPlan, _ server: SimulatedServer) {
        let other = random.oneIn(2) ? seekers.indices.randomElement(using: &random) : nil
        for seeker in Set([id, other ?? id]).sorted() where seekers[seeker].account == nil {
            guard let name = accounts.names.randomElement(using: &random), seekers[seeker].awaited == nil else {
                return
            }
            let guest = random.oneIn(4) ? nil : seekers[seeker].guest
            seekers[seeker].account = name
            ask(.register(name: name, password: seekers[seeker].password, guest: guest), seeker, server)
        }
    }

    private mutating func ask(_ request: ServerCore.AccountRequest, _ id: Int, _ server: SimulatedServer) {
        guard seekers[id].awaited == nil else { return }
        accountRequests += 1
        seekers[id].awaited = (accountRequests, request)
        server.ask(request, accountRequests, at: clock)
    }

    /// A server has answered a request about an account.
    mutating func answered(_ number: AccountRequestID, _ answer: Result<SignedIn?, WireError>) {
        if answered(ban: number, answer) { return }
        guard let id = seekers.firstIndex(where: { $0.awaited?.number == number }),
            let request = seekers[id].awaited?.request
        else { return }
        seekers[id].awaited = nil
        switch (request, answer) {
        case (.register, .success(let signedIn)), (.signIn, .success(let signedIn)):
            seekers[id].session = signedIn?.token
            seekers[id].account = signedIn?.account.name
        case (.signOut, .success): seekers[id].session = nil
        case (.close, .success): (seekers[id].session, seekers[id].account) = (nil, nil)
        case (.register, .failure), (.signIn, .failure):
            seekers[id].account = seekers[id].session.flatMap { _ in seekers[id].account }
        case (_, .failure(let error)): if error.code == .tokenRefused { seekers[id].session = nil }
        }
    }

    /// What a server says to one of them.
    mutating func heard(_ frame: ServerFrame, seekerOn link: LinkID) {
        guard let id = seekers.firstIndex(where: { $0.link == link }) else { return }
        switch frame {
        case .welcome(_, let welcome):
            seekers[id].isIn = true
            seekers[id].user = welcome.user
            if welcome.token != seekers[id].session { seekers[id].guest = welcome.token }
        case .error(_, let error) where error.code == .tokenRefused:
            (seekers[id].session, seekers[id].guest) = (nil, nil)
        default: break
        }
    }

    /// When everything is quiet: strangers ask each server for the name of each account.
    mutating func askForNames() {
        guard let accounts = plan.accounts else { return }
        // The servers have heard of all accounts by then: what they missed they have read.
        if plan.servers > 1 {
            pass(30_000)
            note(.namesKnown)
        }
        if accounts.hasBans { letBannedTry() }
        for account in site.accounts.accounts {
            let looks = ConfusableSkeleton(of: account.name).looks
            let alike = accounts.names.filter { !ConfusableSkeleton(of: $0).looks.isDisjoint(with: looks) }
            for place in site.server?.places ?? [] {
                guard let server = site.server, server.isListening else { return }
                var seeker = NameSeeker(id: seekers.count + lastSeekers)
                lastSeekers += 1
                let link = seeker.nextLink()
                server.connect(link, .v1, to: place, window: .max, at: clock)
                sayHello(as: alike.randomElement(using: &random), nil, on: link, server)
                pass(2_000)
                hungUp(link)
            }
        }
    }
}

extension NameSeeker {
    /// Stands for all of them where a phone is named.
    static let id: PhoneID = -2
    static func isLink(_ link: LinkID) -> Bool { link <= -1_000_000_000 }
}
