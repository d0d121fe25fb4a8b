import ChatTesting
import ChatWire
import NIOCore

/// Someone who speaks one of the two older protocols, in the lobby. They sit beside the server: no
/// network is in between, but they may read slowly.
struct Guest {
    let name: String
    let user: UserID
    let language: ServerBytes.Language
    var link: LinkID?
    private(set) var visits = 0
    /// How many messages they will still send: in the end a phone's window has to hold the whole
    /// lobby.
    var left = 20

    init(id: Int, random: inout SeededGenerator) {
        language = Bool.random(using: &random) ? .lines : .swiftChat
        name = "guest\(id)"
        var user = UserID.random(using: &random)
        // Of version 4, as that protocol's clients bring them.
        user.high = user.high & ~0xF000 | 0x4000
        self.user = user
    }

    /// The number of the next connection: no phone's, and no probe's.
    mutating func nextLink(_ id: Int) -> LinkID {
        visits += 1
        return -1_000_000 * (id + 1) - visits
    }
}

extension World {
    mutating func act(guest id: Int) {
        guard isStormy else { return }
        agenda.add(.guest(id), at: soon(plan.pace))
        guard let server = site.server, server.isListening else { return }
        guard let link = guests[id].link, knows(link) else { return come(id, server) }
        switch Int.random(in: 0..<20, using: &random) {
        case 0:
            note(.ended(link, nil))
            server.end(link, at: clock)
            guests[id].link = nil
        case 1: server.setWindow(of: link, 0, at: clock)
        case 2, 3: server.setWindow(of: link, .max, at: clock)
        default: if guests[id].left > 0 { speak(id, link, server) }
        }
    }

    private mutating func come(_ id: Int, _ server: SimulatedServer) {
        let link = guests[id].nextLink(id)
        guests[id].link = link
        server.connect(link, guests[id].language, window: .max, at: clock)
        if guests[id].language == .lines { server.receive(line: "iam:" + guests[id].name, from: link, at: clock) }
    }

    private mutating func speak(_ id: Int, _ link: LinkID, _ server: SimulatedServer) {
        texts += 1
        guests[id].left -= 1
        let text = "\(texts) of \(guests[id].name)"
        note(.guestSaid(link, text))
        switch guests[id].language {
        case .swiftChat:
            let frame = SwiftChatFrame.Submitted(message: text, user: guests[id].name, userID: guests[id].user)
            server.receive(frame, from: link, at: clock)
        default: server.receive(line: "msg:" + text, from: link, at: clock)
        }
    }

    mutating func heard(_ text: String, guestOn link: LinkID) {
        if bug == .guestsReordered, let (held, before) = heldMessage {
            heldMessage = nil
            if held == link { note(.guestHeard(link, text)) }
            note(.guestHeard(held, before))
            if held == link { return }
        } else if bug == .guestsReordered, random.oneIn(4) {
            heldMessage = (link, text)
            return
        }
        note(.guestHeard(link, text))
    }

    /// Lets guests who read slowly catch up.
    mutating func letGuestsRead() {
        for guest in guests { if let link = guest.link { site.server?.setWindow(of: link, .max, at: clock) } }
    }
}
