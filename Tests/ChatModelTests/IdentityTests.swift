import ChatWire
import Testing

@testable import ChatModel

/// What stays of a user when another one takes their place, and a guest who becomes an account's
/// user.
@Suite struct IdentityTests {
    private let group = RoomName.newGroup()
    private let garden = RoomName.garden

    /// A user who has read a group and the lobby, and has something to say in both.
    private func leaving(_ role: ServerRole) -> (world: World, tickets: [Ticket]) {
        var world = World()
        world.role = role
        world.tell(.start)
        world.tell(.join(.lobby))
        world.infos[group] = RoomInfo(standing: Standing(membership: .member, role: .owner), people: 2, owners: 1)
        world.infos[group]?.settings.title = "Secret"
        world.pages = [[RoomEntry(room: group, info: RoomInfo(), epoch: .first, head: 1)]]
        world.tell(.listRooms)
        world.tell(.join(group))
        world.tell(.show(group, .newest))
        world.other("secret", in: group)
        world.quiesce()
        world.tell(.foreground(false))
        world.cut()
        let tickets = [world.say("to the lobby"), world.say("to the group", in: group)]
        world.tell(.report(Report(.spam), of: 1, in: group))
        return (world, tickets)
    }

    /// Nothing of the group is left, in memory and on disk.
    private func checkForgotten(_ world: World, _ tickets: [Ticket]) {
        #expect(world.chat.conversations[group] == nil && world.chat.rooms.entries[group] == nil)
        #expect(world.chat.rows(of: group).isEmpty && world.chat.outbox.items(in: group).isEmpty)
        #expect(!world.chat.hasReported(1, in: group))
        let kept = Restored(world.records)
        #expect(kept.rooms == [.lobby] && kept.reports.isEmpty && kept.items.allSatisfy { $0.room == .lobby })
        #expect(kept.descriptions[group] == nil && kept.excerpts[group] == nil && kept.marks[group] == nil)
        for ticket in tickets { #expect(world.settled[ticket] == [.failed(.otherUser)]) }
        #expect(world.logs[group]?.count == 1 && world.logs[.lobby] == nil)
        #expect(world.chat.conversations[.lobby]?.membership == .joined)
    }

    @Test(arguments: [ServerRole.guest, .user])
    func `another user sees nothing of the one before, and says nothing in their stead`(_ role: ServerRole) {
        var (world, tickets) = leaving(role)
        world.user = .cleo
        world.pages = []
        world.asked.removeAll()
        world.quiesce()
        checkForgotten(world, tickets)
        #expect(!world.asked.contains { if case .join(group, _) = $0 { true } else { false } })
        // A guest may be the same person: what they said to everyone can be sent again.
        #expect(world.chat.outbox.items.count == (role == .guest ? 1 : 0))
        world.restart()
        #expect(world.chat.rows(of: group).isEmpty)
        #expect(world.chat.outbox.items.count == (role == .guest ? 1 : 0))
    }

    @Test func `a guest who signs in as somebody else leaves nothing to them`() {
        var (world, tickets) = leaving(.guest)
        world.isDeaf = true
        world.accept()
        world.isDeaf = false
        world.pages = []
        let cleo = Identity(user: Author.cleo.user, name: "cleo", device: .phone, token: "c", role: .user)
        let effects = world.tell(.signedIn(cleo))
        #expect(effects.contains(.changed(.rooms)) && effects.contains(.changed(.conversation(group))))
        world.user = .cleo
        world.role = .user
        world.quiesce()
        #expect(world.chat.identity?.user == Author.cleo.user)
        checkForgotten(world, tickets)
    }

    @Test func `a guest who signs up keeps everything`() {
        var (world, tickets) = leaving(.guest)
        world.tell(.signUp(.began))
        world.tell(.signedIn(Identity(user: Author.ann.user, name: "ann", device: .phone, token: "a", role: .user)))
        world.role = .user
        world.quiesce()
        #expect(world.shown(group) == ["secret", "to the group"] && world.texts() == ["to the lobby"])
        #expect(tickets.allSatisfy { if case .sent? = world.settled[$0]?.first { true } else { false } })
        #expect(world.chat.identity?.isSigningUp == false)
    }

    /// The server has made the account, so it refuses the guest's token.
    private func refuseGuests(_ world: inout World) {
        world.refuse = { request in
            if case .hello(let hello) = request, hello.token != nil { WireError(.tokenRefused, "No.") } else { nil }
        }
    }

    @Test(arguments: [false, true])
    func `a guest whose sign-up was not answered does not become a new guest`(_ isRestarted: Bool) {
        var world = World.ready()
        world.tell(.signUp(.began))
        refuseGuests(&world)
        world.cut(4201)
        let ticket = world.say("waits")
        world.quiesce()
        world.tell(.signUp(.unanswered))
        if isRestarted {
            world.restart()
            world.quiesce()
        }
        #expect(world.authentications > 0)
        world.tell(.token(nil))
        world.quiesce()
        #expect(world.chat.connection.trouble == .unauthenticated)
        #expect(world.chat.identity?.user == Author.ann.user && world.settled[ticket] == nil)
        world.refuse = { _ in nil }
        world.tell(.signedIn(Identity(user: Author.ann.user, name: "ann", device: .phone, token: "a", role: .user)))
        world.quiesce()
        #expect(world.texts() == ["waits"])
    }

    @Test func `a guest whose sign-up was refused, or never made, is a guest as before`() {
        for step in [SignUp.refused, .unanswered] {
            var world = World.ready()
            world.tell(.signUp(.began))
            world.cut()
            world.quiesce()
            #expect(world.chat.identity?.isSigningUp == true)
            world.tell(.signUp(step))
            world.cut()
            world.quiesce()
            #expect(world.chat.identity?.isSigningUp == false)
            refuseGuests(&world)
            world.cut(4201)
            world.quiesce()
            #expect(world.chat.connection.phase == .connected && world.authentications == 0)
        }
    }
}
